/** A server that accepts the arguments of its schema, apart from some values: no example in the spec would decide these cases. */
import { expect, onTestFinished, test } from "vitest";
import { listNextSteps } from "../results/next-steps.ts";
import { notesCases, serveNotes } from "../test/support/notes-server.ts";
import { hasMethod, json, proxy } from "../test/support/proxy.ts";
import { testServer } from "../test/support/test-server.ts";

const isExample = (each: (typeof notesCases.cases)[number]) =>
  each.kind === "failures" || (each.kind === "output" && "base" in each);
const imported = { ...notesCases, cases: notesCases.cases.filter((each) => !isExample(each)) };
const isCall = hasMethod("tools/call");

/** Tests a server without codes whose notes_create refuses some arguments. */
async function testWithRule(
  refuses: (title: string, names: readonly string[]) => boolean,
  explain: (title: string) => string = () => "Only plain letters.",
) {
  const notes = await serveNotes();
  const server = await proxy(notes.url, async (request, forward) => {
    if (isCall(request) && request.message.params.name === "notes_create") {
      const { id, params } = request.message;
      const title = String(params.arguments?.title);
      const refusal = { content: [{ type: "text", text: explain(title) }], isError: true };
      if (refuses(title, Object.keys(Object(params.arguments))))
        return { status: 200, headers: json, body: JSON.stringify({ jsonrpc: "2.0", id, result: refusal }) };
    }
    const reply = await forward();
    return { ...reply, body: reply.body.replaceAll("dev.toolwright/failure", "elsewhere") };
  });
  onTestFinished(async () => {
    await server.close();
    await notes.close();
  });
  const report = await testServer(server.url, {
    cases: imported,
    target: { bindings: {}, parallel: 1 },
    selection: { tools: ["notes_create", "notes_list"], kinds: ["input", "output", "errors"] },
  });
  const whys = report.results.flatMap(({ subject, verdict }) =>
    subject.tool === "notes_create" && verdict.status === "unverified"
      ? [`${subject.id}: ${verdict.why}`]
      : [],
  );
  const failed = report.results.flatMap(({ subject, verdict }) =>
    verdict.status === "failed" ? [subject.id] : [],
  );
  return { failed, whys, steps: listNextSteps(report).map(({ todo }) => todo) };
}

const asksForExamples = expect.stringMatching(/^Give the tools `examples`/);

test("refuses some values: a rule of its own, and no example is missing", async () => {
  const { whys, steps } = await testWithRule((title) => /[^\x20-\x7e]/.test(title));
  expect(whys).toContainEqual(
    expect.stringMatching(
      /^input\/notes_create\/title\/type\/unicode: a rule of the server refuses values that the schema allows: /,
    ),
  );
  expect(steps).not.toContainEqual(asksForExamples);
});

test("refuses all values: an example is missing", async () => {
  const { whys, steps } = await testWithRule(() => true);
  expect(whys).toContainEqual(expect.stringMatching(/^input\/notes_create\/title\/type\/unicode: .*refused/));
  expect(steps).toContainEqual(asksForExamples);
});

test("refuses words that it does not understand: a text of the same length without them is accepted", async () => {
  const { whys } = await testWithRule((title) => /aa$/.test(title));
  expect(whys.join("\n")).not.toContain("input/notes_create/title/maxLength/");
});

const known = "Milk";
test.each([
  ["the value names what exists", (title: string) => `Error: no such title: ${title}`],
  [
    "the value is equal to another argument",
    (title: string) =>
      JSON.stringify({ success: false, title, message: "Both titles must be identical" }, null, 2),
  ],
])("requires that %s: other words are refused, too, so that is no finding", async (_, explain) => {
  const { failed, whys } = await testWithRule((title) => title !== known, explain);
  expect(failed).toEqual([]);
  expect(whys.join("\n")).toMatch(/^input\/notes_create\/title\/type\/unicode: /m);
});

test("has lost what the arguments name since a call with them succeeded: no finding", async () => {
  let calls = 0;
  const { failed, whys } = await testWithRule(
    (title, { length }) => title !== known || length > 1 || calls++ > 0,
    () => "Error: the title is gone",
  );
  expect(whys.join()).toContain("input/notes_create/tags/0/enum/value-");
  expect(failed).toEqual([]);
});

test("refuses unusual texts alone, for the reason of its schema check: a finding", async () => {
  const explain = () => "Error: the title is wrong";
  const { failed } = await testWithRule((title) => !/^[A-Z][a-z ]+$/.test(title), explain);
  expect(failed).toContain("input/notes_create/title/type/unicode");
});

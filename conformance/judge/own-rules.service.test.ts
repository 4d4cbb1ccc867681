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

const refusal = { content: [{ type: "text", text: "Only plain letters." }], isError: true };

/** Tests a server without codes whose notes_create refuses some arguments. */
async function testWithRule(refuses: (title: string) => boolean) {
  const notes = await serveNotes();
  const server = await proxy(notes.url, async (request, forward) => {
    if (isCall(request) && request.message.params.name === "notes_create") {
      const { id, params } = request.message;
      if (refuses(String(params.arguments?.title)))
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
    target: { bindings: {} },
    selection: { tools: ["notes_create", "notes_list"], kinds: ["input", "output", "errors"] },
  });
  const whys = report.results.flatMap(({ subject, verdict }) =>
    subject.tool === "notes_create" && verdict.status === "inapplicable"
      ? [`${subject.id}: ${verdict.why}`]
      : [],
  );
  return { whys, steps: listNextSteps(report).map(({ todo }) => todo) };
}

const asksForExamples = expect.stringMatching(/^Give the tools `examples`/);

test("refuses some values: a rule of its own, and nothing is to do", async () => {
  const { whys, steps } = await testWithRule((title) => /[^\x20-\x7e]/.test(title));
  expect(whys).toContain(
    "input/notes_create/title/type/unicode: a rule of the server refuses values that the schema allows",
  );
  expect(steps).not.toContainEqual(asksForExamples);
});

test("refuses all values: an example is missing", async () => {
  const { whys, steps } = await testWithRule(() => true);
  expect(whys).toContain(
    "input/notes_create/title/type/unicode: the spec has no example that the server accepts",
  );
  expect(steps).toContainEqual(asksForExamples);
});

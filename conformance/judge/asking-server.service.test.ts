/** A server whose tool asks the user something, and passes on that the suite does not answer. */
import { expect, onTestFinished, test } from "vitest";
import { notesCases, serveNotes } from "../test/support/notes-server.ts";
import { error, hasMethod, proxy } from "../test/support/proxy.ts";
import { idsOf, testServer } from "../test/support/test-server.ts";
import { answerServerRequest } from "../wire/server-requests.ts";

const isExample = ({ kind }: (typeof notesCases.cases)[number]) => kind === "failures" || kind === "output";
const imported = { ...notesCases, cases: notesCases.cases.filter((each) => !isExample(each)) };
const isCall = hasMethod("tools/call");

/** Tests a server whose notes_get ends with this error of the client. */
async function testAsking(answer: { readonly code: number; readonly message: string }) {
  const notes = await serveNotes();
  const server = await proxy(notes.url, async (request, forward) => {
    const reply = await forward();
    const asks = isCall(request) && request.message.params.name === "notes_get" && reply.status === 200;
    return asks && !reply.body.includes("invalid_input")
      ? { ...reply, body: error(request.message.id, answer.code, answer.message).body! }
      : reply;
  });
  onTestFinished(async () => {
    await server.close();
    await notes.close();
  });
  return testServer(server.url, {
    cases: imported,
    target: { bindings: {} },
    selection: { tools: ["notes_get"], kinds: ["input"] },
  });
}

test("a call that fails since the suite does not answer is no finding, and the reason is named", async () => {
  const { error: answer } = JSON.parse(answerServerRequest({ id: 1, method: "elicitation/create" })!);
  const report = await testAsking(answer);
  expect(idsOf(report, "failed")).toEqual([]);
  const reasons = report.results.flatMap(({ verdict }) =>
    "why" in verdict ? [JSON.stringify(verdict)] : [],
  );
  expect(reasons.join("\n")).toContain("declares no capability for elicitation/create");
});

test("a call that fails for another unknown method is a finding", async () => {
  const report = await testAsking({ code: -32601, message: "Method not found: elicitation/create" });
  expect(idsOf(report, "failed")).toContain("input/notes_get/required-only");
});

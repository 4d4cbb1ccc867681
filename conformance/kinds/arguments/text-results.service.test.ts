/** Arguments of servers that answer with texts: an effect is seen in JSON, and in prose whose ids are other ones in each answer. */
import { expect, test } from "vitest";
import { serveNotes } from "../../test/support/notes-server.ts";
import { changesResult, hasMethod, type Message, proxy } from "../../test/support/proxy.ts";
import { testServer } from "../../test/support/test-server.ts";

const stars = "arguments/notes_create/stars";

/** The verdict on an argument if each result has only this text. */
async function verdictWith(write: (result: Message) => string): Promise<string | undefined> {
  const notes = await serveNotes();
  const writesText = changesResult(hasMethod("tools/call"), ({ structuredContent, ...result }) =>
    structuredContent === undefined
      ? result
      : { ...result, content: [{ type: "text", text: write(structuredContent) }] },
  );
  const server = await proxy(notes.url, writesText);
  const report = await testServer(server.url, { selection: { cases: [stars] } }).finally(async () => {
    await server.close();
    await notes.close();
  });
  return report.results.find(({ subject }) => subject.id === stars)?.verdict.status;
}

const starsOf = ({ stars: count = 0 }: Message) => "*".repeat(count);

test.each([
  ["JSON that shows it", (result: Message) => JSON.stringify(result), "held"],
  ["prose that shows it", (result: Message) => `Saved ${result.id} with ${starsOf(result)}.`, "held"],
  ["prose that does not", ({ id }: Message) => `Saved ${id}.`, "unverified"],
])("%s", async (_, write, status) => {
  expect(await verdictWith(write)).toBe(status);
});

/** Arguments of servers that answer with texts: an effect is seen in JSON, and in prose whose ids are other ones in each answer. */
import { expect, test } from "vitest";
import type { Case } from "../../cases/format.ts";
import type { Verdict } from "../../results/verdict.ts";
import { notesCases, serveNotes } from "../../test/support/notes-server.ts";
import { changesResult, hasMethod, type Message, proxy } from "../../test/support/proxy.ts";
import { testServer } from "../../test/support/test-server.ts";

const stars = "arguments/notes_create/stars";

/** The verdict on an argument if each result has only this text. */
async function verdictWith(
  write: (result: Message) => string,
  cases = notesCases,
): Promise<Verdict | undefined> {
  const notes = await serveNotes();
  const writesText = changesResult(hasMethod("tools/call"), ({ structuredContent, ...result }) =>
    structuredContent === undefined
      ? result
      : { ...result, content: [{ type: "text", text: write(structuredContent) }] },
  );
  const server = await proxy(notes.url, writesText);
  const report = await testServer(server.url, { cases, selection: { cases: [stars] } }).finally(async () => {
    await server.close();
    await notes.close();
  });
  return report.results.find(({ subject }) => subject.id === stars)?.verdict;
}

const starsOf = ({ stars: count = 0 }: Message) => "*".repeat(count);

test.each([
  ["JSON that shows it", (result: Message) => JSON.stringify(result), "held"],
  [
    "JSON with other white space",
    ({ id, stars: spaces = 0 }: Message) => JSON.stringify({ id }, null, spaces),
    "held",
  ],
  ["JSON that does not", ({ id }: Message) => JSON.stringify({ id }), "unverified"],
  ["prose that shows it", (result: Message) => `Saved ${result.id} with ${starsOf(result)}.`, "held"],
  ["prose that does not", ({ id }: Message) => `Saved ${id}.`, "unverified"],
])("%s", async (_, write, status) => {
  expect((await verdictWith(write))?.status).toBe(status);
});

test("prose that does not: the reason says that no other tool showed what the call changes", async () => {
  const silent = await verdictWith(({ id }) => `Saved ${id}.`);
  expect(silent).toMatchObject({ why: expect.stringMatching(/, and no other tool showed what it changes$/) });
});

test("a tool with a page of its own may show it there only", async () => {
  const page = "ui://notes/board.html";
  const withPage = (each: Case): Case => (each.id === stars && "trials" in each ? { ...each, page } : each);
  const cases = { ...notesCases, cases: notesCases.cases.map(withPage) };
  expect(await verdictWith(({ id }) => `Saved ${id}.`, cases)).toEqual({
    status: "inapplicable",
    why: `its effect may show only on ${page}, to which hosts give the arguments`,
  });
  expect(await verdictWith((result) => JSON.stringify(result), cases)).toMatchObject({ status: "held" });
});

test("a reading tool that shows the same to all: the reason speaks of no other tool", async () => {
  const notes = await serveNotes();
  const showsNothing = changesResult(hasMethod("tools/call"), ({ structuredContent, ...result }) =>
    structuredContent === undefined ? result : { ...result, content: [{ type: "text", text: "None." }] },
  );
  const server = await proxy(notes.url, showsNothing);
  const selection = { tools: ["notes_list"], kinds: ["arguments" as const] };
  const report = await testServer(server.url, { selection }).finally(async () => {
    await server.close();
    await notes.close();
  });
  const verdicts = report.results.map(({ verdict }) => verdict);
  expect(verdicts.length).toBeGreaterThan(0);
  const without = { cause: "no-effect", why: expect.stringMatching(/equal calls$/) };
  for (const verdict of verdicts) expect(verdict).toMatchObject(without);
});

/** Plain calls that take longer than a client waits: progress keeps them alive, and `deadline_seconds` gives their tool more time. */
import { describe, expect, test } from "vitest";
import { callWith, clients, serveWork } from "../test/support/wire/long-notes.ts";

/** In place of 45 seconds and more. */
const [deadlineMs, ownDeadlineMs] = [300, 20_000];
/** In place of the 60 seconds of the official clients. */
const timeout = 600;

describe.each(clients)("%s", (client) => {
  test("waits for a tool with a longer deadline as long as there is progress", async () => {
    const { url, aborted } = await serveWork(deadlineMs, ownDeadlineMs);
    const seen: number[] = [];
    const onprogress = ({ progress }: { readonly progress: number }) => void seen.push(progress);
    const options = { timeout, resetTimeoutOnProgress: true, onprogress };
    const work = { ms: 2_000, everyMs: 100 };
    const result = await callWith(client, url, "notes_long_work", work, options);
    expect(result.structuredContent).toEqual({ worked: 2_000 });
    expect(seen.length).toBeGreaterThan(5);
    expect(aborted).toEqual([]);
  });

  test.each([
    ["without progress", { ms: 2_000 }, true],
    ["with progress that does not reset its timeout", { ms: 2_000, everyMs: 100 }, false],
  ])("gives up %s, which ends the handler", async (_, work, resetTimeoutOnProgress) => {
    const { url, aborted } = await serveWork(deadlineMs, ownDeadlineMs);
    const options = { timeout, resetTimeoutOnProgress, onprogress: () => undefined };
    await expect(callWith(client, url, "notes_long_work", work, options)).rejects.toThrow(/timed out/);
    await expect.poll(() => aborted.length).toBe(1);
    expect(aborted[0]).toMatch(/^The client (cancelled|disconnected)/);
  });

  test("gets the refusal of the server's deadline for other tools, with and without progress", async () => {
    const { url, aborted } = await serveWork(deadlineMs, ownDeadlineMs);
    for (const work of [{ ms: 2_000 }, { ms: 2_000, everyMs: 50 }]) {
      const options = { timeout: 10_000, onprogress: () => undefined };
      const result = await callWith(client, url, "notes_work", work, options);
      expect(result).toMatchObject({
        isError: true,
        _meta: { "dev.toolwright/failure": { code: "internal", retryable: true } },
      });
    }
    const ended = `The handler did not answer within ${deadlineMs} ms.`;
    expect(aborted).toEqual([ended, ended]);
  });
});

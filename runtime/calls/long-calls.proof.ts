/** A plain call of 70 seconds: the official clients wait for 60, and the server gives 45 to tools without `deadline_seconds`. */
import { expect, test } from "vitest";
import { callWith, clients, serveWork } from "../test/support/wire/long-notes.ts";

test("each official client waits 70 seconds for a tool that reports progress", async () => {
  const { url } = await serveWork(45_000, 120_000);
  const options = { resetTimeoutOnProgress: true, onprogress: () => undefined };
  const work = { ms: 70_000, everyMs: 5_000 };
  const results = await Promise.all(
    clients.map((client) => callWith(client, url, "notes_long_work", work, options)),
  );
  expect(results.map(({ structuredContent }) => structuredContent)).toEqual(
    clients.map(() => ({ worked: 70_000 })),
  );
});

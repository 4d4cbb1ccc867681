/** The verdict is a function of the server, not of its speed; `slow-servers.proof.ts` has the slowest ones. */
import { expect, test } from "vitest";
import { checkCommand } from "./support/slow-checks.ts";

test("a server that starts a second later gives the same lock file and the same report", async () => {
  const [quick, slow] = await checkCommand([
    { startMs: 0, answerMs: 0 },
    { startMs: 1_000, answerMs: 0 },
  ]);
  expect(quick?.code).toBe(0);
  expect(JSON.parse(quick?.lock ?? "").protocolVersions).toEqual(["2025-11-25", "2026-07-28"]);
  expect(slow).toEqual(quick);
});

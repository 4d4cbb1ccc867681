/** Runs the remaining work after a failure of the service: hours pass, until no job waits. */
import { expect } from "vitest";
import { openSqlite } from "../../platform/storage/sqlite/open.ts";
import { countOwnerMails } from "./acknowledged-work.ts";
import type { mailServer } from "./mail-server.ts";
import { startServerProcess } from "./program.ts";

/**
 * Lets a server with a moved clock finish the remaining work. The owner has got one mail about each response, each respondent
 * one mail at most.
 */
export async function expectSettled(
  environment: Record<string, string>,
  folder: string,
  received: Awaited<ReturnType<typeof mailServer>>["received"],
) {
  const server = await startServerProcess({ ...environment, TEST_CONTROL: "1" });
  const { db, close } = await openSqlite(folder);
  try {
    await expect
      .poll(
        async () => {
          await fetch(new URL("/control", server.endpoint), {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ hook: "clock", seconds: 3_600 }),
          });
          const jobs = await db.selectFrom("jobs").select("kind").execute();
          return jobs.map(({ kind }) => kind);
        },
        { interval: 500, timeout: 300_000 },
      )
      .toEqual([]);
    const verified = await db
      .selectFrom("responses")
      .select("email")
      .where("status", "=", "verified")
      .execute();
    const mails = countOwnerMails(received);
    expect(mails.responses).toBe(verified.length);
    for (const [address, sent] of Map.groupBy(received, ({ envelope }) => envelope[0]!))
      if (address.endsWith("@example.net")) expect([address, sent.length]).toEqual([address, 1]);
    const lessons = await db.selectFrom("lessons").select("status").execute();
    for (const { status } of lessons) expect(["completed", "partial", "failed"]).toContain(status);
    return { verified: verified.length, ownerMails: mails.mails };
  } finally {
    await close();
    server.process.kill("SIGKILL");
    await server.ended;
  }
}

/** Accounts of databases that an earlier version of better-auth wrote. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dataDir } from "../test/support/data-dir.ts";
import { openEngine } from "../test/support/engine.ts";
import { ownerPages } from "../test/support/owner.ts";

const written = JSON.parse(
  readFileSync(new URL("../test/old-accounts/better-auth-1.6.34.json", import.meta.url), "utf8"),
);

test("a session and a password of better-auth 1.6.34 still sign in", async () => {
  const folder = dataDir();
  const storage = await openEngine(folder);
  for (const table of ["secrets", "accounts", "credentials", "sessions"] as const)
    await storage.db.insertInto(table).values(written.rows[table]).execute();
  // However old this file is: sessions end 30 days after their sign-in.
  await storage.db.updateTable("sessions").set({ created_at: new Date().toISOString() }).execute();
  await storage.close();

  const service = await ownerPages({ folder });
  const old = await service.browser().open("/forms", { Cookie: written.cookie });
  expect([old.status, old.url]).toEqual([200, `${service.publicUrl}/forms`]);
  expect(old.html).toContain("ada@example.org");
  const browser = service.browser();
  const entries = { email: "ada@example.org", password: written.password };
  const signedIn = await browser.send(await browser.open("/sign-in"), "/sign-in", entries);
  expect(signedIn.url).toBe(`${service.publicUrl}/forms`);
});

/** Pages of an account with a time zone: their times and days are those of the zone, also on respondents' pages. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../generated/types.ts";
import { createTokens } from "../../../accounts/tokens/tokens.ts";
import { editors, small } from "../../../test/support/editors.ts";
import { ownerTranslation } from "../../../texts/owner/owner-texts.ts";

const OPENS: FormStructure = {
  ...small,
  languages: ["en", "de"],
  settings: { opens_at: "2099-03-01T23:30:00Z" },
};

async function start() {
  const service = await editors();
  const id = await service.create(OPENS, true);
  const { db } = service.storage;
  // A moment that is already the next day in Auckland.
  const at = "2026-07-01T20:15:00.000Z";
  await db.updateTable("accounts").set({ time_zone: "Pacific/Auckland" }).execute();
  await db.updateTable("forms").set({ created_at: at, updated_at: at }).execute();
  await db.updateTable("form_versions").set({ created_at: at }).execute();
  await db
    .insertInto("pending_changes")
    .values({ form_id: id, id: "chg_1", structure: JSON.stringify(OPENS), base_version: 1, changed_at: at })
    .execute();
  const page = async (path: string) => (await service.ada.open(path)).html;
  return { ...service, id, at, page };
}

test("versions, changes, lists, sessions and tokens", async () => {
  const { id, at, page, storage } = await start();
  const account = await storage.db.selectFrom("accounts").selectAll().executeTakeFirstOrThrow();
  const wish = { name: "", scopes: ["forms:read"] as const, expiresInDays: undefined };
  await createTokens(storage.db, account, wish, 1, new Date(at));
  expect(await page(`/forms/${id}/versions`)).toContain("2\u00a0July 2026 at\u00a008:15 GMT+12");
  expect(await page(`/forms/${id}`)).toContain("Last changed on 2\u00a0July 2026 at\u00a008:15 GMT+12");
  expect(await page("/forms")).toContain("Changed 2\u00a0July 2026");
  const session = await storage.db.selectFrom("sessions").select("created_at").executeTakeFirstOrThrow();
  const t = ownerTranslation("en", "Pacific/Auckland");
  expect(await page("/settings/account")).toContain(t.time(session.created_at));
  expect(await page("/settings/integrations")).toContain("Created 2\u00a0July 2026");
});

test("respondents see when a form opens in the zone of its owner, with the zone's name, in their language", async () => {
  const { id, publicUrl } = await start();
  const text = async (language: string) =>
    await (await fetch(`${publicUrl}/f/${id}?lang=${language}`)).text();
  expect(await text("de")).toContain("Es nimmt Antworten ab 2.\u00a0März 2099 um\u00a012:30 GMT+13 an.");
  expect(await text("en")).toContain("It takes answers from 2\u00a0March 2099 at\u00a012:30 GMT+13.");
});

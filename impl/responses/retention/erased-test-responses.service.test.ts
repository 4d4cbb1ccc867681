/** Tests that test responses are not counted for a form or its owner in any state. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { countVerified, languagesUsed } from "../../forms/verified-responses.ts";
import { DAY_MS, respondents } from "../../test/support/respondents.ts";
import { bringBack } from "../bring-back.ts";
import { placesLeft } from "../capacity.ts";
import { countMatching } from "../filter.ts";
import { latestKeys, readResponses } from "../latest.ts";
import { markSpam } from "../spam.ts";
import { countBelongings } from "./delete-account.ts";
import { deleteResponses, eraseDeleted } from "./deleted-responses.ts";
import { eraseRespondent } from "./erase-respondent.ts";
import { keepTest } from "./test-responses.ts";

const structure: FormStructure = {
  title: { en: "Slots" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    {
      id: "page",
      fields: [
        {
          id: "slot",
          type: "single_choice",
          label: { en: "Slot" },
          choices: [
            { id: "a", label: { en: "A" }, capacity: 1 },
            { id: "b", label: { en: "B" }, capacity: 1 },
          ],
        },
      ],
    },
  ],
  settings: { one_response_per_email: true, response_limit: 2 },
};

/** A form that one person has answered, and its owner has tried out. */
async function tried() {
  const service = await respondents();
  const { storage, time, publish, verified } = service;
  const owner = await storage.db.selectFrom("accounts").selectAll().executeTakeFirstOrThrow();
  const form = await publish(structure);
  await verified(form, { slot: "a" });
  const of = { form_id: form.id, form_version: form.version, language: "de" as const };
  expect(await keepTest(service, owner, of, { slot: "b" })).toBe(true);
  const filter = (status: "verified" | "deleted" | "spam" | "test") =>
    ({ formId: form.id, status, period: {} }) as const;
  const [{ id } = { id: "" }] = await latestKeys(storage.db, filter("test"), undefined, 2);
  return { ...service, owner, form, filter, id, later: () => new Date(time.now.getTime() + 30 * DAY_MS) };
}

async function counted({ storage, time, form, owner, filter }: Awaited<ReturnType<typeof tried>>) {
  const { db } = storage;
  return {
    verified: await countVerified(db, form.id),
    languages: await languagesUsed(db, form.id),
    left: await placesLeft(db, form.id, structure, time.now),
    belongings: (await countBelongings(db, owner.id)).responses,
    listed: await Promise.all(
      (["verified", "deleted", "spam"] as const).map((status) => countMatching(db, filter(status))),
    ),
    live: (await db.selectFrom("live_responses").select("id").execute()).length,
  };
}

const onlyTheResponse = {
  verified: 1,
  languages: ["en"],
  left: new Map([["slot", new Map(Object.entries({ a: 0, b: 1 }))]]),
  belongings: 1,
  listed: [1, 0, 0],
  live: 1,
};

test("a test is in its own list, with its end, and counts for nothing", async () => {
  const service = await tried();
  const { storage, filter, id, later } = service;
  expect(await counted(service)).toEqual(onlyTheResponse);
  const [read] = await readResponses(storage.db, filter("test"), [{ id }], true);
  expect(read).toMatchObject({
    answers: { slot: "b" },
    email: "owner@example.org",
    erase_at: later().toISOString(),
  });
});

test("a test is never marked, deleted or brought back, and its author may still answer", async () => {
  const service = await tried();
  const { owner, form, id, verified } = service;
  expect(await markSpam(service, owner.id, form.id, [id])).toEqual([]);
  expect(await deleteResponses(service, owner.id, form.id, [id])).toEqual([]);
  expect(await bringBack(service, owner.id, form.id, id)).toBe("gone");
  expect(await counted(service)).toEqual(onlyTheResponse);
  await verified(form, { slot: "b" }, owner.email);
  expect(await counted(service)).toMatchObject({ verified: 2, listed: [2, 0, 0] });
});

test.each(["erased by its owner", "erased with its author"])(
  "a test that is %s leaves nothing",
  async (how) => {
    const service = await tried();
    const { storage, owner, form, id } = service;
    const before = await storage.db.selectFrom("responses").select("id").execute();
    if (how === "erased by its owner")
      expect(await eraseDeleted(service, owner.id, form.id, [id])).toEqual([id]);
    else expect(await eraseRespondent(service, owner.email)).toMatchObject({ responses: 1 });
    const after = await storage.db.selectFrom("responses").select("id").execute();
    expect(after).toEqual(before.filter((row) => row.id !== id));
    expect(await counted(service)).toEqual(onlyTheResponse);
  },
);

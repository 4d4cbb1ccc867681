/** Answers that strangers write and never send: bounded by form, by network and in all, also while the disk has its reserve only. */
import { describe, expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { UNSENT_ANSWERS } from "../../platform/config/uploads.ts";
import { removeExpired } from "../../responses/retention/remove-expired.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { filledIn, type Page, sendForm, visit } from "../../test/support/visitor.ts";

const structure: FormStructure = {
  title: { en: "Story" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "p",
      fields: [
        { id: "email", type: "email", label: { en: "Email" }, required: true },
        { id: "name", type: "short_text", label: { en: "Name" }, required: true },
        ...Array.from({ length: 20 }, (_, at) => ({
          id: `t${at}`,
          type: "long_text" as const,
          label: { en: "Text" },
        })),
      ],
    },
  ],
};

/** 200 kB of answers. */
const long = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`a.t${at}`, "x".repeat(10_000)]));

function open(environment: Readonly<Record<string, string>> = {}) {
  return publicForms({ environment: { RESERVE_MB: "1", TRUST_PROXY: "127.0.0.1", ...environment } });
}

type Forms = Awaited<ReturnType<typeof open>>;

/** Goes back without a name, so that the answers are kept and not sent. */
async function write(page: Page, entries: typeof long, network = "203.0.113.1") {
  const { address, body } = filledIn(page, { "a.email": "ada@example.org", ...entries, go: "back" }, 0);
  const headers = { Origin: address.origin, "X-Forwarded-For": network };
  const response = await fetch(address, { method: "POST", body, headers });
  return { status: response.status, html: await response.text() };
}

const counted = async ({ storage }: Forms) => {
  const rows = await storage.db.selectFrom("unsent_answer_usage").selectAll().execute();
  return new Map(rows.map(({ id, bytes }) => [id, Number(bytes)]));
};

const stored = ({ storage }: Forms) => storage.db.selectFrom("fills").selectAll().execute();

/** Pretends that others have written this much. */
async function use({ storage }: Forms, id: string, bytes: number): Promise<void> {
  const before = await storage.db
    .selectFrom("unsent_answer_usage")
    .select("bytes")
    .where("id", "=", id)
    .executeTakeFirst();
  if (before)
    await storage.db.updateTable("unsent_answer_usage").set({ bytes }).where("id", "=", id).execute();
  else await storage.db.insertInto("unsent_answer_usage").values({ id, bytes }).execute();
}

describe.each(["form", "network", "all"] as const)("the bound of a %s", (bound) => {
  test("rejects answers beyond the limit, keeps them on the page and stores nothing", async () => {
    const forms = await open();
    const address = await forms.publish(structure);
    const page = await visit(address);
    const ids = { form: new URL(address).pathname.split("/")[2]!, network: "203.0.113.1", all: "" };
    await use(forms, ids[bound], UNSENT_ANSWERS[bound] - 100_000);
    const refused = await write(page, long);
    expect([refused.status, refused.html.includes("x".repeat(10_000))]).toEqual([429, true]);
    expect(refused.html).toContain("Please wait 60 minutes");
    expect(await stored(forms)).toEqual([]);
    expect((await write(page, { "a.t1": "short" })).status).toBe(200);
    expect(await stored(forms)).toHaveLength(1);
  });
});

test("other networks can write while one has reached its limit", async () => {
  const forms = await open();
  const page = await visit(await forms.publish(structure));
  await use(forms, "203.0.113.1", UNSENT_ANSWERS.network);
  expect((await write(page, {})).status).toBe(429);
  expect((await write(page, {}, "198.51.100.1")).status).toBe(200);
});

test("updates the count when answers are changed, sent, or abandoned for a day", async () => {
  const forms = await open();
  const page = await visit(await forms.publish(structure));
  await write(page, long);
  const [first] = await stored(forms);
  expect(first!.network).toBe("203.0.113.1");
  const bytes = 500 + Buffer.byteLength(first!.given);
  expect(await counted(forms)).toEqual(
    new Map([
      ["", bytes],
      [first!.form_id, bytes],
      ["203.0.113.1", bytes],
    ]),
  );
  await write(page, Object.fromEntries(Object.keys(long).map((name) => [name, ""])), "198.51.100.1");
  const less = 500 + Buffer.byteLength((await stored(forms))[0]!.given);
  expect(less).toBeLessThan(2_000);
  expect(await counted(forms)).toEqual(
    new Map([
      ["", less],
      [first!.form_id, less],
      ["198.51.100.1", less],
    ]),
  );
  forms.later(5_000);
  const sent = await sendForm(page, { "a.email": "ada@example.org", "a.name": "Ada", go: "send" });
  expect(sent.url).toMatch(/\/sent\//);
  expect((await stored(forms))[0]!.network).toBeNull();
  expect(await counted(forms)).toEqual(new Map([["", 0]]));
  await write(await visit(page.url), long);
  expect((await counted(forms)).get("")).toBeGreaterThan(200_000);
  forms.later(25 * 3_600_000);
  await removeExpired({ storage: forms.storage, files: forms.files, clock: forms.now });
  expect(await counted(forms)).toEqual(new Map([["", 0]]));
});

test("keeps a reserve of the disk: rejects long answers (507), but not ordinary ones", async () => {
  const forms = await open({ RESERVE_MB: "999999999" });
  const page = await visit(await forms.publish(structure));
  const refused = await write(page, long);
  expect([refused.status, refused.html]).toEqual([507, expect.stringContaining("Send shorter answers")]);
  expect(refused.html).toContain("<title>The storage is full</title>");
  expect(await stored(forms)).toEqual([]);
  expect((await write(page, { "a.t1": "short" })).status).toBe(200);
});

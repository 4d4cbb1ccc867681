/** Tests unsent files: limited by form, by network and in total, and removed when the form is abandoned. */
import { describe, expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { DEFAULT_BUDGETS } from "../../platform/config/budgets.ts";
import { removeExpired } from "../../responses/retention/remove-expired.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { type Page, sendForm, visit } from "../../test/support/visitor.ts";

const MINUTE_MS = 60_000;

const letter: FormStructure = {
  title: { en: "Letter" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "p",
      fields: [
        { id: "email", type: "email", label: { en: "Email" }, required: true },
        { id: "file", type: "file_upload", label: { en: "File" }, validation: { max_files: 5 } },
      ],
    },
  ],
};

function pdf(bytes: number): File {
  return new File([`%PDF-1.7 ${"x".repeat(bytes)}`], "a.pdf");
}

/** Uploads like the page's script. */
async function upload(page: Page, bytes = 600_000, network = "203.0.113.1"): Promise<number> {
  const [, ticket = ""] = /name="ticket" value="([^"]*)"/.exec(page.html) ?? [];
  const body = new FormData();
  body.set("ticket", ticket);
  body.set("a.file", pdf(bytes));
  const headers = { "X-Forwarded-For": network };
  const response = await fetch(`${page.url}/files`, { method: "POST", body, headers });
  await response.text();
  return response.status;
}

function open(environment: Readonly<Record<string, string>>) {
  const proxy = { TRUST_PROXY: "127.0.0.1" };
  return publicForms({ environment: { RESERVE_MB: "1", ...proxy, ...environment } });
}

async function filesIn({ files }: Awaited<ReturnType<typeof publicForms>>): Promise<number> {
  let count = 0;
  for await (const _ of files.list()) count++;
  return count;
}

describe.each([
  { limit: "MAX_UNSENT_FORM_MB", sameForm: 422, sameNetwork: 201, other: 201 },
  { limit: "MAX_UNSENT_NETWORK_MB", sameForm: 201, sameNetwork: 422, other: 201 },
  { limit: "MAX_UNSENT_MB", sameForm: 422, sameNetwork: 422, other: 422 },
])("$limit", ({ limit, sameForm, sameNetwork, other }) => {
  test("holds over visitors, and ends when the form is sent", async () => {
    const forms = await open({ [limit]: "1" });
    const [one, two, three] = [
      await forms.publish(letter),
      await forms.publish(letter),
      await forms.publish(letter),
    ];
    const first = await visit(one);
    expect(await upload(first)).toBe(201);
    expect([
      await upload(await visit(one), 600_000, "198.51.100.1"),
      await upload(await visit(two), 600_000),
      await upload(await visit(three), 600_000, "192.0.2.1"),
    ]).toEqual([sameForm, sameNetwork, other]);
    forms.later(5_000);
    expect((await sendForm(first, { "a.email": "ada@example.org", go: "send" })).url).toMatch(/\/sent\//);
    const rows = await forms.storage.db
      .selectFrom("files")
      .select("network")
      .where("fill_id", "is", null)
      .execute();
    expect(rows).toEqual([{ network: null }]);
  });
});

test("keeps only simultaneous uploads that fit, and counts them until the files are removed", async () => {
  const forms = await open({ MAX_UNSENT_MB: "1" });
  const counted = () => forms.storage.db.selectFrom("unsent_usage").selectAll().orderBy("id").execute();
  const pages = await Promise.all(Array.from({ length: 6 }, async () => visit(await forms.publish(letter))));
  const statuses = await Promise.all(pages.map((page, at) => upload(page, 300_000, `203.0.113.${at}`)));
  expect(statuses.toSorted()).toEqual([201, 201, 201, 422, 422, 422]);
  const rows = await counted();
  expect(rows.map(({ id, bytes }) => [id.slice(0, 4), Number(bytes)])).toEqual([
    ["", 900_027],
    ...Array(3).fill(["203.", 300_009]),
    ...Array(3).fill(["frm_", 300_009]),
  ]);
  forms.later(5_000);
  const sent = pages[statuses.indexOf(201)]!;
  expect((await sendForm(sent, { "a.email": "ada@example.org", go: "send" })).url).toMatch(/\/sent\//);
  expect((await counted()).map(({ bytes }) => Number(bytes))).toEqual([600_018, ...Array(4).fill(300_009)]);
  forms.later(61 * MINUTE_MS);
  await removeExpired({ storage: forms.storage, files: forms.files, clock: forms.now });
  expect((await counted()).map(({ id, bytes }) => [id, Number(bytes)])).toEqual([["", 0]]);
});

test("rejects files for an owner with a full budget, and explains that waiting does not help", async () => {
  const forms = await open({});
  const page = await visit(await forms.publish(letter));
  await forms.storage.db.updateTable("account_usage").set({ file_bytes: DEFAULT_BUDGETS.files }).execute();
  const refused = await sendForm(page, { "a.file": new File(["%PDF-1.7"], "letter.pdf"), go: "send" });
  expect([refused.status, refused.html.includes("Please tell the person who sent it to you")]).toEqual([
    422,
    true,
  ]);
  expect(await upload(page)).toBe(422);
  expect(await filesIn(forms)).toBe(0);
});

test("keeps a reserve of the disk: answers 507, and writes nothing", async () => {
  const forms = await open({ RESERVE_MB: "999999999" });
  expect(await upload(await visit(await forms.publish(letter)))).toBe(507);
  expect(await filesIn(forms)).toBe(0);
});

test("removes unsent files an hour after the last step, and tells the respondent once", async () => {
  const forms = await open({});
  const page = await visit(await forms.publish(letter));
  await upload(page);
  const cleanUp = () => removeExpired({ storage: forms.storage, files: forms.files, clock: forms.now });
  forms.later(50 * MINUTE_MS);
  await upload(page);
  forms.later(50 * MINUTE_MS);
  await cleanUp();
  expect(await filesIn(forms)).toBe(2);
  forms.later(11 * MINUTE_MS);
  await cleanUp();
  expect(await filesIn(forms)).toBe(0);
  const send = () => sendForm(page, { "a.email": "ada@example.org", go: "send" });
  const told = await send();
  expect([told.status, told.html]).toEqual([422, expect.stringContaining("choose your files again")]);
  expect((await send()).url).toMatch(/\/sent\//);
});

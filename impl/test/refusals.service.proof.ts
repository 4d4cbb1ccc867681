/** A refusal leaves stored answers, files, places and money as they were: random forms, against the service, by each door that refuses. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../generated/types.ts";
import { ensureAccount } from "../accounts/accounts.ts";
import { builtInEditor, builtInGenerator } from "../ai/built-in.ts";
import { insertForm } from "../forms/forms.ts";
import type { Schema } from "../platform/storage/schema.ts";
import { ownerPages } from "./support/owner.ts";
import { randomEntry, randomForms } from "./support/random-respondents.ts";
import { filledIn, type Page, toPage, visit } from "./support/visitor.ts";

/** Answers that were sent, structures, places and money. */
const TABLES = [
  "accounts",
  "forms",
  "form_versions",
  "pending_changes",
  "form_shares",
  "generations",
  "responses",
  "verifications",
  "images",
  "form_images",
  "response_totals",
  "form_totals",
  "choice_totals",
  "choice_holds",
  "response_mails",
  "response_mail_texts",
  "webhooks",
  "credit_transactions",
  "credit_entries",
] as const satisfies readonly (keyof Schema)[];

type Service = Awaited<ReturnType<typeof start>>;

async function start() {
  const service = await ownerPages({
    generateForm: builtInGenerator,
    editForm: builtInEditor,
    environment: { TRUST_PROXY: "127.0.0.1" },
  });
  const owner = await ensureAccount(service.storage.db, "ada@example.org", "business", service.now());
  return { ...service, owner };
}

async function publish({ storage, owner, now }: Service, structure: FormStructure): Promise<string> {
  const form = await storage.db
    .transaction()
    .execute((transaction) => insertForm(transaction, owner.id, structure, "published", now()));
  return form.id;
}

async function rows({ storage }: Service, table: keyof Schema): Promise<string[]> {
  const all = await storage.db.selectFrom(table).selectAll().execute();
  return all.map((row) => JSON.stringify(row)).sort();
}

/** All that a refusal leaves as it was. */
async function kept(service: Service) {
  const tables = await Promise.all(TABLES.map((table) => rows(service, table)));
  return {
    tables: Object.fromEntries(TABLES.map((table, at) => [table, tables[at]])),
    mails: (await service.mails.list()).length,
  };
}

/** Returns the drafts of respondents: their answers and files, and all files in the store. */
async function drafts(service: Service) {
  const db = service.storage.db;
  const fills = await db
    .selectFrom("fills")
    .select(["id", "given", "form_version", "response_id"])
    .orderBy("id")
    .execute();
  const files = await db
    .selectFrom("files")
    .select(["id", "fill_id", "response_id", "field_id", "storage_key"])
    .orderBy("id")
    .execute();
  const keys: string[] = [];
  for await (const { key } of service.files.list()) keys.push(key);
  return { fills, files, keys: keys.sort() };
}

type Drafts = Awaited<ReturnType<typeof drafts>>;

/** A rejected page changes no draft and loses no file; only its own uploads are new, once each. */
function expectSameDrafts(before: Drafts, after: Drafts, arrived: number): void {
  const known = new Set(before.fills.map(({ id }) => id));
  expect(after.fills.filter(({ id }) => known.has(id))).toEqual(before.fills);
  for (const { id, given } of after.fills) if (!known.has(id)) expect(given).toBe("{}");
  const files = new Set(before.files.map(({ id }) => id));
  expect(after.files.filter(({ id }) => files.has(id))).toEqual(before.files);
  expect(after.files.length).toBeLessThanOrEqual(before.files.length + arrived);
  expect(after.keys).toEqual(after.files.map(({ storage_key }) => storage_key).sort());
}

/** Draws on what fast-check has made, over and over. */
function drawing(draws: readonly number[]): () => number {
  let at = 0;
  return () => draws[at++ % draws.length]!;
}

const draws = fc.array(fc.nat(99), { minLength: 40, maxLength: 40 });

/** The fields that a page asks. */
function fieldsOn({ html }: Page, structure: FormStructure): FormField[] {
  const shown = new Set([...html.matchAll(/data-field="(\w+)"/g)].map(([, id]) => id));
  return structure.pages.flatMap(({ fields }) => fields).filter(({ id }) => shown.has(id));
}

/** Fills in a page at random: right and wrong answers, files, and files to remove. */
function fillIn(page: Page, structure: FormStructure, draw: () => number) {
  const { address, body } = filledIn(page, {});
  let arrived = 0;
  for (const field of fieldsOn(page, structure)) {
    body.delete(`a.${field.id}`);
    for (const [name, value] of randomEntry(field, draw())) {
      body.append(name, value);
      arrived += Number(value instanceof File);
    }
  }
  for (const [, name, value] of page.html.matchAll(/type="checkbox" name="(x\.\w+)" value="(file_\w+)"/g))
    if (draw() < 50) body.append(name!, value!);
  if (page.html.includes('name="address"')) body.set("address", draw() < 60 ? "bob@example.org" : "bob");
  body.set("go", page.html.includes('value="send"') ? "send" : draw() < 85 ? "next" : "back");
  return { address, body, arrived };
}

const outcomes = { refused: 0, accepted: 0 };
let networks = 0;

/** Fills in a form at random, and compares the stored data around each rejection. */
async function answer(
  service: Service,
  id: string,
  structure: FormStructure,
  draw: () => number,
): Promise<void> {
  // Each from a network of its own, so that no limit of one answers for the form.
  networks += 1;
  const network = { "X-Forwarded-For": `10.${networks >> 8}.${networks & 255}.1` };
  let page = await visit(`${service.publicUrl}/f/${id}?steps=1`, network);
  service.time.now = new Date(service.time.now.getTime() + 10_000);
  for (let step = 0; step < 6 && page.html.includes('id="form"'); step += 1) {
    const { address, body, arrived } = fillIn(page, structure, draw);
    const [before, draftsBefore] = [await kept(service), await drafts(service)];
    const headers = { Origin: address.origin, ...network };
    page = await toPage(await fetch(address, { method: "POST", body, headers }));
    if (page.status < 400) {
      outcomes.accepted += 1;
      continue;
    }
    outcomes.refused += 1;
    expect(await kept(service)).toEqual(before);
    if (body.get("go") !== "send") expectSameDrafts(draftsBefore, await drafts(service), arrived);
    else expectNoLoss(draftsBefore, await drafts(service), arrived);
  }
}

/** The last page may be right and another one wrong: then its answers are kept in the draft, and none is lost. */
function expectNoLoss(before: Drafts, after: Drafts, arrived: number): void {
  const given = new Map(after.fills.map(({ id, given: text }) => [id, JSON.parse(text) as object]));
  for (const fill of before.fills) expect(given.get(fill.id)).toBeDefined();
  expect(after.files.length).toBeLessThanOrEqual(before.files.length + arrived);
  expect(after.keys).toEqual(after.files.map(({ storage_key }) => storage_key).sort());
}

test("pages of respondents and their drafts", async () => {
  const service = await start();
  await fc.assert(
    fc.asyncProperty(randomForms, draws, async (structure, numbers) => {
      const id = await publish(service, structure);
      const draw = drawing(numbers);
      // Two respondents, so that the first one takes places from the second.
      for (let respondent = 0; respondent < 2; respondent += 1) await answer(service, id, structure, draw);
    }),
    { numRuns: 20, endOnFailure: true },
  );
  // Neither kind is so rare that the law would say little.
  expect(outcomes.refused).toBeGreaterThan(20);
  expect(outcomes.accepted).toBeGreaterThan(20);
});

/** Ways to spoil a structure or a list of operations. */
const spoilt: readonly ((structure: FormStructure) => object)[] = [
  (structure) => ({ structure: { ...structure, pages: [...structure.pages, structure.pages[0]] } }),
  (structure) => ({ structure: { ...structure, default_language: "de" } }),
  (structure) => ({ structure: { ...structure, pages: [] } }),
  (structure) => ({
    structure: {
      ...structure,
      pages: [
        {
          ...structure.pages[0],
          fields: [{ ...structure.pages[0]!.fields[0], visible_if: { field: "nothing", op: "answered" } }],
        },
      ],
    },
  }),
  ({ pages: [page] }) => ({
    operations: [
      { op: "change_field", id: page!.fields[0]!.id, set: { label: "Changed" } },
      { op: "remove_field", id: "nothing" },
    ],
  }),
  () => ({ prompt: "" }),
  () => ({ prompt: "?! ... ?!" }),
  () => ({ status_action: "publish", password: "x" }),
];

test("tools that make and change forms, and the owner's pages", async () => {
  const service = await start();
  const { token } = await service.mint({ plan: "business" });
  const ada = await service.signIn();
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(randomForms, fc.constantFrom(...spoilt), async (structure, spoil) => {
      const form_id = await publish(service, structure);
      await answer(service, form_id, structure, drawing([0]));
      const [before, draftsBefore] = [await kept(service), await drafts(service)];
      const wish = spoil(structure);
      const updated = await service.call(token, "service_update_form", { form_id, ...wish });
      const created =
        "prompt" in wish || "structure" in wish
          ? await service.call(token, "service_create_form", wish)
          : updated;
      const page = await ada.open(`/forms/${form_id}/edit`);
      const sent =
        "structure" in wish
          ? { structure: JSON.stringify(wish.structure), revision: "1" }
          : { prompt: "?! ..." };
      const action = "structure" in sent ? "edit" : "proposal";
      const [posted] = [await postAs(service, page, ada, `/forms/${form_id}/${action}`, sent)];
      for (const isRefused of [updated.isError, created.isError, posted >= 400]) refused += Number(isRefused);
      expect({ wish, updated: updated.isError, created: created.isError, posted: posted >= 400 }).toEqual({
        wish,
        updated: true,
        created: true,
        posted: true,
      });
      expect(await kept(service)).toEqual(before);
      expect(await drafts(service)).toEqual(draftsBefore);
    }),
    { numRuns: 20, endOnFailure: true },
  );
  expect(refused).toBe(60);
});

type Browser = Awaited<ReturnType<Service["signIn"]>>;

/** The status of what an owner's page answers. */
async function postAs(
  { publicUrl }: Service,
  page: Page,
  browser: Browser,
  path: string,
  entries: Readonly<Record<string, string>>,
): Promise<number> {
  const csrf = /name="csrf" value="([^"]*)"/.exec(page.html)?.[1] ?? "";
  const cookies = [...browser.jar].map(([name, value]) => `${name.split(" ")[0]}=${value.value}`).join("; ");
  const body = new URLSearchParams({ csrf, ...entries });
  const headers = { Origin: new URL(publicUrl).origin, Cookie: cookies };
  const response = await fetch(new URL(path, publicUrl), {
    method: "POST",
    body,
    headers,
    redirect: "manual",
  });
  await response.text();
  return response.status;
}

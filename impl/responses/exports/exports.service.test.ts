import { createHash } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { limits } from "../../../generated/limits.ts";
import { answeredForm } from "../../test/support/answered-form.ts";
import { onPostgres } from "../../test/support/engine.ts";
import { everyFieldForm, field } from "../../test/support/every-field-form.ts";
import { type ServiceOptions, startService } from "../../test/support/service.ts";
import { unzip } from "../../test/support/unzip.ts";
import { failureCode } from "../../test/support/wire.ts";
import { readPeriod } from "../period.ts";
import { eraseRespondent } from "../retention/erase-respondent.ts";
import { removeExpiredExports } from "./cleanup.ts";
import { requestKey } from "./request.ts";

interface Wish extends ServiceOptions {
  readonly scopes?: readonly string[];
  readonly structure?: Parameters<typeof answeredForm>[1];
}

async function exporting({ scopes, structure, ...options }: Wish = {}) {
  const service = await startService(options);
  service.time.now = new Date("2026-03-15T12:00:00.789Z");
  const { token } = await service.mint({ plan: "business", ...(scopes && { scopes }) });
  const answered = await answeredForm(service, structure);
  const ask = (args: object = {}) =>
    service.call(token, "service_export_responses", { form_id: answered.form.id, format: "csv", ...args });
  async function exported(args: object = {}) {
    const { structuredContent: told } = await ask(args);
    const response = await fetch(told.download_url);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(told.size_bytes).toBe(bytes.length);
    expect(told.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    return { told, response, bytes, text: bytes.toString() };
  }
  const later = (ms: number) => {
    service.time.now = new Date(service.time.now.getTime() + ms);
  };
  return { ...service, ...answered, token, ask, exported, later };
}

/** Parses the file with an independent parser. */
function parse(text: string): Record<string, string>[] {
  const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  return data;
}

test("every kind of answer is a readable cell", async () => {
  const { respond, upload, exported } = await exporting();
  const [slides, notes] = [
    await upload("slides.pdf", "%PDF-1.7"),
    await upload("notes.pdf", "%PDF-1.7 notes"),
  ];
  const id = await respond({
    name: "Alan",
    email: "friend@example.org",
    phone: "+441234567890",
    website: "https://example.org/",
    bio: 'Two\nlines; "quoted", and a comma',
    age: -42.5,
    birthday: "1912-06-23",
    speaks: false,
    start: "09:30",
    arrival: "2026-03-15T09:30",
    track: "web",
    size: { other: "XXL" },
    interests: ["art", "ai", { other: "Chess" }],
    terms: true,
    stars: 5,
    effort: 0,
    recommend: 10,
    order: ["coffee", "tea"],
    sessions: { rows: { evening: ["talk", "workshop"] } },
    slides: [slides.file, notes.file],
    source: "newsletter",
    score: 15,
    double: 30,
  });
  const { told, response, text } = await exported();
  expect(told).toMatchObject({
    export_id: expect.stringMatching(/^exp_[0-9A-Za-z]{22}$/),
    format: "csv",
    row_count: 1,
    total_matching: 1,
    truncated: false,
    file_name: "conference.csv",
    expires_at: "2026-03-15T12:10:00.000Z",
  });
  expect(told).not.toHaveProperty("next_date_from");
  expect(response.headers.get("content-disposition")).toContain('attachment; filename="conference.csv"');
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(parse(text)).toEqual([
    {
      response_id: id,
      status: "verified",
      submitted_at: "2026-03-15T12:00:00.789Z",
      verified_at: "2026-03-15T12:00:00.789Z",
      language: "en",
      form_version: "1",
      respondent_email: "alan@example.org",
      "Name [name]": "Alan",
      "Email [email]": "friend@example.org",
      "Phone [phone]": "+441234567890",
      "Website [website]": "https://example.org/",
      "Bio [bio]": 'Two\nlines; "quoted", and a comma',
      "Age [age]": "-42.5",
      "Birthday [birthday]": "1912-06-23",
      "Do you give a talk? [speaks]": "false",
      "Earliest start [start]": "09:30",
      "Arrival [arrival]": "2026-03-15T09:30",
      "Track [track]": "Web",
      "T-shirt [size]": "XXL",
      "Interests [interests]": "Art; AI; Chess",
      "Terms [terms]": "true",
      "Stars [stars]": "5",
      "Effort [effort]": "0",
      "Recommend [recommend]": "10",
      "Order [order]": "Coffee; Tea",
      "Sessions: Morning [sessions.morning]": "",
      "Sessions: Evening [sessions.evening]": "Talk; Workshop",
      "Slides [slides]": "slides.pdf (8 bytes, application/pdf); notes.pdf (14 bytes, application/pdf)",
      "Signature [signed]": "",
      "Source [source]": "newsletter",
      campaign: "",
      "Score [score]": "15",
      double: "30",
    },
  ]);
});

test("the file is UTF-8 with byte order mark, CRLF and quotes where they are needed", async () => {
  const structure = everyFieldForm();
  structure.pages = [{ id: "p", fields: [{ id: "q", type: "long_text", label: { en: 'A "q", ä' } }] }];
  Object.assign(structure, { hidden_fields: [], calculations: [], endings: [] });
  const { respond, exported } = await exporting({ structure });
  const id = await respond({ q: "one\ntwo" });
  const at = "2026-03-15T12:00:00.789Z";
  expect((await exported()).text).toBe(
    "\uFEFFresponse_id,status,submitted_at,verified_at,language,form_version,respondent_email," +
      `"A ""q"", ä [q]"\r\n${id},verified,${at},${at},en,1,alan@example.org,"one\ntwo"\r\n`,
  );
});

test("an export without responses has headers", async () => {
  const { exported } = await exporting();
  const { told, text } = await exported();
  expect(told).toMatchObject({ row_count: 0, total_matching: 0, truncated: false });
  expect(text.trimEnd().split("\r\n")).toHaveLength(1);
  expect(text.startsWith("\uFEFFresponse_id,")).toBe(true);
});

const formulas = [
  "=1+1",
  "+1+1",
  "-1-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "＝1+1",
  "＋1",
  "－1",
  "＠A",
  '=cmd|" /C calc"!A0',
];

test.each(formulas)("no spreadsheet reads %j as a formula, in a cell or in a header", async (formula) => {
  const structure = everyFieldForm();
  Object.assign(field(structure, "bio"), { label: { en: formula } });
  Object.assign(field(structure, "track").choices[0], { label: { en: formula } });
  const { respond, exported } = await exporting({ structure });
  await respond(
    { bio: formula, track: "web", size: { other: formula }, source: formula },
    { email: "=1@example.org" },
  );
  const { text } = await exported();
  const { data } = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true });
  const risky = data.flat().filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell));
  expect(risky).toEqual([]);
  const guarded = `'${formula.replace(/\s=/, (both) => `${both[0]}'=`)}`;
  expect(data[1]).toContain(guarded);
  expect(data[0]).toContain(`${guarded} [bio]`);
  expect(data[1]).toContain("'=1@example.org");
});

test("without responses:read:pii there are no addresses", async () => {
  const scopes = ["responses:export"];
  const { respond, exported } = await exporting({ scopes });
  await respond({ name: "Alan", email: "friend@example.org", source: "alan@example.org", bio: "about" });
  const { text } = await exported();
  expect(text).not.toContain("@example.org");
  const [row] = parse(text);
  expect(Object.keys(row!)).not.toContain("respondent_email");
  expect(Object.keys(row!)).not.toContain("Email [email]");
  expect(row).toMatchObject({ "Name [name]": "Alan", "Source [source]": "", "Bio [bio]": "about" });
});

test("fields removed before any confirmation keep their columns, after the others", async () => {
  const { respond, exported, storage, form } = await exporting();
  const structure = everyFieldForm();
  structure.pages[0]!.fields = structure.pages[0]!.fields.filter(({ id }) => id !== "bio");
  structure.pages[0]!.fields.push({ id: "city", type: "short_text", label: { en: "City" } });
  Object.assign(field(structure, "name"), { label: { en: "Full name" } });
  const at = form.created_at;
  await storage.db
    .insertInto("form_versions")
    .values({ form_id: form.id, version: 2, structure: JSON.stringify(structure), created_at: at })
    .execute();
  await storage.db.updateTable("forms").set({ version: 2 }).execute();
  await respond({ name: "Old", bio: "Long ago" });
  await respond(
    { name: "New", city: "Paris" },
    { form_version: 2, submitted_at: "2026-03-16T00:00:00.000Z" },
  );
  const rows = parse((await exported()).text);
  expect(rows.map((row) => [row["Full name [name]"], row["City [city]"], row["Bio [bio]"]])).toEqual([
    ["Old", "", "Long ago"],
    ["New", "Paris", ""],
  ]);
  expect(Object.keys(rows[0]!).at(-1)).toBe("Bio [bio]");
});

test("an export with links has one signed address a file, for a week", async () => {
  const { respond, upload, exported, publicUrl } = await exporting();
  const { file } = await upload("cv.pdf", "%PDF");
  await respond({ slides: [file, file] });
  const [row] = parse((await exported({ format: "csv_with_links" })).text);
  const links = row!["Slides [slides]"]!.split("; ").map((link) => new URL(link));
  expect(links.map(({ origin, pathname }) => origin + pathname)).toEqual(
    Array(2).fill(`${publicUrl}/files/${file.id}`),
  );
  const expires = Number(links[0]!.searchParams.get("e")) * 1000;
  expect(expires).toBe(Date.parse("2026-03-22T12:00:00.000Z"));
});

test("a ZIP has the sheet, the files and a manifest with the hash of each", async () => {
  const { respond, upload, exported, form } = await exporting();
  const [one, two, odd] = [
    await upload("cv.pdf", "%PDF one"),
    await upload("cv.pdf", ""),
    await upload("../../é:*?.pdf", "%PDF odd"),
  ];
  const first = await respond({ slides: [one.file, two.file], signed: [odd.file] });
  for (const [upload, id] of [
    [one, "slides"],
    [two, "slides"],
    [odd, "signed"],
  ] as const) {
    await upload.attach(first, id);
  }
  const second = await respond({ name: "No files" }, { submitted_at: "2026-03-16T00:00:00.000Z" });
  const { told, bytes, response } = await exported({ format: "zip" });
  expect([told.file_name, response.headers.get("content-type")]).toEqual([
    "conference.zip",
    "application/zip",
  ]);
  const entries = await unzip(bytes);
  const paths = [
    "responses.csv",
    `files/${first}/slides/1_cv.pdf`,
    `files/${first}/slides/2_cv.pdf`,
    `files/${first}/signed/1_é___.pdf`,
    "manifest.json",
  ];
  expect([...entries.keys()]).toEqual(paths);
  expect(paths.slice(1, 4).map((path) => entries.get(path)!.toString())).toEqual([
    "%PDF one",
    "",
    "%PDF odd",
  ]);
  const rows = parse(entries.get("responses.csv")!.toString());
  expect(rows.map((row) => [row.response_id, row["Slides [slides]"]])).toEqual([
    [first, `${paths[1]}; ${paths[2]}`],
    [second, ""],
  ]);
  const manifest = JSON.parse(entries.get("manifest.json")!.toString());
  expect(manifest).toMatchObject({ form_id: form.id, title: "Conference", row_count: 2, missing: [] });
  expect(manifest.files).toEqual(
    paths.slice(0, -1).map((path) => ({
      path,
      size_bytes: entries.get(path)!.length,
      sha256: createHash("sha256").update(entries.get(path)!).digest("hex"),
    })),
  );
});

test("names a lost file as missing, and exports the rest", async () => {
  const { respond, upload, exported, files } = await exporting();
  const { file, key, attach } = await upload("cv.pdf", "%PDF");
  const id = await respond({ slides: [file] });
  await attach(id, "slides");
  await files.remove([key]);
  const entries = await unzip((await exported({ format: "zip" })).bytes);
  expect([...entries.keys()]).toEqual(["responses.csv", "manifest.json"]);
  const manifest = JSON.parse(entries.get("manifest.json")!.toString());
  expect(manifest.missing).toEqual([`files/${id}/slides/1_cv.pdf`]);
});

test("exports the first 5,000 responses, and says where to continue", async () => {
  const { respondOften, exported, form, time } = await exporting();
  const { max } = limits.export_rows;
  await respondOften(max + 3, (n) => ({ name: `Person ${n}` }));
  const first = await exported();
  const next = new Date(time.now.getTime() + max * 1000).toISOString();
  expect(first.told).toMatchObject({
    row_count: max,
    total_matching: max + 3,
    truncated: true,
    next_date_from: next,
  });
  const second = await exported({ date_from: first.told.next_date_from });
  expect(second.told).toMatchObject({ row_count: 3, total_matching: 3, truncated: false });
  const names = [first, second].flatMap(({ text }) => parse(text).map((row) => row["Name [name]"]));
  expect(names).toEqual(Array.from({ length: max + 3 }, (_, n) => `Person ${n}`));
  expect(form.version).toBe(1);
});

test("exports responses of the same millisecond together, without loss or repetition", async () => {
  const { respondOften, respond, exported } = await exporting();
  const { max } = limits.export_rows;
  await respondOften(max - 2, (n) => ({ name: `Person ${n}` }));
  for (let n = 0; n < 5; n += 1)
    await respond({ name: `Twin ${n}` }, { submitted_at: "2026-06-01T00:00:00.001Z" });
  await respond({ name: "Last" }, { submitted_at: "2026-06-01T00:00:00.002Z" });
  const first = await exported();
  expect(first.told).toMatchObject({
    row_count: max - 2,
    total_matching: max + 4,
    truncated: true,
    next_date_from: "2026-06-01T00:00:00.001Z",
  });
  const second = await exported({ date_from: first.told.next_date_from });
  expect(second.told).toMatchObject({ row_count: 6, truncated: false });
  const ids = [first, second].flatMap(({ text }) => parse(text).map(({ response_id }) => response_id));
  expect([ids.length, new Set(ids).size]).toEqual([max + 4, max + 4]);
});

test("exactly 5,000 responses fit", async () => {
  const { respondOften, ask } = await exporting();
  await respondOften(limits.export_rows.max, () => ({}));
  expect((await ask()).structuredContent).toMatchObject({
    row_count: limits.export_rows.max,
    truncated: false,
  });
});

test("status and dates filter", async () => {
  const { respond, exported } = await exporting();
  await respond({ name: "March" });
  await respond({ name: "Spam" }, { status: "spam" });
  await respond({ name: "April" }, { submitted_at: "2026-04-01T00:00:00.000Z" });
  const names = async (args: object) => parse((await exported(args)).text).map((row) => row["Name [name]"]);
  expect(await names({})).toEqual(["March", "April"]);
  expect(await names({ status: "spam" })).toEqual(["Spam"]);
  expect(await names({ date_to: "2026-03-31" })).toEqual(["March"]);
});

test("the address ends after ten minutes, to the second", async () => {
  const { ask, later, time } = await exporting();
  const { download_url, expires_at } = (await ask()).structuredContent;
  const status = async () => (await fetch(download_url)).status;
  time.now = new Date(Date.parse(expires_at) - 1);
  expect(await status()).toBe(200);
  time.now = new Date(expires_at);
  expect(await status()).toBe(410);
  later(86_400_000);
  expect(await status()).toBe(410);
});

test("an export needs its signed address, unchanged", async () => {
  const { ask, publicUrl } = await exporting();
  const { download_url, export_id } = (await ask()).structuredContent;
  const other = (await ask()).structuredContent;
  const url = new URL(download_url);
  const changed = (change: (url: URL) => void) => {
    const copy = new URL(url);
    change(copy);
    return copy;
  };
  const forged = [
    changed(({ searchParams }) => searchParams.set("e", String(Number(searchParams.get("e")) + 1))),
    changed(({ searchParams }) => searchParams.set("s", "A".repeat(22))),
    changed(({ searchParams }) => searchParams.delete("s")),
    changed((copy) => {
      copy.pathname = `/exports/${other.export_id}`;
    }),
    `${publicUrl}/exports/${export_id}`,
    `${publicUrl}/exports/exp_${"0".repeat(22)}?e=99999999999&s=AAAA`,
    `${publicUrl}/exports/../exports/${export_id}`,
  ];
  for (const address of forged) expect((await fetch(address)).status, String(address)).toBe(404);
  expect((await fetch(download_url, { method: "POST" })).status).toBe(405);
  const head = await fetch(download_url, { method: "HEAD" });
  expect([head.status, Number(head.headers.get("content-length")) > 0]).toEqual([200, true]);
});

test("a repeated request after delivery makes a new export; so does another request", async () => {
  const { ask, respondOften } = await exporting();
  await respondOften(500, (n) => ({ name: `Person ${n}` }));
  const asked = [await ask(), await ask(), await ask({ format: "zip" }), await ask({ status: "spam" })];
  expect(new Set(asked.map(({ structuredContent }) => structuredContent.export_id)).size).toBe(4);
});

test("erased data is in no export, neither a finished one nor one in progress", async () => {
  const { respond, ask, exported, storage, files } = await exporting();
  await respond({ name: "Alan" });
  await respond({ name: "Grace" }, { email: "grace@example.org" });
  const { download_url } = (await ask()).structuredContent;
  const running = exported({ format: "zip" });
  await eraseRespondent({ storage, files, clock: () => new Date() }, "alan@example.org");
  expect((await fetch(download_url)).status).toBe(410);
  const entries = await unzip((await running).bytes);
  const names = parse(entries.get("responses.csv")!.toString()).map((row) => row["Name [name]"]);
  expect(names).toEqual(["Grace"]);
});

test("an export that another process left unfinished is neither served nor waited for", async () => {
  const { ask, storage, form, later } = await exporting();
  const { export_id } = (await ask()).structuredContent;
  const filter = { formId: form.id, status: "verified", period: readPeriod(undefined, undefined) } as const;
  const request = { format: "csv", filter, withAddresses: true } as const;
  const open_request = requestKey(form.owner_id, request);
  await storage.db
    .updateTable("exports")
    .set({ storage_key: null, expires_at: null, leased_until: "2026-03-15T12:01:00.000Z", open_request })
    .execute();
  later(61_000);
  const again = (await ask()).structuredContent;
  expect(again.export_id).not.toBe(export_id);
  expect(await storage.db.selectFrom("exports").select("id").execute()).toEqual([{ id: again.export_id }]);
});

test.each(["csv", "zip"])(
  "a %s export that the disk refuses fails at once, and works when the disk does",
  async (format) => {
    const { ask, exported, folder, respond } = await exporting();
    await respond({ name: "Alan" });
    const [files, away] = [join(folder, "files"), join(folder, "away")];
    renameSync(files, away);
    writeFileSync(files, "");
    expect(failureCode(await ask({ format }))).toBe("internal");
    rmSync(files);
    renameSync(away, files);
    expect((await exported({ format })).told.row_count).toBe(1);
  },
);

test.skipIf(onPostgres)(
  "no call waits for an export that failed while its row could not be removed",
  async () => {
    const { ask, exported, folder, storage, respond } = await exporting();
    await respond({ name: "Alan" });
    const [files, away] = [join(folder, "files"), join(folder, "away")];
    renameSync(files, away);
    writeFileSync(files, "");
    await sql`create trigger keep before delete on exports begin select raise(abort, 'kept'); end`.execute(
      storage.db,
    );
    expect(failureCode(await ask())).toBe("internal");
    await sql`drop trigger keep`.execute(storage.db);
    rmSync(files);
    renameSync(away, files);
    expect((await exported()).told.row_count).toBe(1);
  },
);

test("expired exports are removed with their files, and no export waits for the removal of others", async () => {
  const { ask, storage, files, later, time } = await exporting();
  await ask();
  later(661_000);
  await ask({ format: "zip" });
  expect(await storage.db.selectFrom("exports").select("id").execute()).toHaveLength(2);
  await removeExpiredExports({ storage, files, clock: () => time.now });
  expect(await storage.db.selectFrom("exports").select("id").execute()).toHaveLength(1);
  const stored: string[] = [];
  for await (const { key } of files.list()) stored.push(key);
  expect(stored).toHaveLength(1);
});

test("only accounts that may view the form can export it", async () => {
  const { form, token, mint, call } = await exporting();
  const bob = await mint({ email: "bob@example.org" });
  const ask = () => call(bob.token, "service_export_responses", { form_id: form.id, format: "csv" });
  expect(failureCode(await ask())).toBe("not_found");
  await call(token, "service_share_form", { form_id: form.id, email: "bob@example.org", permission: "view" });
  expect((await ask()).structuredContent.row_count).toBe(0);
});

/**
 * Clients of a service that may fail or end at any moment: agents, and respondents with files and mails. They repeat what was not
 * answered, as real ones do, and write down what was acknowledged; `expectKept` then looks for all of it in the database and the files.
 */
import { hash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { scopes } from "../../../generated/scopes.ts";
import type { FormStructure } from "../../../generated/types.ts";
import { ensureAccount } from "../../accounts/accounts.ts";
import { createTokens } from "../../accounts/tokens/tokens.ts";
import { insertForm } from "../../forms/forms.ts";
import type { FileStore } from "../../platform/files/store.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { subscribe } from "../../responses/notifications/subscriptions.ts";
import { expectLedgerLaws } from "./lesson-life.ts";
import type { mailServer } from "./mail-server.ts";
import { filledIn, type Page, toPage } from "./visitor.ts";
import { failureCode, type Outcome, post } from "./wire.ts";

export const OWNER = "owner@example.org";
const TOKENS = 60;
const RESPONDENTS = 12;
const PAUSE_MS = 50;
/** Somebody who answers faster is a program. */
const FILLING_MS = 2_000;
/** Somebody whose mail does not come gives up. */
const PATIENCE_MS = 5_000;
/** A code may be tried five times. */
const CODES_AT_MOST = 5;

const survey: FormStructure = {
  title: { en: "Survey" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "p",
      fields: [
        { id: "email", type: "email", label: { en: "Email" }, required: true },
        { id: "name", type: "short_text", label: { en: "Name" }, required: true },
        { id: "cv", type: "file_upload", label: { en: "CV" } },
      ],
    },
  ],
};

/** Prepares data for the clients: an account with tokens, a form that accepts responses, and two to edit. */
export async function prepareWork(storage: Storage) {
  const now = new Date();
  const owner = await ensureAccount(storage.db, OWNER, "business", now);
  const wish = { name: "", scopes: Object.keys(scopes), expiresInDays: undefined };
  const tokens = await createTokens(storage.db, owner, wish, TOKENS, now);
  const makeForm = () =>
    storage.db
      .transaction()
      .execute((transaction) => insertForm(transaction, owner.id, survey, "published", now));
  const [form, ...edited] = [await makeForm(), await makeForm(), await makeForm()];
  await subscribe({ storage, now }, { form: form.id, account: owner.id }, "each", "en");
  return { tokens: tokens.map(({ token }) => token), form: form.id, edited: edited.map(({ id }) => id) };
}

export interface Acknowledged {
  /** Title -> form. */
  readonly forms: Map<string, string>;
  readonly edits: { readonly form: string; readonly revision: number; readonly title: string }[];
  /** Addresses whose responses were taken. */
  readonly sent: Set<string>;
  /** The confirmed responses, each with the content of its file. */
  readonly confirmed: Map<string, string>;
  readonly exports: { readonly id: string; readonly sha256: string }[];
  /** Quote -> lesson. */
  readonly lessons: Map<string, string>;
}

export interface Work {
  /** Returns everything acknowledged so far. Throws if a client saw a forbidden answer. */
  acknowledged(): Acknowledged;
  /** Answers other than success, by name. */
  readonly others: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

class Stopped extends Error {}

interface WorkOptions {
  /** Whether the service may refuse, because its clock differs from its clients'. */
  readonly mayRefuse?: boolean;
  /** Resolves when the service can be reached: on a busy machine, clients that only retry would slow its start down. */
  isUp?(): Promise<void>;
}

/** A rightful answer to somebody whose clock is not the service's, and a wrong one to everybody else. */
class Refused extends Error {}

export function startWork(
  { tokens, form, edited }: Awaited<ReturnType<typeof prepareWork>>,
  origin: () => string,
  received: Awaited<ReturnType<typeof mailServer>>["received"],
  { mayRefuse = false, isUp = () => Promise.resolve() }: WorkOptions = {},
): Work {
  const forms = new Map<string, string>();
  const edits: Acknowledged["edits"] = [];
  const sent = new Set<string>();
  const confirmed = new Map<string, string>();
  const exports: Acknowledged["exports"] = [];
  const lessons = new Map<string, string>();
  const others = new Map<string, number>();
  let isStopped = false;
  let calls = 0;
  let people = 0;

  const count = (name: string) => others.set(name, (others.get(name) ?? 0) + 1);

  /** Repeats a request until something other than a failure of the service comes back. */
  async function untilAnswered<T>(send: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      await isUp();
      if (isStopped) throw new Stopped();
      const answer = await send().catch(() => void count("no answer"));
      if (answer !== undefined) return answer;
      await wait(PAUSE_MS);
    }
  }

  function call(tool: string, args: object): Promise<Outcome> {
    return untilAnswered(async () => {
      const params = { name: tool, arguments: args };
      const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
      calls += 1;
      const response = await post(`${origin()}/api/mcp`, tokens[calls % TOKENS]!, message);
      const { result } = (await response.json()) as { result?: Outcome };
      const failure = result?._meta?.["dev.toolwright/failure"] as
        | { code: string; retryable?: boolean }
        | undefined;
      const isFailure = result === undefined || failure?.retryable === true || failure?.code === "internal";
      if (!isFailure) return result;
      count(failure ? `${failure.code}${failure.retryable ? ", retryable" : ""}` : `${response.status}`);
      return undefined;
    });
  }

  async function callRight(tool: string, args: object) {
    const outcome = await call(tool, args);
    if (outcome.isError) throw new Refused(`${tool}: ${outcome.content[0]?.text}`);
    return outcome.structuredContent;
  }

  async function makeForm(n: number): Promise<void> {
    const title = `Form ${n}`;
    const args = { structure: survey, title, idempotency_key: `key-of-form-${n}` };
    forms.set(title, (await callRight("service_create_form", args)).form_id);
    await wait(300);
  }

  function editor(id: string) {
    return async (n: number): Promise<void> => {
      const title = `Title ${n}`;
      const { revision } = await callRight("service_get_form", { form_id: id });
      const structure = { ...survey, title: { en: title } };
      const args = { form_id: id, structure, expected_revision: revision };
      const edit = await call("service_update_form", args);
      // It was done, and the answer was lost.
      if (failureCode(edit) === "revision_conflict") return;
      expect(edit.isError, edit.content[0]?.text).toBeUndefined();
      edits.push({ form: id, revision: edit.structuredContent.revision, title });
    };
  }

  async function exportAll(n: number): Promise<void> {
    const args = { form_id: form, format: n % 2 === 0 ? "csv" : "zip" };
    const { export_id: id, sha256 } = await callRight("service_export_responses", args);
    exports.push({ id, sha256 });
    await wait(200);
  }

  async function makeLesson(): Promise<void> {
    const wish = { prompt: "The water cycle", languages: ["en"], illustration_count: 1 };
    const { quote_id } = await callRight("service_quote_lesson_generation", wish);
    const { lesson_id } = await callRight("service_create_lesson", { quote_id });
    lessons.set(quote_id, lesson_id);
    await wait(1_000);
  }

  async function respond(): Promise<void> {
    people += 1;
    const n = people;
    const email = `p${n}@example.net`;
    const content = `%PDF-1.7 of person ${n}`;
    // Each client uses its own network, since a network's requests are limited.
    const from = { "x-forwarded-for": `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` };
    const open = (url: string | URL, init: RequestInit = {}) =>
      untilAnswered(async () => {
        const page = await toPage(await fetch(url, { ...init, headers: { ...from, ...init.headers } }));
        if (page.status < 500) return page;
        count(`page ${page.status}`);
        return undefined;
      });
    const send = (page: Page, entries: Parameters<typeof filledIn>[1]) => {
      const { address, body } = filledIn(page, entries);
      return open(address, { method: "POST", body, headers: { Origin: origin() } });
    };
    const page = await open(`${origin()}/f/${form}`);
    await wait(FILLING_MS);
    const answers = { "a.email": email, "a.name": `Person ${n}`, go: "send" };
    let asked = await send(page, { ...answers, "a.cv": new File([content], "cv.pdf") });
    // A repeated request has uploaded the file again: remove all but one, as the page asks for.
    const [, ...again] = asked.html.matchAll(/name="x\.cv" value="(\w+)"/g);
    if (again.length > 0) asked = await send(asked, { ...answers, "x.cv": again.map(([, id]) => id!) });
    if (!new URL(asked.url).pathname.includes("/sent/")) throw new Refused(`${asked.status} ${asked.html}`);
    sent.add(email);
    // The mail did not go out, and the page offers to send it.
    if (!asked.html.includes('name="code"')) asked = await send(asked, { go: "again" });
    // A client whose answer was lost asks again, and gets a second code by mail, which invalidates the first one.
    const tried: string[] = [];
    for (let done = asked; !new URL(done.url).pathname.includes("/done"); ) {
      if (tried.length === CODES_AT_MOST) throw new Refused(`${done.status} ${done.html}`);
      const code = await codeFor(email, tried);
      if (code === undefined) {
        count(tried.length > 0 ? "code replaced" : "no code");
        return;
      }
      tried.push(code);
      done = await send(asked, { code });
    }
    confirmed.set(email, content);
  }

  /** Returns the newest mailed code for an address that was not tried yet. */
  async function codeFor(email: string, tried: readonly string[]): Promise<string | undefined> {
    // Only possible while some account may send it.
    for (let waited = 0; waited < PATIENCE_MS; waited += PAUSE_MS) {
      await isUp();
      const codes = received
        .filter(({ envelope }) => envelope.includes(email))
        .flatMap(({ subject }) => /\d{6}/.exec(subject ?? "") ?? []);
      const code = codes.findLast((one) => !tried.includes(one));
      if (code !== undefined || isStopped) return code;
      await wait(PAUSE_MS);
    }
    return undefined;
  }

  async function untilStopped(act: (n: number) => Promise<void>): Promise<void> {
    for (let n = 0; !isStopped; n += 1)
      await act(n).catch((error: unknown) => {
        if (mayRefuse && error instanceof Refused) count("refused");
        else if (!(error instanceof Stopped)) throw error;
      });
  }

  const working = Promise.all([
    ...[makeForm, ...edited.map(editor), exportAll, makeLesson].map(untilStopped),
    ...Array.from({ length: RESPONDENTS }, () => untilStopped(respond)),
  ]);
  let broken: unknown;
  working.catch((error: unknown) => (broken = error));
  return {
    acknowledged() {
      if (broken !== undefined) throw broken;
      return {
        forms: new Map(forms),
        edits: [...edits],
        sent: new Set(sent),
        confirmed: new Map(confirmed),
        exports: [...exports],
        lessons: new Map(lessons),
      };
    },
    others,
    async stop() {
      isStopped = true;
      await working;
    },
  };
}

/** Everything that was acknowledged is there, and nothing is there twice. */
export async function expectKept(
  { db }: Pick<Storage, "db">,
  files: FileStore,
  work: Acknowledged,
): Promise<void> {
  const forms = Map.groupBy(
    await db.selectFrom("forms").select(["id", "title"]).where("title", "like", "Form %").execute(),
    ({ title }) => title,
  );
  for (const [title, same] of forms) expect([title, same.length]).toEqual([title, 1]);
  for (const [title, id] of work.forms) expect([title, forms.get(title)?.[0]?.id]).toEqual([title, id]);
  await expectEdits({ db }, work);
  await expectResponses({ db }, files, work);

  const exports = await db
    .selectFrom("exports")
    .select(["id", "sha256", "storage_key", "size_bytes"])
    .execute();
  const digests = new Map(exports.map(({ id, sha256 }) => [id, sha256]));
  for (const { id, sha256 } of work.exports) if (digests.has(id)) expect(digests.get(id)).toBe(sha256);
  // Whatever can be downloaded, acknowledged or not, is whole.
  for (const { sha256, storage_key } of exports)
    if (storage_key !== null)
      expect(hash("sha256", await buffer(await files.open(storage_key)))).toBe(sha256);

  const lessons = Map.groupBy(
    await db.selectFrom("lessons").select(["id", "quote_id"]).execute(),
    ({ quote_id }) => quote_id,
  );
  for (const [quote, same] of lessons) expect([quote, same.length]).toEqual([quote, 1]);
  for (const [quote, id] of work.lessons) expect(lessons.get(quote)?.[0]?.id).toBe(id);
  await expectLedgerLaws({ db });
}

/** How much was acknowledged, by kind. */
export function countsOf({ edits, exports, ...named }: Acknowledged): Record<string, number> {
  const sizes = Object.entries(named).map(([name, { size }]) => [name, size] as const);
  return { ...Object.fromEntries(sizes), edits: edits.length, exports: exports.length };
}

async function expectEdits({ db }: Pick<Storage, "db">, { edits }: Acknowledged): Promise<void> {
  const versions = await db.selectFrom("form_versions").select(["form_id", "version", "structure"]).execute();
  const titles = new Map(
    versions.map(({ form_id, version, structure }) => [
      `${form_id} ${version}`,
      JSON.parse(structure).title.en as string,
    ]),
  );
  // An old version without responses may be removed.
  for (const { form, revision, title } of edits)
    if (titles.has(`${form} ${revision}`)) expect(titles.get(`${form} ${revision}`)).toBe(title);
  for (const form of new Set(edits.map(({ form }) => form))) {
    const own = versions.filter(({ form_id }) => form_id === form);
    const last = edits.findLast((edit) => edit.form === form)!;
    expect(Math.max(...own.map(({ version }) => version))).toBeGreaterThanOrEqual(last.revision);
    const ofEdits = own
      .map(({ version }) => titles.get(`${form} ${version}`)!)
      .filter((title) => title !== "Survey");
    expect(new Set(ofEdits).size, "no edit is done twice").toBe(ofEdits.length);
  }
}

async function expectResponses(
  { db }: Pick<Storage, "db">,
  files: FileStore,
  { sent, confirmed }: Acknowledged,
): Promise<void> {
  const responses = Map.groupBy(
    await db.selectFrom("responses").select(["id", "email", "status", "answers"]).execute(),
    ({ email }) => email!,
  );
  for (const [email, same] of responses) expect([email, same.length]).toEqual([email, 1]);
  for (const email of sent) expect(responses.has(email), email).toBe(true);
  const stored = Map.groupBy(
    await db.selectFrom("files").select(["response_id", "storage_key"]).execute(),
    ({ response_id }) => response_id,
  );
  for (const [email, content] of confirmed) {
    const { id, status, answers } = responses.get(email)![0]!;
    expect([email, status]).toEqual([email, "verified"]);
    expect(JSON.parse(answers)).toMatchObject({ email });
    const own = stored.get(id) ?? [];
    expect([email, own.length]).toEqual([email, 1]);
    expect((await buffer(await files.open(own[0]!.storage_key))).toString()).toBe(content);
  }
}

/** The mails to the owner. One that is sent again because its first sending was not recorded is the same message. */
export function countOwnerMails(received: Awaited<ReturnType<typeof mailServer>>["received"]) {
  const own = received.filter(({ envelope }) => envelope.includes(OWNER));
  const subjects = new Map(own.map(({ messageId, subject }) => [messageId, subject]));
  const counts = [...subjects.values()].map((subject) => Number.parseInt(subject ?? "0", 10));
  return { mails: subjects.size, responses: counts.reduce((sum, count) => sum + count, 0) };
}

/** The ways in which an account can store more and more, each as a step that is taken again and again. */
import { randomBytes } from "node:crypto";
import type { FormField, FormStructure } from "../../generated/types.ts";
import type { BudgetKind } from "../../impl/accounts/plans/budgets.ts";
import { withChunks } from "../../impl/test/support/marked-pictures.ts";
import { png, pngChunk } from "../../impl/test/support/pictures.ts";
import { type Page, sendForm, visit } from "../../impl/test/support/visitor.ts";
import { callTool, type Outcome } from "../../impl/test/support/wire.ts";
import respondentTexts from "../../impl/texts/en.json" with { type: "json" };
import ownerTexts from "../../impl/texts/owner/en.json" with { type: "json" };
import { type SignedIn, signIn } from "./signed-in.ts";
import type { World } from "./world.ts";

/** An account with what the steps need. */
export interface Owner {
  readonly world: World;
  readonly token: string;
  readonly browser: SignedIn;
  /** A published form with a text and a file. */
  readonly form: string;
  /** The same with 300 kB of texts. */
  readonly large: string;
}

/** Runs a step; returns the reason of a rejected step, undefined if it succeeded. */
export type Step = (owner: Owner, n: number) => Promise<string | undefined>;

export interface Way {
  readonly name: string;
  /** The budget that it fills. */
  readonly budget: BudgetKind | undefined;
  readonly step: Step;
  /** How the words of the refusal begin. */
  readonly refusal: string;
  /** Taken once before. */
  readonly prepare?: Step;
}

const KB = 1_000;

/** A form with so many bytes of texts. */
export function makeForm(bytes: number, title = "Form"): FormStructure {
  const texts = Array.from({ length: Math.ceil(bytes / (1.5 * KB)) }, (_, at): FormField => {
    return { id: `s${at}`, type: "statement", label: { en: "S" }, description: { en: "x".repeat(1_500) } };
  });
  const fields: FormField[] = [
    { id: "email", type: "email", label: { en: "Email" }, required: true },
    { id: "text", type: "long_text", label: { en: "Text" } },
    { id: "file", type: "file_upload", label: { en: "File" } },
    ...texts,
  ];
  return { title: { en: title }, default_language: "en", languages: ["en"], pages: [{ id: "p", fields }] };
}

export async function startOwner(world: World, name: string): Promise<Owner> {
  const email = `${name.replaceAll(" ", "-")}@example.org`;
  const token = await world.mint(email);
  return {
    world,
    token,
    browser: await signIn(world, email),
    form: await world.publish(token, makeForm(0)),
    large: await world.publish(token, makeForm(300 * KB)),
  };
}

function call({ world, token }: Owner, tool: string, args: object): Promise<string | undefined> {
  return callTool(world.endpoint, token, `service_${tool}`, args).then(refusedCall);
}

/** The text of a tool's refusal. Another code than `quota_exceeded` is shown as it is. */
function refusedCall(outcome: Outcome): string | undefined {
  if (outcome.isError !== true) return undefined;
  const code = outcome._meta?.["dev.toolwright/failure"]?.code;
  const { text = "" } = outcome.content[0] ?? {};
  return code === "quota_exceeded" ? text : `${code}: ${text}`;
}

/** The text of a page that refused a post. */
function refusedPost({ status, html }: Pick<Page, "status" | "html">): string | undefined {
  if (status < 400) return undefined;
  const [, main = html] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
  return main
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replace(/\s+/g, " ")
    .trim();
}

/** A text up to its first value, which differs. */
const beginning = (text: string) => text.split("{")[0]!.trim();

async function postScript(owner: Owner, path: string, body: FormData): Promise<string | undefined> {
  const { world, browser } = owner;
  const { html } = await browser.open(path.replace(/\/\w+$/, "/edit"));
  const [, csrf = ""] = /"csrf":"([^"]+)"/.exec(html) ?? [];
  const headers = { Cookie: `session=${browser.session}`, Origin: world.origin, "x-csrf-token": csrf };
  const response = await fetch(world.origin + path, { method: "POST", body, headers });
  const { ok, message } = (await response.json()) as { ok: boolean; message?: string };
  return ok ? undefined : message;
}

/** Uploads a file, as the page of a form does, and sends the form. */
async function answer({ world, form }: Owner, bytes: number): Promise<string | undefined> {
  const page = await visit(`${world.origin}/f/${form}`);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  // Random, so that archives are as large.
  const file = new File(["%PDF-1.7 ", new Uint8Array(randomBytes(bytes))], "a.pdf");
  const entries = { "a.email": `visitor${performance.now()}@example.net`, "a.file": file, go: "send" };
  return refusedPost(await sendForm(page, entries));
}

const create: Step = (owner, n) =>
  call(owner, "create_form", { structure: makeForm(0, `Form ${n}`), publish: true });
const copy: Step = (owner) => call(owner, "clone_form", { form_id: owner.large });
const edit: Step = (owner, n) =>
  call(owner, "update_form", { form_id: owner.large, structure: makeForm(300 * KB, `Edit ${n}`) });
const editLittle: Step = (owner, n) =>
  call(owner, "update_form", { form_id: owner.form, structure: makeForm(0, `Edit ${n}`) });
const send: Step = (owner) => answer(owner, 300 * KB);
const sendMuch: Step = (owner) => answer(owner, 600 * KB);
const sendLittle: Step = (owner) => answer(owner, KB);

const picture =
  (bytes: number): Step =>
  (owner) => {
    const body = new FormData();
    // A colour profile is what an upload keeps beside the picture.
    const file = withChunks(png(9, 9), pngChunk("iCCP", Buffer.alloc(bytes, "x")));
    body.set("image", new File([new Uint8Array(file)], "a.png"));
    return postScript(owner, `/forms/${owner.form}/images`, body);
  };

/** Each of another period, so that each is written anew. */
const exportFiles: Step = (owner, n) =>
  call(owner, "export_responses", {
    form_id: owner.form,
    format: "zip",
    status: "pending_verification",
    date_from: new Date(Date.UTC(2020, 0, 1, 0, n)).toISOString(),
  });

const AT_ONCE = 40;

/** The first refusal. */
const exportAtOnce: Step = async (owner, n) => {
  const all = Array.from({ length: AT_ONCE }, (_, at) => exportFiles(owner, n * AT_ONCE + at));
  return (await Promise.all(all)).find((refused) => refused !== undefined);
};

const EXPORTS = "Exports that can still be downloaded";

const makeToken: Step = async ({ browser }, n) => {
  const path = "/settings/integrations";
  return refusedPost(await browser.send(path, path, { name: `T${n}`, scope: "forms:read", expiry: "never" }));
};

const invite: Step = async ({ browser, form }, n) =>
  refusedPost(
    await browser.send(`/forms/${form}`, `/forms/${form}/share`, {
      email: `person${n}@example.net`,
      permission: "view",
    }),
  );

const addWebhook: Step = async ({ browser, form }, n) => {
  const path = `/forms/${form}/connections`;
  const entries = { url: `https://hooks.example.org/${n}`, event: "form.published" };
  return refusedPost(await browser.send(path, path, entries));
};

const quote: Step = (owner, n) =>
  call(owner, "quote_lesson_generation", {
    prompt: `The water cycle, for class ${n}`,
    languages: ["en"],
    illustration_count: 0,
  });

/** Unpublished changes of 300 kB, each of another form. */
const keep: Step = async (owner, n) => {
  const { world, token, browser } = owner;
  const form = await world.publish(token, makeForm(0, `Kept ${n}`));
  const { html } = await browser.open(`/forms/${form}/edit`);
  const [, revision = ""] = /"revision":(\d+)/.exec(html) ?? [];
  const body = new FormData();
  body.set("structure", JSON.stringify(makeForm(300 * KB, `Kept ${n}`)));
  body.set("revision", revision);
  body.set("keep", "yes");
  return postScript(owner, `/forms/${form}/structure`, body);
};

/** A test answer of 10 kB, as the end of the preview sends it; the page that follows says whether it was kept. */
const keepTest: Step = async ({ world, browser, form }) => {
  const path = `/forms/${form}/preview`;
  const { html } = await browser.open(path);
  const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec(html) ?? [];
  const ticket = JSON.stringify({ email: "ada@example.org", text: "x".repeat(10 * KB) });
  const response = await fetch(world.origin + path, {
    method: "POST",
    body: new URLSearchParams({ csrf, ticket, lang: "en", test: "yes" }),
    headers: { Cookie: `session=${browser.session}`, Origin: world.origin },
  });
  const text = await response.text();
  return text.includes(ownerTexts.done_tests_full) ? ownerTexts.done_tests_full : undefined;
};

const STRUCTURES = "This change is not stored: the forms of their owner";

export const ways: readonly Way[] = [
  { name: "forms", budget: "forms", step: create, refusal: "The account has" },
  { name: "copies", budget: "structures", step: copy, refusal: STRUCTURES },
  { name: "edits", budget: "structures", step: edit, refusal: STRUCTURES },
  {
    name: "unpublished changes",
    budget: "structures",
    step: keep,
    refusal: beginning(ownerTexts.budget_full_structures),
  },
  { name: "files of visitors", budget: "files", step: send, refusal: respondentTexts.files_full },
  {
    name: "pictures",
    budget: "files",
    step: picture(300 * KB),
    refusal: beginning(ownerTexts.budget_full_files),
  },
  { name: "exports", budget: "exports", step: exportFiles, refusal: EXPORTS, prepare: sendMuch },
  {
    name: `${AT_ONCE} exports at once`,
    budget: "exports",
    step: exportAtOnce,
    refusal: EXPORTS,
    prepare: sendMuch,
  },
  { name: "tokens", budget: "tokens", step: makeToken, refusal: beginning(ownerTexts.token_limit) },
  { name: "shares", budget: "shares", step: invite, refusal: beginning(ownerTexts.budget_full_shares) },
  {
    name: "webhooks",
    budget: "webhooks",
    step: addWebhook,
    refusal: beginning(ownerTexts.budget_full_webhooks),
  },
  { name: "lesson quotes", budget: "quotes", step: quote, refusal: "The account has" },
  { name: "test answers", budget: undefined, step: keepTest, refusal: ownerTexts.done_tests_full },
];

/** A small step for each budget, and which budgets it needs room in. */
export const smallSteps: readonly (readonly [name: string, needs: readonly BudgetKind[], step: Step])[] = [
  ["a form", ["forms", "structures"], create],
  ["an edit", ["structures"], editLittle],
  ["a response with a file", ["files"], sendLittle],
  ["a picture", ["files"], picture(KB)],
  ["an export", ["exports"], exportFiles],
  ["a token", ["tokens"], makeToken],
  ["a share", ["shares"], invite],
  ["a webhook", ["webhooks"], addWebhook],
  ["a quote", ["quotes"], quote],
];

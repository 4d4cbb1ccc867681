/**
 * The law of doors, over random forms and wishes on a real server: the same wish by words, by a model, by an operation, by a structure,
 * in the owner's panel and in the chat app gives the same structure.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { FormField, FormOperation, FormStructure, Language } from "../../generated/types.ts";
import { builtInEditor, builtInGenerator } from "../ai/built-in.ts";
import { deleteForm } from "../forms/delete.ts";
import type { EditorBoot, TranslationReply } from "../web/editor/boot.ts";
import { Editor } from "../web/editor/model/editor.ts";
import { setProperty, setText, updateField } from "../web/editor/model/edits.ts";
import { fillTexts, listUntranslated } from "../web/editor/saving/filled-texts.ts";
import { modelServer } from "./support/model-server.ts";
import { ownerPages } from "./support/owner.ts";

/** Some are known in all languages, and some are not. */
const LABELS = ["Name", "Email", "Phone", "Favourite planet", "Number of moons", "Comments", "Crew motto"];
const CHOICES = ["Mars", "Venus", "Yes", "No", "Saturn"];
const NEW_LABELS = ["Address", "Spare helmet", "Company"];
const LANGUAGES = { de: "German", fr: "French", pl: "Polish" } as const;

/** A wish: in words, as an operation, and its effect on the structure. `to`: the panel asks the service for known texts. */
interface Wish {
  readonly words: string;
  readonly operation: FormOperation;
  readonly change: (form: FormStructure) => void;
  /** Writes one language of a text; the panel changes nothing else by itself. */
  readonly write?: (form: FormStructure) => FormStructure;
  readonly to?: Language;
}

/** The initial data of the panel, except for the form. */
const BOOT = {
  form: { id: "form_1", status: "draft", revision: 1, access: "owner", responseCount: 0, publicUrl: "" },
  notes: [],
  model: null,
  csrf: "",
  language: "en",
  countries: [],
  ownAnswerWords: [],
  extensions: { documents: [], pictures: [], audio: [], video: [] },
  addresses: {
    structure: "",
    preview: "",
    proposal: "",
    images: "",
    translation: "",
    questions: "",
    checks: "",
    overview: "",
    clone: "",
    status: "",
    texts: "",
  },
} satisfies Omit<EditorBoot, "structure">;

const text = (label: string) => ({ en: label });
const list = (labels: readonly string[]) =>
  labels.map((label) => ({ id: label.toLowerCase(), label: text(label) }));
const fieldsOf = ({ pages }: FormStructure) => pages[0]!.fields;
const named = (form: FormStructure, id: string) => fieldsOf(form).find((field) => field.id === id)!;

const formField = fc
  .tuple(fc.constantFrom("short_text", "email", "number", "single_choice", "multiple_choice"), fc.boolean())
  .chain(([type, required]) =>
    fc.subarray(CHOICES, { minLength: 2 }).map((choices) => ({ type, required, choices: list(choices) })),
  );

const someForm = fc
  .tuple(
    fc.shuffledSubarray(LABELS, { minLength: 3 }),
    fc.array(formField, { minLength: 7, maxLength: 7 }),
    fc.boolean(),
  )
  .map(([labels, kinds, isBilingual]): FormStructure => {
    const inBoth = (label: string) => ({ en: label, ...(isBilingual && { nl: `${label} (nl)` }) });
    const fields = labels.map((label, at) => {
      const { type, required, choices } = kinds[at]!;
      const hasChoices = type.endsWith("choice");
      const common = { id: `f${at}`, type, label: inBoth(label), required };
      return { ...common, ...(hasChoices && { choices }) } as FormField;
    });
    const title = { en: "Trip to the moon", ...(isBilingual && { nl: "Reis naar de maan" }) };
    return {
      title,
      default_language: "en",
      languages: isBilingual ? ["en", "nl"] : ["en"],
      pages: [{ id: "page_1", fields: fields as FormStructure["pages"][number]["fields"] }],
    };
  });

function wishesFor(form: FormStructure): fc.Arbitrary<Wish> {
  const field = fc.constantFrom(...fieldsOf(form));
  const label = ({ label: { en = "" } }: FormField) => en;
  const required = field.map(
    (one): Wish => ({
      words: `Make "${label(one)}" required`,
      operation: { op: "change_field", id: one.id, set: { required: true } },
      change: (next) => Object.assign(named(next, one.id), { required: true }),
    }),
  );
  const renamed = fc.tuple(field, fc.constantFrom(...NEW_LABELS)).map(
    ([one, words]): Wish => ({
      words: `Rename "${label(one)}" to "${words}"`,
      operation: { op: "change_field", id: one.id, set: { label: words } },
      change: (next) => Object.assign(named(next, one.id), { label: text(words) }),
      write: (next) =>
        updateField(next, one.id, (field) => setProperty(field, "label", setText(field.label, "en", words))),
    }),
  );
  const removed = field.map(
    (one): Wish => ({
      words: `Remove "${label(one)}"`,
      operation: { op: "remove_field", id: one.id },
      change: ({ pages }) => {
        const [page] = pages;
        page!.fields.splice(
          page!.fields.findIndex(({ id }) => id === one.id),
          1,
        );
      },
    }),
  );
  const moved = field
    .filter((one) => one !== fieldsOf(form)[0])
    .map(
      (one): Wish => ({
        words: `Move "${label(one)}" to the top`,
        operation: { op: "move_field", id: one.id, before: fieldsOf(form)[0]!.id },
        change: (next) => {
          const fields = fieldsOf(next);
          const [item] = fields.splice(
            fields.findIndex(({ id }) => id === one.id),
            1,
          );
          fields.unshift(item!);
        },
      }),
    );
  const titled = fc.constantFrom("Big trip", "To the stars").map(
    (title): Wish => ({
      words: `Change the title to "${title}"`,
      operation: { op: "change_form", title },
      change: (next) => Object.assign(next, { title: text(title) }),
      write: (next) => setProperty(next, "title", setText(next.title, "en", title)),
    }),
  );
  const described = fc.constant<Wish>({
    words: 'Change the description to "Read this first."',
    operation: { op: "change_form", description: "Read this first." },
    change: (next) => Object.assign(next, { description: text("Read this first.") }),
  });
  const translated = fc.constantFrom<keyof typeof LANGUAGES>("de", "fr", "pl").map(
    (to): Wish => ({
      words: `Translate to ${LANGUAGES[to]}`,
      operation: { op: "change_form", languages: [...form.languages, to] },
      change: (next) => Object.assign(next, { languages: [...next.languages, to] }),
      to,
    }),
  );
  const withChoices = fieldsOf(form).filter((one) => "choices" in one);
  const added = withChoices.map((one) =>
    fc.constant<Wish>({
      words: `Add the choice "Pluto" to "${label(one)}"`,
      operation: { op: "add_choice", field: one.id, choice: "Pluto" },
      change: (next) => {
        const there = named(next, one.id);
        if ("choices" in there) there.choices.push({ id: "pluto", label: text("Pluto") });
      },
    }),
  );
  const all = [required, renamed, removed, moved, titled, described, translated];
  return fc.oneof(...all, ...added);
}

const wanted = someForm.chain((form) => wishesFor(form).map((wish) => ({ form, wish })));

/** The number of runs with the constant seed of all tests; `DOORS_RUNS` and `FAST_CHECK_SEED` try others. */
const RUNS = Number(process.env.DOORS_RUNS ?? 25);

test("the same wish by each interface gives the same structure", { timeout: 600_000 }, async () => {
  const service = await ownerPages({ generateForm: builtInGenerator, editForm: builtInEditor });
  let token = "";
  const tool = async (name: string, args: object) => {
    const result = await service.call(token, `service_${name}`, args);
    expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
    return result.structuredContent;
  };
  const ada = await service.signIn();
  const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec((await ada.open("/forms")).html) ?? [];
  const cookie = `session=${ada.cookie("session")}; csrf=${ada.cookie("csrf") ?? ""}`;
  /** Sends a request like the script of the editor. */
  async function post<Reply>(path: string, entries: readonly (readonly [string, string])[]): Promise<Reply> {
    const body = new URLSearchParams([["csrf", csrf], ...entries.map(([name, value]) => [name, value])]);
    const headers = { cookie, origin: service.publicUrl };
    const response = await fetch(service.publicUrl + path, { method: "POST", body, headers });
    return (await response.json()) as Reply;
  }

  async function inPanel(id: string, form: FormStructure, { change, write, to }: Wish): Promise<void> {
    const editor = new Editor({ ...BOOT, structure: form });
    editor.edit(
      write ??
        ((before) => {
          const next = structuredClone(before);
          change(next);
          return next;
        }),
    );
    let { structure } = editor;
    if (to !== undefined) {
      const texts = listUntranslated(structure, to).map(({ kind, original }) => [kind, original] as const);
      const entries = [["from", "en"], ["to", to], ...texts] as const;
      const reply = await post<TranslationReply>(`/forms/${id}/translation`, entries);
      if (reply.ok) structure = fillTexts(structure, to, reply.translations).structure;
    }
    const saved = await post<{ readonly ok: boolean }>(`/forms/${id}/structure`, [
      ["structure", JSON.stringify(structure)],
      ["revision", "1"],
    ]);
    expect(saved).toMatchObject({ ok: true });
  }

  /** The model answers with the operation, and translates nothing. */
  let answered: FormOperation | undefined;
  const model = await modelServer("openai-compatible", [
    (body) => (body.includes("<<<TEXTS DATA") ? {} : { operations: [answered], left_out: [] }),
  ]);
  const modelService = await ownerPages({ environment: model.environment });

  /** The service with the model gets the same wish in words. */
  async function byModel(form: FormStructure, { words, operation }: Wish): Promise<FormStructure> {
    answered = operation;
    const { token: own } = await modelService.mint({ plan: "business" });
    const call = async (name: string, args: object) => {
      const result = await modelService.call(own, `service_${name}`, args);
      expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
      return result.structuredContent;
    };
    const { form_id } = await call("create_form", { structure: form });
    await call("update_form", { form_id, ai_prompt: words });
    const { structure } = await call("get_form", { form_id, include_structure: true });
    await removeForm(modelService, form_id);
    return structure;
  }

  /** An account has a bounded number of forms. */
  async function removeForm({ storage, files, now }: typeof service, formId: string): Promise<void> {
    const { id } = await storage.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    await deleteForm({ storage, files }, id, formId, now());
  }

  type Door = (id: string, form: FormStructure, wish: Wish) => Promise<unknown>;
  const doors: Readonly<Record<string, Door>> = {
    operation: (form_id, _, { operation }) => tool("update_form", { form_id, operations: [operation] }),
    structure(form_id, form, { change }) {
      const structure = structuredClone(form);
      change(structure);
      return tool("update_form", { form_id, structure });
    },
    words: (form_id, _, { words }) => tool("update_form", { form_id, ai_prompt: words }),
    panel: inPanel,
    // The page in the chat sends an operation with the revision that it shows.
    chat: (form_id, _, { operation }) =>
      tool("update_form", { form_id, expected_revision: 1, operations: [operation] }),
  };

  await fc.assert(
    fc.asyncProperty(wanted, async ({ form, wish }) => {
      // Each token has a rate of its own.
      ({ token } = await service.mint({ plan: "business" }));
      const results: Record<string, unknown> = {};
      for (const [door, enter] of Object.entries(doors)) {
        const { form_id } = await tool("create_form", { structure: form });
        const before: FormStructure = (await tool("get_form", { form_id, include_structure: true }))
          .structure;
        await enter(form_id, before, wish);
        results[door] = (await tool("get_form", { form_id, include_structure: true })).structure;
        await removeForm(service, form_id);
        results.model ??= await byModel(before, wish);
      }
      for (const door of Object.keys(results))
        expect(results[door], `${door}: ${wish.words}`).toEqual(results.operation);
    }),
    { numRuns: RUNS },
  );
});

test("adding a language by words costs no unit if no model translates", async () => {
  const service = await ownerPages({ generateForm: builtInGenerator, editForm: builtInEditor });
  const { token } = await service.mint();
  const used = async () =>
    (await service.call(token, "service_get_subscription_status")).structuredContent.generation_quota.used;
  const fields = ["Name", "Email", "Phone"].map((label, at) => ({
    id: `f${at}`,
    type: "short_text",
    label: text(label),
  }));
  const structure = {
    title: text("Contact"),
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "page_1", fields }],
  };
  const { form_id } = (await service.call(token, "service_create_form", { structure })).structuredContent;
  const edit = { form_id, ai_prompt: "Translate to German", idempotency_key: "translate-0001" };
  const first = await service.call(token, "service_update_form", edit);
  expect(await service.call(token, "service_update_form", edit)).toMatchObject({
    structuredContent: first.structuredContent,
  });
  const read = { form_id, include_structure: true };
  const { pages } = (await service.call(token, "service_get_form", read)).structuredContent.structure;
  expect(pages[0].fields.map(({ label }: { label: object }) => label)).toEqual([
    { en: "Name", de: "Name" },
    { en: "Email", de: expect.stringContaining("Mail") },
    { en: "Phone", de: "Telefon" },
  ]);
  expect(await used()).toBe(0);
  await service.call(token, "service_update_form", { form_id, ai_prompt: 'Make "Email" required' });
  expect(await used()).toBe(1);
});

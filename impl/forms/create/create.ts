/** Creates a form from a prompt. */
import type { Transaction } from "kysely";
import type { FormGenerator, FormStatus, Language, Warning } from "../../../generated/types.ts";
import { accountById } from "../../accounts/accounts.ts";
import { type GenerationParts, runGeneration } from "../../accounts/generation/generation.ts";
import { invalidInput } from "../../platform/failures/invalid-input.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { formLanguages } from "../forms.ts";
import type { GeneratedForm, GenerateForm, TranslationParts } from "../generator.ts";
import { withKnownTexts } from "../structure/lacking-texts.ts";
import { requireReadable } from "../structure/texts.ts";
import { requireUsable } from "../structure/usable.ts";
import { secretFields } from "../structure/warnings/secret-fields.ts";
import { structureWarnings } from "../structure/warnings/warnings.ts";
import { newPhoneCountry, withPhoneCountry } from "./home-country.ts";
import { storeNewForm } from "./new-form.ts";

export interface CreateFormRequest extends CreateOptions {
  readonly prompt: string;
}

/** The options of a request besides the prompt or the structure. */
export interface CreateOptions {
  readonly title: string | undefined;
  /**
   * Undefined: only the default language. If that is undefined too, the languages that the prompt names, or the one
   * it is written in.
   */
  readonly languages: readonly Language[] | undefined;
  /** Undefined: the first of `languages`. */
  readonly defaultLanguage: Language | undefined;
  readonly publish: boolean;
  readonly idempotencyKey: string | undefined;
  /** Id of the token of the agent that creates the form; undefined: the account works in the browser. */
  readonly tokenId?: string | undefined;
}

/**
 * The form as it was created. It is stored for repeated calls, so a property that is added later must be optional.
 */
export interface CreatedForm {
  readonly id: string;
  readonly title: string;
  readonly status: FormStatus;
  readonly revision: number;
  /** The default language first. */
  readonly languages: readonly Language[];
  readonly fieldCount: number;
  readonly generator: FormGenerator;
  readonly warnings: readonly Warning[];
}

/**
 * Generates a form and stores it for the account; costs one generation.
 * @throws Refusal as `runGeneration`, generation_failed, prompt_not_understood, and invalid_input for a default language outside `languages`
 * or a title that is not readable
 */
export async function createForm(
  parts: GenerationParts & TranslationParts & { readonly generateForm: GenerateForm },
  accountId: string,
  request: CreateFormRequest,
  signal: AbortSignal,
): Promise<CreatedForm> {
  const { idempotencyKey, tokenId, ...input } = request;
  const { prompt, title, publish } = input;
  const languages = chooseLanguages(request);
  requireReadable(title);
  return runGeneration(
    parts,
    {
      accountId,
      operation: "create_form",
      idempotencyKey,
      input,
      async generate(aborted) {
        const generated = await parts.generateForm({ accountId, prompt, title, languages }, aborted);
        requireUsable(generated.structure);
        const known = withKnownTexts(generated.structure, parts.knownTranslation);
        const { time_zone: zone } = await accountById(parts.storage.db, accountId);
        const structure = withPhoneCountry(known, newPhoneCountry(known, zone));
        return withWarnings({ ...generated, structure });
      },
      async store(transaction, { structure, generator, warnings }, now) {
        const made = { structure, generator, warnings };
        return insertCreated(transaction, parts.storage, accountId, made, { publish, now, tokenId });
      },
    },
    signal,
  );
}

/** Adds the general warnings about structures, unless the generator has given them in words of the prompt. */
function withWarnings(generated: GeneratedForm): GeneratedForm {
  const said = new Set(generated.warnings.map(({ code }) => code));
  const more = structureWarnings(generated.structure).filter(({ code }) => !said.has(code));
  return { ...generated, warnings: [...generated.warnings, ...more] };
}

/** Stores the form and describes it. @throws Refusal quota_exceeded */
export async function insertCreated(
  transaction: Transaction<Schema>,
  storage: Storage,
  accountId: string,
  { structure, generator, warnings }: GeneratedForm,
  { publish, now, tokenId }: Pick<CreateOptions, "publish" | "tokenId"> & { readonly now: Date },
): Promise<CreatedForm> {
  const isHeld = publish && secretFields(structure).length > 0;
  const status = publish && !isHeld ? "published" : "draft";
  const form = await storeNewForm(transaction, storage, accountId, structure, {
    status,
    now,
    tokenId,
    toCheck: generator.kind === "caller" ? [] : warnings,
  });
  const { id, title, revision, field_count: fieldCount } = form;
  return {
    id,
    title,
    status,
    revision,
    languages: formLanguages(form),
    fieldCount,
    generator,
    warnings: [...(isHeld ? [staysDraft] : []), ...warnings],
  };
}

const staysDraft: Warning = {
  code: "stays_draft",
  message:
    "The form asks for a secret, so it stays a draft. Publish it with status_action and acknowledge: true after a person has agreed.",
};

/** The default language first; undefined: the prompt decides. */
function chooseLanguages({
  languages,
  defaultLanguage,
}: CreateFormRequest): [Language, ...Language[]] | undefined {
  const first = defaultLanguage ?? languages?.[0];
  if (first === undefined) return undefined;
  if (languages !== undefined && !languages.includes(first)) {
    const values = { language: { languages: [first] }, languages: { languages } };
    throw invalidInput("/default_language", { key: "default_not_offered", values });
  }
  return [first, ...(languages ?? []).filter((language) => language !== first)];
}

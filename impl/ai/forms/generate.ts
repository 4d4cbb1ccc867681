/** Makes forms with a language model. */
import type { FormStructure, Language, Warning } from "../../../generated/types.ts";
import type { GeneratedForm, GenerationRequest } from "../../forms/generator.ts";
import { isLanguage } from "../../texts/languages.ts";
import { asData } from "../as-data.ts";
import type { LanguageModel } from "../language-model.ts";
import type { Json } from "../read-json.ts";
import { askUntilUsable, type Reading } from "../repair.ts";
import { translateMissing } from "../translate.ts";
import { type Unasked, unaskedWarnings } from "../unrequested-content.ts";
import { buildStructure, judgeBuilt } from "./build-form.ts";
import { createInstructions } from "./instructions.ts";
import { readFlatForm } from "./read-flat.ts";

/** A form of 500 fields with a page of text each would not be longer. */
const MAX_CHARACTERS = 200_000;

/** A form that a model made from a prompt, in one language. */
export interface Made {
  readonly structure: FormStructure;
  /** The omitted wishes, in the words of the prompt. */
  readonly leftOut: readonly string[];
}

/** @throws Refusal generation_failed */
export async function generateWithModel(
  model: LanguageModel,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<GeneratedForm> {
  const { value, unasked } = await askUntilUsable(
    model,
    {
      purpose: "create_form",
      system: createInstructions,
      messages: [{ role: "user", text: wish(request) }],
      maxCharacters: MAX_CHARACTERS,
    },
    (answer) => readForm(answer, request),
    signal,
  );
  return translatedForm(model, value, unasked, signal);
}

/** Translates a form. @param before the form before the edit, for finding outdated translations */
export async function translatedForm(
  model: LanguageModel,
  { structure, leftOut }: Made,
  unasked: readonly Unasked[],
  signal: AbortSignal,
  before?: FormStructure,
): Promise<GeneratedForm> {
  const translated = await translateMissing(model, structure, signal, before);
  return {
    structure: translated.structure,
    generator: { kind: "model", name: model.name.slice(0, 200) },
    warnings: [
      ...leftOut.map(warnLeftOut),
      ...unaskedWarnings([...unasked, ...translated.unasked]),
      ...(before ? [] : translated.warnings),
    ],
  };
}

function wish({ prompt, title, languages }: GenerationRequest): string {
  const [first, ...others] = languages ?? [];
  return [
    ...(title === undefined ? [] : [`The title is this, as it stands:\n${asData("TITLE", title)}`]),
    ...(first === undefined
      ? []
      : [`"language" is ${first}; "languages" is ${[first, ...others].join(", ")}.`]),
    `Make the form that this describes:\n${asData("DESCRIPTION", prompt)}`,
  ].join("\n\n");
}

function readForm(answer: Json, { title, languages }: GenerationRequest): Reading<Made> {
  const { form, problems } = readFlatForm(answer);
  const wanted = languages ?? mergeLanguages(form.language, form.languages);
  if (wanted.length === 0) return { problems: ['"language" must be one of the languages that are listed.'] };
  if (problems.length > 0) return { problems };
  const flat = title === undefined ? form : { ...form, title };
  const judgement = judgeBuilt({ ...buildStructure(flat, wanted[0]!), languages: wanted });
  if ("problems" in judgement) return judgement;
  return { value: { structure: judgement.value, leftOut: form.left_out ?? [] } };
}

/** The default language first. */
function mergeLanguages(first: string | undefined, others: readonly string[] = []): readonly Language[] {
  const known = [first, ...others].filter((code): code is Language => code !== undefined && isLanguage(code));
  return [...new Set(known)];
}

function warnLeftOut(words: string): Warning {
  return {
    code: "left_out",
    message: `Not in the form: "${words.slice(0, 1_800).replaceAll('"', "'")}". Say it in other words, or add it by an edit.`,
  };
}

/** Edits forms with a language model: it answers with operations, and the service carries them out. */
import { Refusal } from "@toolwright/runtime";
import type { FormOperation, FormStructure } from "../../../generated/types.ts";
import type { EditRequest, GeneratedForm } from "../../forms/generator.ts";
import { carryOut } from "../../forms/operations/carry-out.ts";
import { readOperations } from "../../forms/operations/read-operations.ts";
import { asData } from "../as-data.ts";
import type { LanguageModel } from "../language-model.ts";
import type { Json } from "../read-json.ts";
import { askUntilUsable, type Reading } from "../repair.ts";
import type { Unasked } from "../unrequested-content.ts";
import { type Made, translatedForm } from "./generate.ts";
import { editInstructions } from "./instructions.ts";
import { textList } from "./read-flat.ts";
import { shownForm } from "./show-form.ts";

const MAX_CHARACTERS = 100_000;

/** Edits a form with a model. @throws Refusal generation_failed; not retryable if the model cannot fulfil any part of the prompt */
export async function editWithModel(
  model: LanguageModel,
  { prompt, structure }: EditRequest,
  signal: AbortSignal,
): Promise<GeneratedForm> {
  const text = `${asData("FORM", shownForm(structure))}\n\nChange it as this says:\n${asData("REQUEST", prompt)}`;
  const { value, unasked } = await askUntilUsable(
    model,
    {
      purpose: "update_form",
      system: editInstructions,
      messages: [{ role: "user", text }],
      maxCharacters: MAX_CHARACTERS,
    },
    (answer, left) => readEdit(answer, left, structure),
    signal,
  );
  return translatedForm(model, value, unasked, signal, value.before);
}

function readEdit(answer: Json, unasked: readonly Unasked[], structure: FormStructure): Reading<Edited> {
  const leftOut = textList(answer, "left_out").left_out ?? [];
  const values: readonly unknown[] = Array.isArray(answer.operations) ? answer.operations : [];
  const impossible = [...leftOut, ...unasked.map(({ text }) => text)];
  if (values.length === 0 && impossible.length > 0) throw nothingDone(impossible);
  if (values.length === 0) return { problems: ["operations must be a list with at least one operation."] };
  const read = readOperations(values);
  if ("problems" in read) return read;
  const done = carryOut(structure, read.operations);
  if ("structure" in done)
    return {
      value: { structure: done.structure, leftOut, before: untranslatedBefore(structure, read.operations) },
    };
  return { problems: done.problems.map(({ path, problem }) => `${path} ${problem}`) };
}

interface Edited extends Made {
  /** The form before the edit, whose missing translations stay missing. */
  readonly before: FormStructure;
}

/** An edit that lists the languages of the form as they are asks for the texts that are missing in them. */
function untranslatedBefore(structure: FormStructure, operations: readonly FormOperation[]): FormStructure {
  const isAsked = operations.some(
    (one) =>
      one.op === "change_form" &&
      one.languages?.length === structure.languages.length &&
      one.languages.every((language) => structure.languages.includes(language)),
  );
  return isAsked ? { ...structure, languages: [structure.default_language] } : structure;
}

function nothingDone(leftOut: readonly string[]): Refusal {
  return new Refusal(
    "generation_failed",
    `Nothing was changed and no quota used, since this cannot be done by an edit: ${leftOut.join("; ").slice(0, 1_500)}. For exact edits send operations.`,
    { left_out: leftOut.slice(0, 20) },
    { retryable: false },
  );
}

/** Edits forms with a language model: it answers with operations, and the service carries them out. */
import { Refusal } from "@toolwright/runtime";
import type { FormStructure } from "../../../generated/types.ts";
import type { EditRequest, GeneratedForm } from "../../generation/generator.ts";
import { asData } from "../as-data.ts";
import type { LanguageModel } from "../language-model.ts";
import { askUntilUsable, type Reading } from "../repair.ts";
import { translateMissing } from "../translate.ts";
import { judged } from "./build-form.ts";
import { leftOutWarning } from "./generate.ts";
import { editInstructions } from "./instructions.ts";
import { carryOut } from "./operations.ts";
import { textList } from "./read-flat.ts";
import { shownForm } from "./show-form.ts";

const MAX_CHARACTERS = 100_000;

interface Edited {
  readonly structure: FormStructure;
  readonly leftOut: readonly string[];
}

/** @throws Refusal generation_failed; not retryable when the model can do nothing of what is asked for */
export async function editWithModel(
  model: LanguageModel,
  { prompt, structure }: EditRequest,
  signal: AbortSignal,
): Promise<GeneratedForm> {
  const text = `${asData("FORM", shownForm(structure))}\n\nChange it as this says:\n${asData("REQUEST", prompt)}`;
  const edited = await askUntilUsable(
    model,
    {
      purpose: "update_form",
      system: editInstructions,
      messages: [{ role: "user", text }],
      maxCharacters: MAX_CHARACTERS,
    },
    (answer) => readEdit(answer, structure),
    signal,
  );
  const translated = await translateMissing(model, edited.structure, signal, structure);
  return {
    structure: translated.structure,
    generator: { kind: "model", name: model.name.slice(0, 200) },
    warnings: edited.leftOut.map(leftOutWarning),
  };
}

function readEdit(answer: Readonly<Record<string, unknown>>, structure: FormStructure): Reading<Edited> {
  const leftOut = textList(answer, "left_out").left_out ?? [];
  const operations = Array.isArray(answer.operations) ? answer.operations : [];
  if (operations.length === 0 && leftOut.length > 0) throw nothingDone(leftOut);
  if (operations.length === 0)
    return { problems: ["operations must be a list with at least one operation."] };
  const { form, problems } = carryOut(structure, operations);
  if (problems.length > 0) return { problems };
  const judgement = judged(form);
  return "problems" in judgement ? judgement : { value: { structure: judgement.value, leftOut } };
}

function nothingDone(leftOut: readonly string[]): Refusal {
  return new Refusal(
    "generation_failed",
    `Nothing was changed and no quota used, since this cannot be done by an edit: ${leftOut.join("; ").slice(0, 1_500)}. For exact edits send the structure.`,
    { left_out: leftOut.slice(0, 20) },
    { retryable: false },
  );
}

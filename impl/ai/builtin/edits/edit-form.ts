/** Edits a form as a prompt says: clause by clause, all of it or nothing. */
import type { FormStructure, Language, Warning } from "../../../../generated/types.ts";
import { PromptNotUnderstood } from "../../../platform/failures/prompt-not-understood.ts";
import { toReason } from "../../../platform/failures/worded-refusal.ts";
import { detectLanguage } from "../../../texts/detection/detect.ts";
import type { Sentence } from "../../../texts/sentences/sentence.ts";
import { clip } from "../forms/texts.ts";
import { guesses } from "../forms/warnings.ts";
import { Prompt } from "../reading/prompt.ts";
import { CHOICE_FRAMES } from "./carry-out/choices.ts";
import { FIELD_FRAMES } from "./carry-out/fields.ts";
import { FORM_FRAMES } from "./carry-out/form.ts";
import { MODIFIER_FRAMES } from "./carry-out/modifiers.ts";
import { PLACE_FRAMES } from "./carry-out/places.ts";
import { type Clause, clausesOf, isOpening, mayLackCondition, sentencesOf } from "./clauses.ts";
import { type CarryOut, EditContext, Impossible } from "./context.ts";
import { EditText } from "./edit-text.ts";
import type { FrameName } from "./frame.ts";
import { type KnownNames, Names } from "./names.ts";
import { editWordsIn } from "./words.ts";

/** What each frame does with its parts; a frame without a function does not compile. */
const CARRY_OUT: Readonly<Record<FrameName, CarryOut>> = {
  ...FIELD_FRAMES,
  ...MODIFIER_FRAMES,
  ...CHOICE_FRAMES,
  ...PLACE_FRAMES,
  ...FORM_FRAMES,
};

export interface EditRequest {
  readonly structure: FormStructure;
  /** Instructions, such as "make phone optional and add a comment field". */
  readonly prompt: string;
}

export interface EditedForm {
  readonly structure: FormStructure;
  readonly warnings: Warning[];
}

/**
 * Changes a form as a prompt says and keeps everything else, above all the ids. If one instruction is not understood,
 * nothing is changed: the editor never guesses.
 *
 * @throws Refusal `prompt_not_understood`, which quotes the instruction and says what is understood
 */
export function editForm({ structure, prompt }: EditRequest): EditedForm {
  const { default_language } = structure;
  const written = detectLanguage(prompt, [default_language, "en"]);
  let refusal: unknown;
  for (const language of new Set<Language>([written, default_language, "en"])) {
    try {
      return editIn(language, structure, new Prompt(prompt));
    } catch (error) {
      if (!(error instanceof PromptNotUnderstood)) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

function editIn(language: Language, before: FormStructure, prompt: Prompt): EditedForm {
  const context = new EditContext(before, language);
  const words = editWordsIn(language);
  const known: KnownNames = new Map();
  const textNow = () => new EditText(prompt, words, new Names(context.form, words, known));
  const opening = textNow();
  const clauses: Clause[] = [];
  for (const sentence of sentencesOf(prompt, (range) => isOpening(opening, range))) {
    const { from, to } = sentence;
    // What a clause adds, the clauses behind it may name.
    for (let start = from; !prompt.isEmpty({ from: start, to }); start = clauses.at(-1)?.to ?? to) {
      const text = textNow();
      const read = clausesOf(text, { from: start, to }, context.focus.length > 0);
      const unclear = read.find((clause) => mayLackCondition(text, sentence, clause));
      if (unclear ?? read.length === 0) throw notUnderstood(prompt.textOf(unclear ?? { from: start, to }));
      clauses.push(...read);
      for (const clause of read) carryOut(clause, context, text);
    }
  }
  if (clauses.length === 0) throw notUnderstood(prompt.textOf(prompt.all));
  return {
    structure: context.form,
    warnings: [...guesses(context.added), ...context.texts.warnings()],
  };
}

function carryOut({ frame, parts, ...range }: Clause, context: EditContext, text: EditText): void {
  try {
    CARRY_OUT[frame](parts, context, text);
  } catch (error) {
    if (!(error instanceof Impossible)) throw error;
    const instruction = clip(text.prompt.textOf(range), 120);
    throw refusalOf({ key: "edit_of", values: { instruction, reason: error.reason } });
  }
}

function notUnderstood(instruction: string): PromptNotUnderstood {
  const values = { instruction: clip(instruction, 120), understood: { key: "edits_understood" } as const };
  return refusalOf({ key: "edit_not_understood", values });
}

/** Pages show the reason alone; the message is for agents. */
function refusalOf(sentence: Sentence): PromptNotUnderstood {
  const reason = toReason(sentence);
  const message = `${clip(reason.problem, 900)} Nothing was changed. For exact edits send operations.`;
  return new PromptNotUnderstood(message, [reason]);
}

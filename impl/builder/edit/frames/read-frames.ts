/** Reads an instruction by frames: every word must have its part in one of them, and all that fit must mean the same. */
import { WordedRefusal } from "../../../failures/worded-refusal.ts";
import { instructionsIn } from "../../lexicon/instructions.ts";
import { withIsoDays } from "../../prompt/settings.ts";
import { allFields, type EditContext } from "../context.ts";
import { restore, snapshot } from "../snapshot.ts";
import { addNew, askThose } from "./add-frames.ts";
import { addChoices, addOther, keepChoices, replaceChoices, shuffleChoices } from "./choice-frames.ts";
import { Clause } from "./clause.ts";
import { askNewWhen, showWhen } from "./condition-frames.ts";
import { closeAfterResponses, closeOnDay, onceEach, redirectTo, withProgress } from "./form-frames.ts";
import type { Frame } from "./frame.ts";
import { setBounds, setCapacities, setDays, setDomains, setSelections } from "./limit-frames.ts";
import { type Mark, markClause } from "./mark.ts";
import { moveFields, placeChoice, swapFields } from "./move-frames.ts";
import { removeNamed, setRequired, setType } from "./state-frames.ts";
import { nameButton, nameForm, renameChoice, renameField, setEnding, setHint } from "./text-frames.ts";

/** What a frame reads of a form that is there. */
const CHANGES: readonly Frame[] = [
  moveFields,
  swapFields,
  placeChoice,
  setRequired,
  removeNamed,
  setType,
  setBounds,
  setDays,
  setDomains,
  setSelections,
  setCapacities,
  renameField,
  renameChoice,
  nameForm,
  nameButton,
  setEnding,
  setHint,
  addChoices,
  keepChoices,
  replaceChoices,
  addOther,
  shuffleChoices,
  closeAfterResponses,
  closeOnDay,
  redirectTo,
  onceEach,
  withProgress,
  showWhen,
  askThose,
];

/** What could be a new field is asked for only where nothing else reads the instruction. */
const ADDITIONS: readonly Frame[] = [askNewWhen, addNew];

/**
 * Frames that are clear enough to be read although a word is not known: nothing is removed by them, no text is set, and no
 * verb such as "ceases to be" turns them round.
 */
const CLEAR: readonly Frame[] = [
  moveFields,
  swapFields,
  setType,
  setBounds,
  setDays,
  setDomains,
  setSelections,
  setCapacities,
  keepChoices,
  addOther,
  shuffleChoices,
  closeAfterResponses,
  closeOnDay,
  redirectTo,
  onceEach,
  withProgress,
  showWhen,
];

/** What is looked for: changes, new fields, or changes although some words are not known, which a warning names. */
type Reach = "changes" | "additions" | "clear changes";

const FRAMES: Readonly<Record<Reach, readonly Frame[]>> = {
  changes: CHANGES,
  additions: ADDITIONS,
  "clear changes": CLEAR,
};

/** Carries an instruction out. Returns false if no frame fits, or if two of them mean different changes. */
export function readFrames(instruction: string, context: EditContext, reach: Reach = "changes"): boolean {
  const marks = markClause(instruction, context);
  if (!marks || marks.some(runsOn)) return false;
  const text = withIsoDays(instruction);
  // Where a language has no list of negations, a word that is not known may be one.
  const tolerated = reach === "clear changes" ? mostUnknown(marks) : 0;
  if (tolerated > 0 && !instructionsIn(context.instructionLanguages[0]!).vocabulary.negations) return false;
  const before = snapshot(context);
  let made: { form: string; unknown: readonly Mark[] } | undefined;
  for (const frame of FRAMES[reach]) {
    const clause = new Clause(text, marks, context, tolerated);
    const change = frame(clause);
    if (!change) continue;
    const state = made && snapshot(context);
    if (made) restore(context, before);
    const isMade = tried(change);
    const form = JSON.stringify(context.form);
    if (made && isMade && form !== made.form) {
      restore(context, before);
      return false;
    }
    if (state) restore(context, state);
    else if (isMade) made = { form, unknown: clause.unknown };
    else restore(context, before);
  }
  if (!made) return false;
  for (const { text: word } of made.unknown)
    context.warnings.push({
      code: "not_understood",
      message: `"${word}" in "${instruction}" was not understood; the rest was done.`,
    });
  remember(marks, context);
  return true;
}

/** One word that is not known in a short instruction, two in a long one. */
function mostUnknown(marks: readonly Mark[]): number {
  return marks.length < MIN_MARKS ? 0 : marks.length < LONG_MARKS ? 1 : 2;
}

const MIN_MARKS = 4;
const LONG_MARKS = 10;

/** "the email requirement" is one thing: two names of fields have a word or a comma between them. */
function runsOn({ field, value }: Mark, at: number, marks: readonly Mark[]): boolean {
  const next = marks[at + 1];
  return field !== undefined && next?.field !== undefined && field !== next.field && !value && !next.value;
}

function tried(change: () => boolean): boolean {
  try {
    return change();
  } catch (error) {
    if (!(error instanceof WordedRefusal)) throw error;
    return false;
  }
}

/** What was named last is meant by "it" in the next instruction. */
function remember(marks: readonly Mark[], context: EditContext): void {
  const ids = new Set(marks.flatMap(({ field }) => field?.id ?? []));
  const named = allFields(context.form).filter(({ id }) => ids.has(id));
  if (named.length > 1) context.mentioned = named.map(({ id }) => id);
}

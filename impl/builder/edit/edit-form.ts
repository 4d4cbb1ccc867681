/** Edits a form as a prompt says. */
import { limits } from "../../../generated/limits.ts";
import type { FormStructure, Language, Warning } from "../../../generated/types.ts";
import { type Reason, reasonOf, WordedRefusal } from "../../failures/worded-refusal.ts";
import type { Sentence } from "../../texts/sentences/sentence.ts";
import { fold } from "../lexicon/fold.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../prompt/prices.ts";
import { clip } from "../texts.ts";
import { setCapacity } from "./capacity.ts";
import { COMMANDS } from "./commands.ts";
import { allFields, createEditContext, type EditContext, labelOf, refuse } from "./context.ts";
import { readInstruction } from "./read-instruction.ts";
import { uses } from "./remove.ts";
import { restore, snapshot } from "./snapshot.ts";
import { halves, splitInstructions } from "./split-instructions.ts";

export interface EditRequest {
  readonly structure: FormStructure;
  /** Instructions, such as "make phone optional and add a comment field". */
  readonly prompt: string;
}

export interface EditedForm {
  readonly structure: FormStructure;
  /** One sentence for each change. */
  readonly changes: string[];
  readonly warnings: Warning[];
}

/** The longest sentence that is given back about a change or a refusal. */
const MAX_SENTENCE = 1000;

const UNDERSTOOD: Sentence = { key: "edits_understood" };

/**
 * Changes a form as a prompt says and keeps everything else, above all the ids. If one instruction is not understood,
 * nothing is changed: the editor never guesses.
 *
 * @throws Refusal `generation_failed`, which quotes the instruction and says what is understood
 */
export function editForm({ structure, prompt }: EditRequest): EditedForm {
  const context = createEditContext(structure, prompt);
  const instructions = splitInstructions(prompt, context);
  if (instructions.length === 0) refuse("edit_empty", { understood: UNDERSTOOD });
  for (const instruction of instructions) carryOut(instruction, context);
  requireValid(context);
  return {
    structure: context.form,
    changes: context.changes.map((change) => clip(change, MAX_SENTENCE)),
    warnings: [...context.warnings, ...context.texts.warnings()].map(({ message, ...rest }) => ({
      ...rest,
      message: clip(message, MAX_SENTENCE),
    })),
  };
}

/** @throws Refusal which names the instruction */
function carryOut(instruction: string, context: EditContext): void {
  if (setCapacity(instruction, context)) return;
  const whole = readInstruction(instruction, COMMANDS, context);
  const reading =
    whole === "done" ? whole : (readAgain(instruction, context) ?? readParts(instruction, context) ?? whole);
  if (reading === "done") return;
  const quoted = clip(instruction, 120);
  if (reading === "not understood")
    refuse("edit_not_understood", { instruction: quoted, understood: UNDERSTOOD });
  const message = clip(`"${quoted}": ${reading.message}`, MAX_SENTENCE);
  const [{ sentence }] = reading.reasons as [Reason];
  const reasons = sentence
    ? [reasonOf({ key: "edit_of", values: { instruction: quoted, reason: sentence } })]
    : [];
  throw new WordedRefusal(reading.code, message, reasons, reading.details, { retryable: false });
}

/** "comments must be given and phone out": two clauses, of which each is understood. Undefined: none are. */
function readParts(instruction: string, context: EditContext): "done" | undefined {
  if (instruction.length > MAX_CLAUSES || context.instructionLanguages.some(startsWithAdding(instruction)))
    return undefined;
  const before = snapshot(context);
  for (const [left, right] of halves(instruction, context)) {
    const parts = [left, right];
    const isRead = parts.every(
      (part) => readInstruction(part, CLAUSES, context) === "done" || readAgain(part, context) === "done",
    );
    if (isRead) return "done";
    restore(context, before);
  }
  return undefined;
}

/** The longest instruction that is taken apart. */
const MAX_CLAUSES = 300;

/** Spanish "pon" adds and moves: an instruction that may move is no list of new fields. */
const startsWithAdding = (instruction: string) => (language: Language) => {
  const { add = [], move = [] } = instructionsIn(language).vocabulary;
  const folded = fold(instruction);
  return wordSet(add).start(folded) !== undefined && wordSet(move).start(folded) === undefined;
};

/** What a clause may say. New fields have lists, which are not taken apart. */
const CLAUSES = COMMANDS.filter(
  ({ name }) => !["add", "addSection", "addPage", "help", "rename"].includes(name),
);

/** "... and make required" is about the field before it. Undefined: that does not help. */
function readAgain(instruction: string, context: EditContext): "done" | undefined {
  if (context.last === undefined) return undefined;
  for (const language of context.instructionLanguages) {
    const { verbs, vocabulary } = instructionsIn(language);
    const verb = verbs.start(fold(instruction));
    const pronoun = vocabulary.pronouns?.[0];
    if (!pronoun) continue;
    for (const copula of ["", ...(vocabulary.mustBe?.slice(0, 1) ?? [])]) {
      const said = `${pronoun} ${copula} ${instruction}`.replace("  ", " ");
      if (readInstruction(said, SAID_OF_IT, context) === "done") return "done";
    }
    if (!verb || verb.end === instruction.length) continue;
    const filled = `${instruction.slice(0, verb.end)} ${pronoun}${instruction.slice(verb.end)}`;
    if (readInstruction(filled, ELLIPTICAL, context) === "done") return "done";
  }
  return undefined;
}

/** What can be said of a field in a second clause without naming it again. */
const ELLIPTICAL = COMMANDS.filter(({ name }) =>
  [
    "required",
    "optional",
    "toTop",
    "toEnd",
    "moveAfter",
    "moveBefore",
    "toPage",
    "alwaysShow",
    "limit",
  ].includes(name),
);

/** What a clause without a verb says of the field before it: "max 500 characters", "not required". */
const SAID_OF_IT = COMMANDS.filter(({ name }) =>
  ["required", "optional", "limit", "maxSelections"].includes(name),
);

/** Refuses an edit that leaves no field, too many fields or pages, or a condition on a later field. */
function requireValid(context: EditContext): void {
  const fields = allFields(context.form);
  if (fields.length === 0) refuse("edit_no_field_left");
  if (fields.length > limits.form_fields.max)
    refuse("edit_too_many_fields", { most: limits.form_fields.max });
  if (context.form.pages.length > limits.form_pages.max)
    refuse("edit_too_many_pages", { most: limits.form_pages.max });
  for (const [index, { visible_if }] of fields.entries()) {
    const later = visible_if && fields.slice(index).find(({ id }) => uses(visible_if, id));
    if (later) {
      refuse("edit_depends_on_later", {
        field: labelOf(fields[index]!, context),
        later: labelOf(later, context),
      });
    }
  }
}

/** Reads one clause: as a whole, as said of the field before it, or as two clauses, of which each must be understood. */
import { WordedRefusal } from "../../failures/worded-refusal.ts";
import { fold } from "../lexicon/fold.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../prompt/prices.ts";
import { setCapacity } from "./capacity.ts";
import { COMMANDS } from "./commands.ts";
import { type EditContext, listOf } from "./context.ts";
import { planPages } from "./page-plan.ts";
import { type Reading, readInstruction } from "./read-instruction.ts";
import { restore, snapshot } from "./snapshot.ts";
import { halves } from "./split-instructions.ts";

/** `isJoined`: the text is several clauses, which as lists of new fields would mean something else. */
export function readClause(instruction: string, context: EditContext, isJoined: boolean): Reading {
  if (setCapacity(instruction, context) || planned(instruction, context)) return "done";
  const whole = readInstruction(instruction, isJoined ? CLAUSES : COMMANDS, context);
  if (whole === "done" || isJoined) return whole;
  return readAgain(instruction, context) ?? readParts(instruction, 2, context) ?? whole;
}

function planned(instruction: string, context: EditContext): boolean {
  const before = snapshot(context);
  try {
    if (planPages(instruction, context)) return true;
  } catch (error) {
    if (!(error instanceof WordedRefusal)) throw error;
  }
  restore(context, before);
  return false;
}

/** The longest instruction that is taken apart. */
const MAX_CLAUSES = 300;

/** "comments must be given and phone out": two clauses, of which each is understood. Undefined: none are. */
function readParts(instruction: string, depth: number, context: EditContext): "done" | undefined {
  if (depth === 0 || instruction.length > MAX_CLAUSES || startsWithAdding(instruction, context))
    return undefined;
  const before = snapshot(context);
  for (const [left, right] of halves(instruction, context)) {
    const isRead =
      readPart(left, context) === "done" &&
      (readPart(right, context) ?? readLike(left, right, context) ?? readParts(right, depth - 1, context)) ===
        "done";
    if (isRead) return "done";
    restore(context, before);
  }
  return undefined;
}

function readPart(text: string, context: EditContext): "done" | undefined {
  if (readInstruction(text, CLAUSES, context) === "done") return "done";
  return readAgain(text, context);
}

/** "rename A to B and C to D", "put the phone first, the comments too": what the clause before says, said of another field. */
function readLike(before: string, text: string, context: EditContext): "done" | undefined {
  const folded = fold(before);
  for (const language of context.instructionLanguages) {
    const verb = instructionsIn(language).verbs.start(folded);
    if (verb && readInstruction(`${before.slice(0, verb.end)} ${text}`, CLAUSES, context) === "done")
      return "done";
  }
  const also = wordSet(listOf("alsoWords", context)).all(fold(text)).at(-1);
  const named = context.named;
  if (!also || also.end !== text.length || !named || !before.includes(named)) return undefined;
  const said = before.replace(named, () => text.slice(0, also.start).trim());
  return readInstruction(said, CLAUSES, context) === "done" ? "done" : undefined;
}

/** Spanish "pon" adds and moves: an instruction that may move is no list of new fields. */
function startsWithAdding(instruction: string, context: EditContext): boolean {
  const folded = fold(instruction);
  return context.instructionLanguages.some((language) => {
    const { add = [], move = [] } = instructionsIn(language).vocabulary;
    return wordSet(add).start(folded) !== undefined && wordSet(move).start(folded) === undefined;
  });
}

/** What a clause may say. New fields have lists, which are not taken apart. */
const CLAUSES = COMMANDS.filter(({ name }) => !["add", "addSection", "addPage"].includes(name));

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

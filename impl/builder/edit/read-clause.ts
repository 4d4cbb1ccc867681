/** Reads one clause: as a whole, as said of the field before it, or as two clauses, of which each must be understood. */

import { WordedRefusal } from "../../failures/worded-refusal.ts";
import { fold } from "../lexicon/fold.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { writeOut } from "../prompt/spoken/write-out.ts";
import { setCapacity } from "./capacity.ts";
import { COMMANDS } from "./commands.ts";
import { type EditContext, listOf } from "./context.ts";
import { namesField } from "./find.ts";
import { readFrames } from "./frames/read-frames.ts";
import { aboutSubject, topicFirst, withoutArrow, withoutTail } from "./other-wordings.ts";
import { planPages } from "./page-plan.ts";
import { type Reading, readInstruction } from "./read-instruction.ts";
import { makeOptional, makeRequired } from "./required.ts";
import { respelt } from "./respell.ts";
import { restore, snapshot } from "./snapshot.ts";
import { halves, plainInstruction } from "./split-instructions.ts";

/** `isJoined`: the text is several clauses, which as lists of new fields would mean something else. */
export function readClause(instruction: string, context: EditContext, isJoined: boolean): Reading {
  if (readFrames(instruction, context)) return "done";
  if (setCapacity(instruction, context) || planned(instruction, context)) return "done";
  const whole = readInstruction(instruction, isJoined ? CLAUSES : COMMANDS, context);
  if (whole === "done") return whole;
  if (readFrames(instruction, context, "additions")) return "done";
  if (isJoined) return readReworded(instruction, context) ?? readClearly(instruction, context) ?? whole;
  return (
    readAgain(instruction, context) ??
    readParts(instruction, 2, context) ??
    readReworded(instruction, context) ??
    readRespelt(instruction, context) ??
    readClearly(instruction, context) ??
    whole
  );
}

/** "It must lie in the future": what is clear although a word is not known, with a warning that names the word. */
function readClearly(instruction: string, context: EditContext): "done" | undefined {
  return readFrames(instruction, context, "clear changes") ? "done" : undefined;
}

/** "make teh phone optinal": read as it was meant, with a warning. */
function readRespelt(instruction: string, context: EditContext): "done" | undefined {
  const meant = respelt(instruction, context);
  if (!meant) return undefined;
  const before = snapshot(context);
  const reading = readInstruction(meant.text, CLAUSES, context);
  if (reading !== "done" && readParts(meant.text, 1, context) === undefined) {
    restore(context, before);
    return undefined;
  }
  for (const { from, to } of meant.words)
    context.warnings.push({ code: "read_as", message: `"${from}" was read as "${to}".` });
  return "done";
}

/** The same in other words: "phone -> Mobile", "comments: at most 300 characters", "optional from now on". */
function readReworded(instruction: string, context: EditContext): "done" | undefined {
  if (instruction.length > MAX_CLAUSES) return undefined;
  const before = snapshot(context);
  const written = writeOut(instruction, context.grammar);
  if (written !== instruction && readInstruction(written, ADDING, context) === "done") return "done";
  restore(context, before);
  for (const wordings of [withoutArrow, withoutTail, aboutSubject, topicFirst]) {
    for (const wording of wordings(instruction, context)) {
      if (readInstruction(wording, CLAUSES, context) === "done") return "done";
      if (wordings !== withoutArrow && readParts(wording, 1, context)) return "done";
    }
    restore(context, before);
  }
  return undefined;
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
      readPart(plainInstruction(left, context), context) === "done" &&
      (readPart(plainInstruction(right, context), context) ??
        readOpposite(right, context) ??
        readLike(left, right, context) ??
        readParts(right, depth - 1, context)) === "done";
    if (isRead) return "done";
    restore(context, before);
  }
  return undefined;
}

function readPart(text: string, context: EditContext): "done" | undefined {
  if (readFrames(text, context) || readInstruction(text, CLAUSES, context) === "done") return "done";
  for (const shorter of withoutTail(text, context))
    if (readInstruction(shorter, CLAUSES, context) === "done" || readAgain(shorter, context)) return "done";
  return readAgain(text, context) ?? (readFrames(text, context, "additions") ? "done" : undefined);
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

/** "the phone is required, the date not": the opposite of what the clause before says. */
function readOpposite(text: string, context: EditContext): "done" | undefined {
  if (context.marked === undefined) return undefined;
  const last = wordSet(listOf(context.marked ? "notSo" : "so", context))
    .all(fold(text))
    .at(-1);
  const what = last && last.end === text.length ? text.slice(0, last.start).trim() : "";
  if (what === "" || !namesField(what, context)) return undefined;
  const mark = context.marked ? makeOptional : makeRequired;
  return mark({ what }, context) ? "done" : undefined;
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

/** New fields, as lists have them once spoken English is written out. */
const ADDING = COMMANDS.filter(({ name }) => name === "add");

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
  [
    "required",
    "optional",
    "limit",
    "maxSelections",
    "toTop",
    "toEnd",
    "moveAfter",
    "moveBefore",
    "toPage",
  ].includes(name),
);

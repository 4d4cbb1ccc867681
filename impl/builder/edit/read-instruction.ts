/** Reads instructions by the templates of their language and gives what they name to the commands. */
import { WordedRefusal } from "../../failures/worded-refusal.ts";
import { type InstructionName, instructionsIn } from "../lexicon/instructions.ts";
import { matchTemplate, type Slots } from "../lexicon/templates.ts";
import type { EditContext } from "./context.ts";

/** Carries out one reading of an instruction. Returns false if what it names does not fit, so that another is tried. */
export type Action = (slots: Slots, context: EditContext) => boolean;

/** A kind of instruction. A `loose` one reads like others, so what it does not find is looked for by these. */
export interface Command {
  readonly name: InstructionName;
  readonly action: Action;
  readonly loose?: boolean;
}

/** What came of an instruction: carried out, refused by the command that came nearest, or not understood. */
export type Reading = "done" | "not understood" | WordedRefusal;

/**
 * Tries the commands in their order. A command that knows the words, but not what they are about, ends the search with its
 * refusal, unless it is loose. Commands change the form only when they return true.
 */
export function readInstruction(
  instruction: string,
  commands: readonly Command[],
  context: EditContext,
): Reading {
  let first: WordedRefusal | undefined;
  for (const { name, action, loose } of commands) {
    const reading = readings(instruction, name, action, context);
    if (reading === "done") return reading;
    if (reading === "not understood") continue;
    if (!loose) return reading;
    first ??= reading;
  }
  return first ?? "not understood";
}

function readings(instruction: string, name: InstructionName, action: Action, context: EditContext): Reading {
  let first: WordedRefusal | undefined;
  for (const language of context.instructionLanguages) {
    for (const template of instructionsIn(language).templates[name]) {
      for (const slots of matchTemplate(template, instruction)) {
        try {
          if (action(slots, context)) return "done";
        } catch (error) {
          if (!(error instanceof WordedRefusal)) throw error;
          first ??= error;
        }
      }
    }
  }
  return first ?? "not understood";
}

/** The slots of the first reading of a text that `accept` takes. */
export function readText<T>(
  text: string,
  name: InstructionName,
  context: EditContext,
  accept: (slots: Slots) => T | undefined,
): T | undefined {
  for (const language of context.instructionLanguages) {
    for (const template of instructionsIn(language).templates[name]) {
      for (const slots of matchTemplate(template, text)) {
        const accepted = accept(slots);
        if (accepted !== undefined) return accepted;
      }
    }
  }
  return undefined;
}

/** The refusal of a prompt that the built-in generator cannot read sufficiently. */
import { limits } from "../../../generated/limits.ts";
import type { FormStructure, Warning } from "../../../generated/types.ts";
import type { OwnerLanguage } from "../../texts/owner/owner-texts.ts";
import { type Reason, WordedRefusal } from "./worded-refusal.ts";

/** A result that a model can read at once. */
export const MAX_UNDERSTOOD_BYTES = 30_000;

/** The parts of a refused prompt with which a caller can go on. */
export interface Understood {
  /** A structure that satisfies the rules; undefined where nothing was understood. */
  readonly structure?: FormStructure | undefined;
  /** How many of its questions have no problem. */
  readonly clearQuestions?: number;
  /** What is to be checked where a form is made of the structure: the problems, and its other warnings. */
  readonly warnings?: readonly Warning[];
  /** Returns the prompt as form text of at most this many characters, with problems above their lines. */
  readonly textIn?: (language: OwnerLanguage, most: number) => string;
  /** Whether the problem is the text as a whole, such as that it asks for nothing: no line of it is wrong. */
  readonly isOfWholeText?: boolean;
}

/** The built-in generator is deterministic, so the same prompt is refused each time. */
export class PromptNotUnderstood extends WordedRefusal {
  readonly understood: Understood;

  /**
   * Makes a refusal. @param message the part that was not understood, and how to write it @param understood the understood
   * part; above 30,000 bytes of JSON its structure is left out of the result
   */
  constructor(message: string, reasons: readonly Reason[], understood: Understood = {}) {
    const json = JSON.stringify(understood.structure) ?? "";
    const structure = Buffer.byteLength(json) > MAX_UNDERSTOOD_BYTES ? undefined : understood.structure;
    // It can be sent as a prompt again.
    const text = understood.textIn?.("en", limits.prompt_length.max);
    super(
      "prompt_not_understood",
      // Most clients show models only the text of a refusal.
      structure === undefined ? message : `${message} ${OFFER}\n${json}`,
      reasons,
      { ...(structure && { structure }), ...(text !== undefined && { text }) },
    );
    this.understood = understood;
  }
}

const OFFER =
  "What was understood follows. Complete it and send it as `structure`, which costs no generation:";

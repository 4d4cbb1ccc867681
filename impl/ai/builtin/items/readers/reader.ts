/** What readers of modifiers take and give. */
import type { Lexicon } from "../../reading/lexicon.ts";
import type { Prompt } from "../../reading/prompt.ts";
import type { Said } from "../draft.ts";

/** A prompt and the words of its language. */
export interface Text {
  readonly prompt: Prompt;
  readonly lexicon: Lexicon;
}

/** What the tokens up to `to` say. */
export interface Reading {
  readonly to: number;
  readonly says: Said;
}

/** Reads one construct that begins at `from` and ends before `limit`. */
export type Reader = (text: Text, from: number, limit: number) => Reading | undefined;

/** Groups of cues that several readers of edits share: data in `grammar.json`. */
import grammar from "./grammar.json" with { type: "json" };
import type { Cue } from "./words.ts";

export const VERBS = cues(grammar.verbs);
export const IN_NO_TEXT = cues(grammar.inNoText);
export const IN_NO_CHOICE = cues(grammar.inNoChoice);
export const IN_NO_LABEL = cues(grammar.inNoLabel);
/** Words before a list of instructions. */
export const OPENING = cues(grammar.opening);
/** Words that alone name no field. */
export const NAMELESS = cues(grammar.nameless);

/** @param text names of cues with blanks between */
export function cues(text: string): ReadonlySet<Cue> {
  return new Set(wordsIn(text) as Cue[]);
}

export function wordsIn(text = ""): string[] {
  return text.split(" ").filter(Boolean);
}

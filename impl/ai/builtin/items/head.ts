/** Reads the words before a bracket, a colon or a dash: the label, and the modifiers before and behind it. */
import type { Range } from "../reading/accounting.ts";
import { alternatives, choicesSaid } from "./choices.ts";
import { wholeConcept } from "./concepts.ts";
import { type Said, together } from "./draft.ts";
import { fillerEnd, modifierAt, modifiersAtEnd } from "./modifiers.ts";
import type { Text } from "./readers/reader.ts";

export interface Peeled {
  readonly label: Range;
  readonly says: Said;
}

/** Takes modifiers off the beginning and the end of a label: "optional phone number", "comment of at most 500 characters". */
export function peel(text: Text, { from, to }: Range): Peeled {
  const slashed = choicesAtEnd(text, { from, to });
  if (slashed) return slashed;
  const end = modifiersAtEnd(text, { from, to });
  const rest = { from, to: end?.at ?? to };
  const start = wholeConcept(text, rest) ? undefined : modifierBefore(text, rest);
  return {
    label: withoutDangling(text, { from: start?.to ?? from, to: rest.to }, end !== undefined),
    says: together(start?.says ?? {}, end?.says ?? {}),
  };
}

/** "size S/M/L": at least three choices between slashes. */
function choicesAtEnd(text: Text, { from, to }: Range): Peeled | undefined {
  const { prompt } = text;
  const isTight = (at: number) => !prompt.tokens[at]?.isSpaced;
  let at = to - 1;
  while (at - 2 > from && prompt.isMark(at - 1, "/") && isTight(at - 1) && isTight(at)) at -= 2;
  if (at <= from || at > to - 5) return undefined;
  return { label: { from, to: at }, says: choicesSaid(text, alternatives(text, { from: at, to })) };
}

/** "optional phone", "dropdown with countries", "upload of the CV" */
function modifierBefore(text: Text, { from, to }: Range): { to: number; says: Said } | undefined {
  const found = modifierAt(text, from, to);
  if (!found || found.to >= to || found.says.condition || found.says.bounds || found.says.unit)
    return undefined;
  const filler = fillerEnd(text, found.to, to);
  const isDirect = found.says.required !== undefined || found.to - from > 1;
  if (!isDirect && filler === undefined) return undefined;
  return { to: filler !== undefined && filler < to ? filler : found.to, says: found.says };
}

/** What a modifier leaves at the end of a label: "comment of". */
function withoutDangling({ prompt, lexicon }: Text, { from, to }: Range, isCutOff: boolean): Range {
  const trimmed = prompt.trim({ from, to });
  if (!isCutOff || wholeConcept({ prompt, lexicon }, trimmed)) return trimmed;
  let end = to;
  for (let at = end - 1; at > from; at--) {
    const found =
      lexicon.table("dangling", "mustBe", "copulas", "only").whole(prompt.tokens, at, end) ??
      prompt.isMark(at, ",:-–(");
    if (!found) break;
    end = at;
  }
  return { from, to: end };
}

/** Articles, "please enter" and the like before a label; a label that is nothing else stays. */
export function withoutFillers(text: Text, { from, to }: Range): Range {
  let at = from;
  for (let next = fillerBefore(text, at, to); next !== undefined; next = fillerBefore(text, at, to))
    at = next;
  return { from: at, to };
}

function fillerBefore(text: Text, at: number, to: number): number | undefined {
  const { prompt, lexicon } = text;
  if (wholeConcept(text, { from: at, to })) return undefined;
  const filler = lexicon.table("fillers", "and").at(prompt.tokens, at, to);
  if (!filler || filler.to >= to || prompt.isEmpty({ from: filler.to, to })) return undefined;
  // "field of study" is no field of the form.
  const isOf =
    filler.value !== "and" &&
    lexicon.table("cuts").at(prompt.tokens, filler.to, to) &&
    !lexicon.table("fillers").at(prompt.tokens, filler.to, to);
  return isOf || PARTICLES.has(prompt.key(filler.to)) || prompt.isMark(filler.to, "-',’")
    ? undefined
    : filler.to;
}

/** In "pick up date" and "check out time" the word before belongs to the verb. */
const PARTICLES: ReadonlySet<string> = new Set(["up", "in", "out", "off", "on"]);

/** "star rating out of 5", "up to 3 photos": the name of a concept before modifiers, or behind a number of files. */
export function namedPart(text: Text, { from, to }: Range, says: Said): Range | undefined {
  const last = says.maxFiles === undefined ? from : to - 1;
  for (let start = from; start <= last; start++)
    for (let end = start > from ? to : to - 1; end > start; end--)
      if (text.prompt.isWord(end - 1) && wholeConcept(text, { from: start, to: end }))
        return { from: start, to: end };
  return undefined;
}

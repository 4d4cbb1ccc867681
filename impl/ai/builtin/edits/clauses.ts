/** Splits an edit into clauses, each of which one frame covers. */
import type { Range } from "../reading/accounting.ts";
import { type Line, linesOf } from "../reading/lines.ts";
import type { Prompt } from "../reading/prompt.ts";
import { sentences } from "../reading/sentences.ts";
import { coversOf, type Parts } from "./cover.ts";
import { OPENING } from "./cue-groups.ts";
import type { EditText } from "./edit-text.ts";
import { fits } from "./fits.ts";
import { FRAMES, type FrameName } from "./frame.ts";

/** A clause with the frame that covers it. */
export interface Clause extends Range {
  readonly frame: FrameName;
  readonly parts: Parts;
}

/** A clause more needs as much more understanding. */
const CLAUSE = 2;
/** A clause of more parts with commas between is not looked for. */
const MOST_PARTS = 16;

/** @returns the sentences of an edit, each line a sentence; what is listed below a line belongs to it, unless that line only opens the list */
export function sentencesOf(prompt: Prompt, opens: (range: Range) => boolean): Range[] {
  const ofLine = (line: Line): Range[] => {
    if (line.children.length === 0) return statements(prompt, line);
    if (opens(line)) return line.children.flatMap(ofLine);
    const last = (one: Line): Line => (one.children.length > 0 ? last(one.children.at(-1) ?? one) : one);
    return [{ from: line.from, to: last(line).to }];
  };
  return linesOf(prompt).flatMap(ofLine);
}

/** A question mark may belong to the name of a field, so it does not end a sentence here. */
function statements(prompt: Prompt, range: Range): Range[] {
  const found: Range[] = [];
  for (const one of sentences(prompt, range)) {
    const last = found.at(-1);
    if (last && prompt.isMark(last.to - 1, "?")) found[found.length - 1] = { from: last.from, to: one.to };
    else found.push(one);
  }
  return found;
}

/** @returns the clauses of a sentence from its beginning, as many as are understood; of two ways, the better understood one */
export function clausesOf(text: EditText, range: Range, hasFocus: boolean): readonly Clause[] {
  const cuts = cutsOf(text, range);
  const best: ({ score: number; clauses: readonly Clause[] } | undefined)[] = [{ score: 0, clauses: [] }];
  for (const [index, { from }] of cuts.entries()) {
    const before = best[index];
    if (!before) continue;
    const ends = cuts.slice(index, index + MOST_PARTS).map(({ to }) => to);
    for (const { clause, score } of clausesAt(text, from, ends, hasFocus || index > 0)) {
      const next = index + ends.indexOf(clause.to) + 1;
      const sum = before.score + score - CLAUSE;
      if (sum > (best[next]?.score ?? Number.NEGATIVE_INFINITY))
        best[next] = { score: sum, clauses: [...before.clauses, clause] };
    }
  }
  return best.findLast((one) => one !== undefined)?.clauses ?? [];
}

/** In "if they stay at home, ask why and skip the food", the condition at the beginning may be that of both. */
export function mayLackCondition(text: EditText, sentence: Range, { from, frame, parts }: Clause): boolean {
  const isLed = text.cueAt(text.skip(sentence.from), "if", "unless", "forThose") !== undefined;
  return isLed && from > sentence.from && (frame === "add" || frame === "remove") && !parts.condition;
}

/** The pieces between commas and words for "and", where clauses may begin and end. */
function cutsOf(text: EditText, range: Range): Range[] {
  const { prompt } = text;
  return prompt.split(range, (at) => {
    if (prompt.closeOf(at) !== undefined) return 0;
    if (prompt.isMark(at, ",;.!?()") || prompt.tokens[at]?.kind === "newline") return 1;
    const word = text.cueAt(at, "and", "then", "but");
    return word && word.to < range.to ? word.to - at : 0;
  });
}

/** The best clause from one place to each of these ends. */
function clausesAt(text: EditText, from: number, ends: readonly number[], mayInherit: boolean) {
  const best = new Map<number, { clause: Clause; score: number }>();
  const offer = (clause: Clause, score: number) => {
    if (score > (best.get(clause.to)?.score ?? 0)) best.set(clause.to, { clause, score });
  };
  for (const frame of mayInherit ? FRAMES : FRAMES_ALONE) {
    const fit = (parts: Parts) =>
      (mayInherit || parts.fields?.kind !== "pronoun") && fits(frame, parts, text);
    for (const [to, { parts, score }] of coversOf(text, frame, from, ends, fit))
      offer({ frame: frame.name, parts, from, to }, score);
  }
  return best.values();
}

/** The first instruction says itself which fields it means. */
const FRAMES_ALONE = FRAMES.map((frame) => ({
  ...frame,
  required: frame.required | frame.inherited,
  inherited: 0,
}));

/** Whether words only open a list of instructions: "make these changes to the form:" */
export function isOpening(text: EditText, { from, to }: Range): boolean {
  const opensList = text.prompt.isMark(to - 1, ":") || text.prompt.isMark(to, ":");
  return opensList && text.isSaid({ from, to }, OPENING);
}

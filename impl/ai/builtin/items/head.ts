/** Reads the words before a bracket, a colon or a dash: the label, and the modifiers before and behind it. */
import type { Range } from "../reading/accounting.ts";
import { numberAt } from "../reading/numbers.ts";
import { alternatives, choicesSaid } from "./choices.ts";
import { wholeConcept } from "./concepts.ts";
import { type Said, together } from "./draft.ts";
import { fillerEnd, modifierAt, modifiersAtEnd, modifiersIn } from "./modifiers.ts";
import type { Text } from "./readers/reader.ts";
import { SHAPES } from "./shapes.ts";

export interface Peeled {
  readonly label: Range;
  readonly says: Said;
}

/** Takes modifiers off the beginning and the end of a label: "optional phone number", "comment of at most 500 characters". */
export function peel(text: Text, head: Range): Peeled {
  const whole = head;
  const counted = countBefore(text, whole);
  const from = counted?.to ?? whole.from;
  const end = modifiersAtEnd(text, { from, to: whole.to });
  const listed = end?.says.kind === "yes_no" ? undefined : choicesAtEnd(text, { from, to: whole.to });
  if (listed) return { label: { from, to: listed.at }, says: together(counted?.says ?? {}, listed.says) };
  const rest = { from, to: end?.at ?? whole.to };
  const start = counted ?? (wholeConcept(text, rest) ? undefined : modifierBefore(text, rest));
  return {
    label: withoutDangling(text, { from: start?.to ?? from, to: rest.to }, end !== undefined),
    says: together(start?.says ?? {}, end?.says ?? {}),
  };
}

/** "size S/M/L", "pickup day Friday or Saturday", "talk or poster": choices without a bracket. */
function choicesAtEnd(text: Text, { from, to }: Range): { at: number; says: Said } | undefined {
  const { prompt } = text;
  const slash = slashedFrom(text, { from, to });
  if (slash !== undefined)
    return { at: slash, says: choicesSaid(text, alternatives(text, { from: slash, to })) };
  const sides = alternatives(text, { from, to });
  const [first, second] = sides;
  if (!first || !second || wholeConcept(text, { from, to })) return undefined;
  if (sides.some((side) => wholeConcept(text, side) ?? modifiersIn(text, side))) return undefined;
  const [before, size] = [prompt.count(first), prompt.count(second)];
  if (sides.length > 3 || size > 3 || before > 8) return undefined;
  const at =
    before <= 3 && size <= before + 1 && before <= size + 1
      ? from
      : first.to - (size > 1 && !/\d/.test(prompt.key(second.from)) ? before : size);
  const label = { from, to: at };
  if (at > from && (prompt.isEmpty(label) || withoutDangling(text, label, true).to < at)) return undefined;
  const choices = choicesSaid(text, [{ from: at, to: first.to }, ...sides.slice(1)]);
  return { at: at > from ? at : to, says: { ...choices, isByOr: true } };
}

/** Where at least three words between slashes begin that end a label. */
function slashedFrom({ prompt }: Text, { from, to }: Range): number | undefined {
  let at = to - 1;
  let slashes = 0;
  while (
    at - 2 > from &&
    prompt.isMark(at - 1, "/") &&
    !prompt.tokens[at - 1]?.isSpaced &&
    !prompt.tokens[at]?.isSpaced
  ) {
    at -= 2;
    slashes += 1;
  }
  return slashes > 1 && at > from ? at : undefined;
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

/** "up to 5 photos", "3 files": how many of something that is uploaded. */
export function countBefore(text: Text, { from, to }: Range): { to: number; says: Said } | undefined {
  const { prompt, lexicon } = text;
  const lead = lexicon.table("atMost").at(prompt.tokens, from, to);
  const number = numberAt(prompt, lead?.to ?? from, lexicon);
  if (!number || number.to >= to) return undefined;
  for (let end = to; end > number.to; end--) {
    const concept = wholeConcept(text, { from: number.to, to: end });
    if (concept)
      return SHAPES[concept].type === "file_upload"
        ? { to: number.to, says: { maxFiles: number.value } }
        : undefined;
  }
  return undefined;
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
  if (prompt.isMark(at, ",") || prompt.isLook(at)) return at + 1 < to ? at + 1 : undefined;
  if (wholeConcept(text, { from: at, to })) return undefined;
  const filler = lexicon.table("fillers", "and").at(prompt.tokens, at, to);
  if (!filler || filler.to >= to || prompt.isEmpty({ from: filler.to, to })) return undefined;
  // "field of study" is no field of the form.
  const isOf =
    filler.value !== "and" &&
    lexicon.table("answers.cuts").at(prompt.tokens, filler.to, to) &&
    !lexicon.table("fillers").at(prompt.tokens, filler.to, to);
  return isOf || PARTICLES.has(prompt.key(filler.to)) || prompt.isMark(filler.to, "-',’")
    ? undefined
    : filler.to;
}

/** In "pick up date" and "check out time" the word before belongs to the verb. */
const PARTICLES: ReadonlySet<string> = new Set(["up", "in", "out", "off", "on"]);

/** "star rating out of 5": the name of a concept before modifiers. */
export function namedPrefix(text: Text, { from, to }: Range): Range | undefined {
  for (let end = to - 1; end > from; end--)
    if (text.prompt.isWord(end - 1) && wholeConcept(text, { from, to: end })) return { from, to: end };
  return undefined;
}

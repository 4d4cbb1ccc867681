/** Splits prose into the statements that are read one by one, and writes their colons out. */
import { fold } from "../lexicon/fold.ts";
import { type Grammar, withoutStart } from "../lexicon/grammar.ts";
import { saysSeveral } from "./detail.ts";
import { isInstructionItem } from "./instructions.ts";
import { readRemark } from "./remarks.ts";
import { mentionsForm, saysPurpose, withoutPlease } from "./request.ts";
import { colonAt, sentences, splitOutside, withoutTrailing } from "./split.ts";
import { listsSeveral } from "./stands-alone.ts";
import { statedLimit } from "./stated-limits.ts";

/** The sentences of a line; remarks behind a semicolon and second conditions are statements of their own. */
export function statementsOf(line: string, grammar: Grammar): string[] {
  return sentences(line)
    .map((sentence) => withoutPlease(sentence, grammar))
    .flatMap((sentence) => remarksApart(sentence, grammar))
    .flatMap((sentence) => settingsApart(sentence, grammar))
    .flatMap((sentence) => anonymousApart(sentence, grammar))
    .flatMap((sentence) => (CONDITION.test(sentence) ? sentence.split(NEXT_CONDITION) : [sentence]))
    .map((sentence) => sentence.replace(FOR_ASK, "If $1, "));
}

const CONDITION = /^(?:if|when|wenn|falls) /i;

/** "If A ask for B, if C ask for D" sets two conditions. */
const NEXT_CONDITION =
  /, (?:and |und )?(?=(?:if|when) [^,]{2,60} (?:ask|show)\b|(?:wenn|falls) [^,]{2,60}, )/i;

/** "For in person also ask for dietary needs" sets a condition. */
const FOR_ASK = /^for ([^,.:]{2,40}?),? (?:also )?(?=ask (?:for|about|which|what|how)\b)/i;

/** "Name, email; phone is optional": what follows a semicolon may be a remark on the list before it. */
function remarksApart(sentence: string, grammar: Grammar): string[] {
  const parts = splitOutside(sentence, /;/g);
  const isRemark = (part: string) => readRemark(part, grammar)?.kind === "required";
  return parts.length > 1 && parts.slice(1).every(isRemark) && !isRemark(parts[0]!) ? parts : [sentence];
}

/** "Max 18 people, close on 5 March 2027" and "closes on 1 May 2027 or after 500 runners" each set two things. */
function settingsApart(sentence: string, grammar: Grammar): string[] {
  const plain = withoutTrailing(sentence, " .!").replace(/,? whichever (?:comes|is) first$/i, "");
  const [, either = "", after = ""] =
    /^(.*\b(?:clos|end|stop|deadline|open until)\p{L}*\b.*\d{4}),? (?:or|and) (?:once|when|as soon as|after|at) (.+)$/iu.exec(
      plain,
    ) ?? [];
  if (either !== "")
    return [either, `Close after ${after.replace(/^(?:we (?:have|get|reach)|there are) /i, "")}`];
  const parts = splitOutside(
    plain,
    /,(?: and)? | and (?=(?:close|closes|stop|limit|show|redirect|allow)\b)/gi,
  );
  const sets = (part: string) =>
    readRemark(part, grammar)?.kind === "settings" ||
    isInstructionItem(part, grammar) ||
    saysSeveral(part, grammar) ||
    statedLimit(part, grammar)?.countsResponses;
  return parts.length > 1 && parts.length < 5 && parts.every(sets) ? parts : [sentence];
}

/** "Everything anonymous and optional" says two things. */
function anonymousApart(sentence: string, grammar: Grammar): string[] {
  const found = sentence.length < MAX_REMARK ? grammar.anonymous.first(fold(sentence)) : undefined;
  const rest = found ? sentence.slice(found.end).trimStart() : "";
  const after = withoutStart(rest, grammar.and);
  if (!found || after === rest) return [sentence];
  return [`${sentence.slice(0, found.end)}.`, `${sentence.slice(0, found.start)}${after}`];
}

/** A longer sentence lists fields. */
const MAX_REMARK = 100;

/** `something like: "Holiday request - name, from, to"`: the list alone. */
const QUOTED = /^[^"“„«]*: *["“„«]([^"“”„«»?]+)["”“»]\.?$/;

/** "contact form - name, email": a dash that opens a list is read as a colon. */
export function withColon(whole: string, grammar: Grammar): string {
  const quoted = QUOTED.exec(whole)?.[1] ?? "";
  const text = quoted.split(",").length > 2 ? quoted : whole;
  const colon = colonAt(text);
  const dash = /^([^,;()?]{3,100}?) [-–—] (?=[^-–—]+[,+;])/u.exec(text);
  if (dash && colon > 0 && colon < dash[0].length) return text;
  if (dash && colon > 0 && splitOutside(text, /;/g).filter((part) => colonAt(part) > 0).length > 1)
    return text;
  // "Landlord here - need something for viewings: names, income, pets": the list begins behind the colon.
  if (
    dash &&
    colon > 0 &&
    !/[,;]/.test(text.slice(dash[0].length, colon)) &&
    listsSeveral(text.slice(colon + 1), grammar) &&
    !mentionsForm(dash[1]!, grammar)
  )
    return text;
  if (
    dash &&
    colon > 0 &&
    mentionsForm(dash[1]!, grammar) &&
    !text.slice(dash[0].length, colon).includes(",")
  )
    return `${dash[1]} ${text.slice(dash[0].length)}`;
  if (!dash && colon < 0) {
    const [whole = "", title = ""] = /^([^,;:()?]{3,60}?) [-–—] (?=[^-–—?]{3,80}\?)/u.exec(text) ?? [];
    return title !== "" && (mentionsForm(title, grammar) || saysPurpose(title, grammar))
      ? `${title}: ${text.slice(whole.length)}`
      : text;
  }
  return dash ? `${dash[1]}: ${text.slice(dash[0].length)}` : text;
}

/** Writes what prose says about one field the way lists say it: choices, clauses and limits in brackets behind it. */

import { findChoice } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind, stripAnd, stripFillers, withoutStart } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { fromTo } from "./from-to.ts";
import { isKnown } from "./known.ts";
import { enclosed, sentences, splitOutside, withoutTrailing } from "./split.ts";
import { withSpokenAnswers } from "./spoken-answers.ts";
import { asksByWords } from "./stands-alone.ts";

/** A choice of more words is no choice. */
const MAX_WORDS = 4;
/** A longer line is read as it is. */
const MAX_LINE = 4000;

/** The line with number words as digits, and with clauses and listed choices in brackets behind their field. */
export function plainWords(line: string, grammar: Grammar): string {
  if (line.length > MAX_LINE) return line;
  const parts = sentences(line);
  const paged = parts.filter((part) => PAGE.test(part)).length > 1;
  const changed = withSpokenAnswers(parts, grammar)
    .map((part) => (paged ? part.replace(PAGE, "$1: ") : part))
    .map((part) => (grammar.languages[0] === "en" ? spelledApart(part) : part))
    .map((part) => fromTo(part.replace(ONLY_HAVE, "(max $1)").replace(ANY, "? Any$1?"), grammar))
    .map((part) => bracketDashes(bracketClauses(withDigits(part, grammar)), grammar))
    .map((part) => bracketRun(bracketAnswers(part, grammar), grammar));
  const isSame = changed.length === parts.length && changed.every((part, index) => part === parts[index]);
  return isSame ? line : changed.join(" ");
}

/** "page one name, email": several such sentences list the fields of pages. */
const PAGE =
  /^((?:page|step|section|seite|schritt|étape|página|paso|pagina|stap|strona) (?:\d{1,2}|one|two|three|four|five|eins|zwei|drei|vier|un|deux|trois|quatre|uno|dos|tres|due|tre|een|twee|drie)),? (?=\p{L})(?!(?:is|has|should|ist|hat|soll|est) )/iu;

/** Words that a list leaves out: "her first and last name", "Email is a must, phone isn't". */
function spelledApart(text: string): string {
  return text
    .replace(/(\p{L}+['’]s|their|your) first and last name/giu, "$1 first name, $1 last name")
    .replace(/ [-–—] (?=if (?:yes|so|no|not),? )/giu, ", ")
    .replace(/(?<=\p{L}) and (?=(?:if|whether) (?:there (?:is|are)|any(?:body|one)) )/giu, ", ")
    .replace(
      /(?<=\(required\)), (?:but )?(?:the )?([\p{L} ]{2,40}) (?:isn['’]t|is not|aren['’]t|are not)\.?$/iu,
      ", $1 (optional)",
    )
    .replace(
      /^([\p{L} ]{2,40}) (?:is|are) (?:a must|required|mandatory|needed|compulsory|obligatory|necessary), (?:but )?(?:the )?([\p{L} ]{2,40}) (?:isn['’]t|is not|aren['’]t|are not)\.?$/iu,
      "$1 is required. $2 is optional.",
    );
}

/** "what are you working on, any blockers?" asks twice. */
const ANY =
  /(?<=\b(?:what|how|which|who|where|when|are|do|did) [^,?]{5,100}),(?: and)? any((?: other)? [^,?]{3,40})\?$/iu;

/** "number of kayaks (we only have 8)" */
const ONLY_HAVE =
  /\((?:we|i) (?:only (?:have|own|got)|have (?:only|just)|(?:have )?only got|just have) (\d{1,5})\)/giu;

/** "up to three photos" -> "up to 3 photos" */
export function withDigits(text: string, grammar: Grammar): string {
  const { numbers = [] } = instructionsIn(grammar.languages[0]!).vocabulary;
  const bounds = wordSet(`${grammar.words.atLeast}, ${grammar.words.atMost}`.split(","));
  return bounds
    .all(fold(text))
    .filter(({ phrase }) => !STRICT.test(phrase))
    .reverse()
    .reduce((rest, { end }) => {
      const [whole = "", word = ""] = /^ (\p{L}{2,12})(?!\p{L})/u.exec(rest.slice(end)) ?? [];
      const value = numbers.findIndex((one) => one.split("/").some((form) => fold(form) === fold(word)));
      return value < 0 || word === ""
        ? rest
        : `${rest.slice(0, end)} ${value + 1}${rest.slice(end + whole.length)}`;
    }, text);
}

/** "More than one is fine" says that several answers are. */
const STRICT = /^(?:more than|mehr als|plus de|mas de|piu di|meer dan|mais de|wiecej niz)$/;

/** What a clause behind a field may not or must do. */
const CLAUSE =
  /, (?:which|that|die|der|das|welche[rs]?|qui|que|che|welke|który|która|które) ((?:(?:also|auch|aussi|también|anche|ook) )?(?:cannot|can't|can not|must|may not|mustn't|should|has to|nicht |muss |ne (?:peut|doit) |doit |no puede |debe |non può |deve |niet |mag |moet |não pode |nie może |musi )[^,;.:()]{2,80})(?=[,;.]|$)/giu;

/** "the date, which cannot be in the past, and" -> "the date (cannot be in the past), and" */
function bracketClauses(text: string): string {
  const inside = enclosed(text);
  return text.replace(CLAUSE, (whole: string, clause: string, at: number) =>
    inside[at] === 1 ? whole : ` (${clause.trim()})`,
  );
}

const DASHES =
  /(?<=^|[\s(])([^,;:.()?!-][^,;:.()?!–—]{2,80}?) [-–—] ([^()[\];:?!.–—]{3,160}?) [-–—] (?=\p{L})/gu;

/** "the kind of shoot - wedding, portrait or product - the date" -> "the kind of shoot (wedding, portrait or product), the date" */
function bracketDashes(text: string, grammar: Grammar): string {
  return text.replace(DASHES, (whole: string, label: string, list: string) => {
    const choices = choicesOf(list, grammar);
    const isList = grammar.or.first(fold(list)) !== undefined && choices !== undefined;
    return isList ? `${label} (${choices.join("; ")}), ` : whole;
  });
}

/** The parts of "A, B or C", if each may be a choice. */
function choicesOf(list: string, grammar: Grammar): string[] | undefined {
  const parts = splitOutside(list, /,/g).flatMap((part) => alternatives(part, grammar));
  const unlikely = parts.filter((part) => !mayBeChoice(part, grammar)).length;
  return parts.length > 1 && unlikely * 3 <= parts.length ? parts : undefined;
}

/** "B or C" -> "B", "C" */
function alternatives(part: string, grammar: Grammar): string[] {
  const [word] = grammar.or.all(fold(part));
  if (!word) return [part.trim()];
  return [part.slice(0, word.start), part.slice(word.end)].map((side) => side.trim()).filter(Boolean);
}

function mayBeChoice(part: string, grammar: Grammar): boolean {
  if (part === "" || part.split(" ").length > MAX_WORDS || /[?:()]|\*$/.test(part)) return false;
  if (asksByWords(part, grammar)) return false;
  if (grammar.optional.first(fold(part)) || grammar.required.first(fold(part))) return false;
  const bare = stripFillers(part, grammar);
  return findChoice(part, grammar.languages) !== undefined || (bare === part && !isKnown(part, grammar));
}

/** "name, which day is best, Monday, Tuesday or Friday?" -> "name, which day is best? (Monday; Tuesday; Friday)" */
function bracketAnswers(text: string, grammar: Grammar): string {
  if (!text.endsWith("?") || !grammar.or.first(fold(text))) return text;
  const starts = [0, ...Array.from(text.matchAll(/[,;:] /g), ({ index }) => index + 2)];
  const start = starts.findLast((at) => WHICH.test(text.slice(at)));
  if (start === undefined) return text;
  const [, question = "", list = ""] =
    /^([^,:;?()]{6,100}?)(?:,| [-–—]) ([^:;?()]{3,160})\?$/u.exec(text.slice(start)) ?? [];
  const choices = list === "" ? undefined : choicesOf(list, grammar);
  return choices ? `${text.slice(0, start)}${question}? (${choices.join("; ")})` : text;
}

const WHICH =
  /^(?:which|what|welche[rsnm]?|quel(?:le)?s?|qué|cuál(?:es)?|quale|quali|welke|qual|quais|który|która|które|jakie|jaki) /iu;

/** "name, which evenings they are free: Monday or Friday, more than one is fine" -> "name, which evenings they are free (...)" */
function bracketRun(text: string, grammar: Grammar): string {
  const inside = enclosed(text);
  for (const { index } of text.matchAll(/: (?=\S)/g)) {
    if (inside[index] === 1) continue;
    const head = text.slice(0, index);
    const comma = Math.max(head.lastIndexOf(", "), head.lastIndexOf("; "), head.lastIndexOf(": "));
    const start = comma < 0 ? 0 : comma + 2;
    const label = stripAnd(head.slice(start), grammar);
    if (!choosesFrom(label, start, grammar)) continue;
    const run = runAfter(text.slice(index + 2), grammar);
    if (!run || (start === 0 && run.rest === "" && run.remark === undefined)) continue;
    const remark = run.remark === undefined ? "" : `; ${run.remark}`;
    const rest = run.rest === "" ? "." : `, ${run.rest}.`;
    return `${text.slice(0, start)}${label} (${run.choices.join(", ")}${remark})${rest}`;
  }
  return text;
}

/** "which evenings", "choose sports", and behind other fields also "and the course they want" */
function choosesFrom(label: string, start: number, grammar: Grammar): boolean {
  if (label === "" || label.split(" ").length > 12) return false;
  const picks = wordSet(instructionsIn(grammar.languages[0]!).vocabulary.pick ?? []);
  if (WHICH.test(label) || withoutStart(label, picks) !== label) return true;
  return start > 0 && stripFillers(label, grammar) !== label && questionKind(label, grammar) === undefined;
}

/** The choices at the start of a text, a remark on them, and the fields behind them. */
function runAfter(
  text: string,
  grammar: Grammar,
): { choices: string[]; remark?: string; rest: string } | undefined {
  const parts = splitOutside(withoutTrailing(text, " .!"), /,/g);
  const choices: string[] = [];
  for (const [index, part] of parts.entries()) {
    const [, plain = part, remark] = /^(.+?) \(([^()]+)\)$/.exec(part) ?? [];
    const closesRun = grammar.or.first(fold(plain)) !== undefined;
    const sides = alternatives(stripAnd(plain, grammar), grammar);
    const rest = (from: number) => parts.slice(from).join(", ");
    if (remark === undefined && choices.length > 1 && isSeveral(part, grammar))
      return { choices, remark: part, rest: rest(index + 1) };
    if (!sides.every((side) => mayBeChoice(side, grammar)))
      return choices.length > 1 ? { choices, rest: rest(index) } : undefined;
    choices.push(...sides);
    if (remark !== undefined && choices.length > 1) return { choices, remark, rest: rest(index + 1) };
    if (remark !== undefined) return undefined;
    if (!closesRun) continue;
    const next = parts[index + 1] ?? "";
    return isSeveral(next, grammar)
      ? { choices, remark: next, rest: rest(index + 2) }
      : { choices, rest: rest(index + 1) };
  }
  return choices.length > 1 ? { choices, rest: "" } : undefined;
}

/** "more than one is fine" */
function isSeveral(part: string, grammar: Grammar): boolean {
  const languages = [...new Set([grammar.languages[0]!, "en" as const])];
  const words = languages.flatMap((language) => instructionsIn(language).vocabulary.several ?? []);
  return part.split(" ").length <= 7 && wordSet(words).first(fold(part)) !== undefined;
}

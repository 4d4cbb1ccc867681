/** Writes times, and choices with places, as one field with its choices in brackets: "slot: 9:00, 10:00" -> "slot (9:00, 10:00)". */

import { unitIn } from "../fields/units.ts";
import { type Grammar, stripFillers, withoutStart } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { labelsIn, wordsIn } from "../lexicon/lexicon.ts";
import { CLOSE, hasMarks, OPEN, withoutMarks } from "../lexicon/mark-brackets.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { listedCapacity, saysEach } from "./capacity.ts";
import { isKnown } from "./known.ts";
import { isCapacityMark } from "./marks.ts";
import { mentionsForm } from "./request.ts";
import { weekdayNames } from "./weekdays.ts";

const MARK = `${OPEN}[^${CLOSE}]{1,40}${CLOSE}`;
const CLOCK = "\\d{1,2}(?:[:h]\\d{2}(?: ?[ap]m| ?uhr| ?h)?| ?[ap]m| ?uhr| ?h)(?![\\p{L}\\d])";
const NAME = `[^\\s,;:.()?${OPEN}${CLOSE}][^,;:.()?${OPEN}${CLOSE}]{0,59}`;
/** Between the parts of a list: a comma, "and" or "or", in the language and in English. */
function joinedIn({ words }: Grammar): string {
  const english = wordsIn("en");
  const all = [words.and, words.or, english.and, english.or].flatMap((list) => list.split(","));
  const or = `(?:${[...new Set(all.map((word) => word.trim()).filter((word) => /^\p{L}+$/u.test(word)))].join("|")})`;
  return `(?: ?[,;/|] ?(?:${or} )?| ${or} )`;
}

const TIME_AT = new RegExp(CLOCK, "iu");
/** The text before a list that can name it. */
const WINDOW = 200;
/** A longer text before times is a sentence about them, and no label. */
const LABEL_WORDS = 6;

interface Patterns {
  /** Lists of times such as `Saturday 9:00-10:00`, and of names with marks. */
  readonly runs: RegExp;
  /** Lists of names with brackets behind them. */
  readonly limited: RegExp;
  readonly joined: RegExp;
}

const cache = new Map<string, Patterns>();

function patternsOf(grammar: Grammar): Patterns {
  const key = grammar.languages[0]!;
  let patterns = cache.get(key);
  if (!patterns) {
    const joined = joinedIn(grammar);
    const time = `(?:(?:${weekdays(key)})s?\\.?,? (?:\\d{1,2}\\.? )?(?:(?:at|um|à|a las|alle|às|om|o) )?)?${CLOCK}(?: ?[-–] ?${CLOCK})?(?:${MARK})?`;
    // "10:30, 11, 11:30": a bare hour between times is one, too.
    const hour = `(?:${time}|\\d{1,2}(?=(?: ?,| and| or| &) ?\\d{1,2}[:h]\\d{2}))`;
    const marked = `${NAME}${MARK}`;
    const listed = `${NAME} \\([^()]{1,40}\\)`;
    patterns = {
      runs: new RegExp(
        `(?<![\\p{L}\\d:])(?:${time}(?:${joined}${hour})+|${marked}(?:${joined}${marked})+)`,
        "giu",
      ),
      limited: new RegExp(`(?<=: |\\()${listed}(?:${joined}${listed})+`, "giu"),
      joined: new RegExp(joined, "iu"),
    };
    cache.set(key, patterns);
  }
  return patterns;
}

/** The names of the days as an alternative of a pattern. */
function weekdays(key: string): string {
  return weekdayNames(key)
    .sort((a, b) => b.length - a.length)
    .join("|");
}

/** "shift: morning (max 5), evening (max 2)": behind a label, limits of names that are no fields count places. */
export function markLimits(line: string, grammar: Grammar): string {
  return line.replace(patternsOf(grammar).limited, (run: string, index: number) => {
    const head = /([^,;.:]*)[:(] ?$/u.exec(line.slice(0, index))?.[1] ?? "";
    const parts = [...run.matchAll(/([^,()]+) \(([^()]*)\)/gu)];
    const areChoices = parts.every(
      ({ 1: name = "", 2: limit = "" }) => isCapacityMark(limit, grammar) && !isKnown(name.trim(), grammar),
    );
    return areChoices && isLabel(head, grammar) ? run.replace(/ \(([^()]*)\)/g, `${OPEN}$1${CLOSE}`) : run;
  });
}

/** "morning - 5 people", "Yoga: 12 places": how many may take each choice, behind a dash. Brackets say the same. */
export function bracketPlaces(line: string, grammar: Grammar): string {
  const places =
    /(?<=\p{L}) ?[-–:=] (?=(\p{L}{0,12}\.? ?\d{1,6} \p{L}{3,15})(?= ?(?:[,;)]|$| \p{L}{1,3} )))/giu;
  const found = [...line.matchAll(places)].filter(({ 1: inner = "" }) => isCapacityMark(inner, grammar));
  if (found.length < 2) return line;
  return found.reduceRight((text, { index, 0: dash, 1: inner = "" }) => {
    const from = index + dash.length;
    return `${text.slice(0, index)} (${inner.trim()})${text.slice(from + inner.length)}`;
  }, line);
}

const LISTED =
  /^(\s*(?:[-*•–]|\d{1,2}[.)])\s+)(\S.{0,80}?)(?: \(([^()]{1,40})\)| ?[-–:] (\D{0,12}\d[^()]{1,20}))$/u;

/** Lines such as "- Morning tour (10 places)" are the choices of one field: of the line before them, if it ends with a colon. */
export function joinPlaces(lines: readonly string[], grammar: Grammar): string[] {
  const joined: string[] = [];
  let run: string[] = [];
  const finish = (): void => {
    if (run.length > 1) {
      const choices = run.map((line) => line.replace(LISTED, `$2${OPEN}$3$4${CLOSE}`));
      const head = joined.at(-1)?.endsWith(":") ? joined.pop()! : "";
      const label = sharedWord(choices) ?? labelsIn(grammar.languages[0]!).fields.time_slot;
      const isField = head !== "" && isLabel(head.slice(0, -1), grammar);
      if (head !== "" && !isField) joined.push(head);
      const marker = isField ? "" : LISTED.exec(run[0]!)![1]!;
      joined.push(`${marker}${isField ? head.slice(0, -1) : label} (${choices.join(", ")})`);
    } else joined.push(...run);
    run = [];
  };
  for (const line of lines) {
    const [, , , brackets, behind] = LISTED.exec(line) ?? [];
    const places = brackets ?? behind;
    if (places !== undefined && isCapacityMark(places.trim(), grammar)) run.push(line);
    else {
      finish();
      joined.push(line);
    }
  }
  finish();
  return joined;
}

/** Brackets the choices of a line that are times, or that say how many may take them. The rest stays as it is. */
export function bracketSlots(line: string, grammar: Grammar): string {
  const runs = [...line.matchAll(patternsOf(grammar).runs)].filter(({ 0: run }) =>
    isListOfSlots(run, grammar),
  );
  return runs.reduceRight((text, { index, 0: run }) => bracketed(text, index, run, grammar), line);
}

function isListOfSlots(run: string, grammar: Grammar): boolean {
  const marks = [...run.matchAll(new RegExp(`${OPEN}([^${CLOSE}]*)${CLOSE}`, "gu"))];
  return marks.every(({ 1: inner = "" }) => isCapacityMark(inner, grammar));
}

/** Words after which two times are the ends of a range. */
const BETWEEN = /(?:^| )(?:between|from|zwischen|von|entre|de|tra|fra|dalle|od|tussen|van|mellan|mellem)$/iu;
const AT = /(?:^| )(?:at|um|à|a las|alle|às|om|o|on|am|for)$/iu;

/** The text with one list in brackets, behind its label. */
function bracketed(text: string, index: number, run: string, grammar: Grammar): string {
  // Only the words near a list name it, so a long prompt takes no longer for each list.
  const start = Math.max(0, index - WINDOW);
  const window = text.slice(start, index);
  const [, before = "", spoken = ""] = /^(.*(?:[,;.:!(] ?|^))([^,;.:!(]*)$/u.exec(window) ?? [];
  const inline = spoken.trim();
  if (/\( ?$/.test(before) && inline === "") return text;
  if (BETWEEN.test(inline) || inline.split(" ").length > LABEL_WORDS) return text;
  const shared = sharedBehind(text.slice(index + run.length), grammar);
  const after = text.slice(index + run.length + (shared?.length ?? 0));
  const { verb, choices } = choicesOf(run, shared?.capacity, grammar);
  const [, lead = before, head = ""] = /^(.*?(?:[,;.:!] |^))([^,;.:!]{2,60}): $/u.exec(before) ?? [];
  const named = stripFillers(inline.replace(AT, ""), grammar) || verb;
  const isWhole = /(?:^|[.!] )$/.test(named || head === "" ? before : lead) && /^(?: ?[.;]|$)/.test(after);
  const write = (opening: string, label: string): string =>
    `${text.slice(0, start)}${opening}${label}${isWhole ? `: ${choices.join(", ")}` : ` (${choices.join(", ")})`}${after}`;
  if (named) return write(before, named);
  if (head !== "" && (/, $/.test(lead) || isLabel(head, grammar))) return write(lead, head);
  return write(before, sharedWord(choices) ?? labelsIn(grammar.languages[0]!).fields.time_slot);
}

/** Whether words before a colon name a field, and do not say what form it is. "Choose a course" does. */
function isLabel(head: string, grammar: Grammar): boolean {
  const picks = instructionsIn(grammar.languages[0]!).vocabulary.pick ?? [];
  return (
    withoutStart(head, wordSet(picks)) !== head || isKnown(head, grammar) || !mentionsForm(head, grammar)
  );
}

/** ", max 4 per slot" behind the choices, and its length. */
function sharedBehind(after: string, grammar: Grammar): { capacity: number; length: number } | undefined {
  const [whole = "", inner = ""] = /^[,;]? ?(?:[-–] )?\(?([^,.;:()]{3,60})\)?(?=[.;,]|$)/u.exec(after) ?? [];
  const capacity = whole === "" ? undefined : (listedCapacity(inner, grammar) ?? eachOf(inner, grammar));
  return capacity === undefined ? undefined : { capacity, length: whole.length };
}

/** "20 vehicles each" behind times: whatever is counted, so many of them fit in each. A duration and a price are none. */
function eachOf(text: string, grammar: Grammar): number | undefined {
  const [, number = "", noun = ""] = /(?<![\d.,])(\d{1,5}) ([\p{L} ]{3,40})$/u.exec(text) ?? [];
  const words = noun.split(" ").map((word) => word.trim());
  const isMeasure = words.some((word) => unitIn(word, grammar) !== undefined) || POINTS.test(noun);
  return number !== "" && saysEach(text) && !isMeasure ? Number(number) : undefined;
}

const POINTS =
  /(?:^| )(?:points?|punkte?|puntos?|punti|punten|pontos?|punkt(?:y|ów)|body|bodů|poäng)(?= |$)/iu;

/** The choices of a list, with the day before each time: "Saturday 9:00, 10:00" -> "Saturday 9:00", "Saturday 10:00". */
function choicesOf(
  run: string,
  capacity: number | undefined,
  grammar: Grammar,
): { verb: string; choices: string[] } {
  const parts = run.split(patternsOf(grammar).joined).map((part) => part.trim());
  const isTimes = !hasMarks(run) || parts.every((part) => TIME_AT.test(withoutMarks(part)));
  // "bring a starter, main or dessert": the words before the article are no part of the first choice.
  const [, verb = "", first = parts[0]!] = /^(\p{L}{3,20}) an? (.+)$/u.exec(parts[0]!) ?? [];
  parts[0] = first;
  let day = "";
  const choices = parts.map((part) => {
    const at = isTimes ? (TIME_AT.exec(part)?.index ?? 0) : -1;
    if (at > 0) day = part.slice(0, at);
    const choice = at === 0 ? `${day}${part}` : part;
    return capacity === undefined || hasMarks(choice) ? choice : `${choice}${OPEN}max ${capacity}${CLOSE}`;
  });
  return { verb, choices };
}

/** "Workshop A", "Workshop B": the word that all begin with. */
function sharedWord(choices: readonly string[]): string | undefined {
  const [word = "", ...others] = choices.map((choice) => withoutMarks(choice).split(" ")[0]!);
  return word.length > 3 && /^\p{L}+$/u.test(word) && others.every((other) => other === word)
    ? word
    : undefined;
}

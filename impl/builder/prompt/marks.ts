/** Reads what stands in brackets behind one choice: that it is the right answer, its points, or how many may take it. */
import type { ChoiceMark } from "../fields/draft.ts";
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordsIn } from "../lexicon/lexicon.ts";
import { CLOSE, hasMarks, OPEN } from "../lexicon/mark-brackets.ts";

const MARKED = new RegExp(`${OPEN}([^${OPEN}${CLOSE}]*)${CLOSE}`, "u");

/** Ticks and stars behind a choice: it is the right answer. */
const TICKED =
  /(?<=[\p{L}\p{N}"”)])\s?[*✓✔✅](?=\s*(?:$|[,;./|]|(?:or|und|oder|ou|o|lub|of)\s|\(?[a-h][.)]\s))/gu;

/** Writes the marks of a line with other brackets. A line that marks nothing, or one part that lists nothing, stays as it is. */
export function markChoices(line: string, grammar: Grammar): string {
  if (!/[(*✓✔✅[]/u.test(line)) return line;
  const words = wordsOf(grammar);
  const found = [...line.matchAll(/[([]([^()[\]]{1,40})[)\]]/g)];
  const sure = found.filter(({ 1: inner = "" }) => words.sure.test(fold(inner.trim())));
  const likely = found.filter(({ 1: inner = "" }) => words.likely.test(fold(inner.trim())));
  const isListed =
    (sure.length > 0 && sure.length + likely.length > 1) ||
    sure.some(({ 1: inner = "" }) => words.answer.test(fold(inner.trim())));
  if (!isListed) return /\b[a-h][.)] |\?/.test(line) ? line.replace(TICKED, `${OPEN}*${CLOSE}`) : line;
  return line.replace(/\s?[([]([^()[\]]{1,40})[)\]]/g, (whole, inner: string) => {
    const folded = fold(inner.trim());
    return words.sure.test(folded) || words.likely.test(folded) ? `${OPEN}${inner.trim()}${CLOSE}` : whole;
  });
}

/** Whether a text marks right answers or points, not places. */
export function hasAnswers(text: string, grammar: Grammar): boolean {
  const mark = hasMarks(text) ? readMark(text, grammar).mark : undefined;
  return mark !== undefined && mark.capacity === undefined;
}

/** "12 places", "max 4": how many may take a choice. */
export function isCapacityMark(text: string, grammar: Grammar): boolean {
  return wordsOf(grammar).places.test(fold(text));
}

/** A choice without its mark, and the mark. */
export function readMark(choice: string, grammar: Grammar): { text: string; mark?: ChoiceMark } {
  const inner = MARKED.exec(choice)?.[1];
  if (inner === undefined) return { text: choice };
  const text = choice.replace(MARKED, "").trim();
  const words = wordsOf(grammar);
  const folded = fold(inner);
  if (inner === "*" || words.right.test(folded)) return { text, mark: { correct: true } };
  if (words.wrong.test(folded)) return { text, mark: { points: 0 } };
  const number = Number(/\d+(?:[.,]\d+)?/.exec(folded)?.[0].replace(",", ".") ?? 0);
  if (words.places.test(folded)) return { text, mark: { capacity: number } };
  return { text, mark: { points: number } };
}

/** Words before a number of places that limit nothing else in brackets. */
const LIMITS = ["limit", "limited to", "capacity", "cap", "kapazität", "capacité", "capacidad", "capienza"];

interface MarkWords {
  readonly right: RegExp;
  readonly wrong: RegExp;
  readonly places: RegExp;
  /** Says for certain that the brackets hold a mark. */
  readonly sure: RegExp;
  /** Says that the line has an answer key, even if only one choice is marked. */
  readonly answer: RegExp;
  /** Is a mark where another part of the line has one. */
  readonly likely: RegExp;
}

const cache = new Map<string, MarkWords>();

function wordsOf({ languages }: Grammar): MarkWords {
  const key = languages[0]!;
  let words = cache.get(key);
  if (!words) {
    const list = (name: string) =>
      alternation([key, "en" as const].flatMap((one) => instructionsIn(one).vocabulary[name] ?? []));
    const most = alternation(
      [key, "en" as const].flatMap((one) =>
        wordsIn(one)
          .atMost.split(",")
          .map((phrase) => phrase.trim())
          .concat(LIMITS),
      ),
    );
    const places = `(?:(?:${most})\\.? )?\\d{1,6} ?(?:${list("places")})(?: (?:${list("places")}))?`;
    const points = `[+-]?\\d{1,4}(?:[.,]\\d{1,2})? ?(?:${list("points")})`;
    const right = `(?:${list("correct")})`;
    const wrong = `(?:${list("wrong")})`;
    words = {
      right: whole(right),
      wrong: whole(wrong),
      places: whole(`${places}|(?:${most})\\.? \\d{1,6}`),
      answer: whole(right),
      sure: whole(`${right}|${points}|${places}`),
      likely: whole(`${wrong}|(?:${most})?\\.? ?\\d{1,6}`),
    };
    cache.set(key, words);
  }
  return words;
}

function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, "u");
}

function alternation(phrases: readonly string[]): string {
  return [...new Set(phrases.map((phrase) => fold(phrase).replace(/[^\p{L}\p{N} ]/gu, "")))]
    .filter((phrase) => phrase !== "")
    .sort((a, b) => b.length - a.length)
    .join("|");
}

/**
 * Finds the questions in a text that was copied from the page of a form of another product. Such a text has a line for everything that
 * the page shows: the label, `*` where an answer is required, and then `Your answer`, or each choice.
 */
import words from "./words.json" with { type: "json" };

/** A question of the page, by its lines. */
export interface CopiedQuestion {
  readonly label: string;
  readonly isRequired: boolean;
  /** Whether nothing says that it is a question. */
  readonly isHeading: boolean;
  /** The lines below the label: the choices, or the help of a question with a blank. */
  readonly below: readonly string[];
  /** The length of the answer that the page has a blank for; undefined: it has none. */
  readonly blank: "short" | "long" | undefined;
}

export interface CopiedPage {
  readonly title: string;
  readonly description: readonly string[];
  readonly questions: readonly CopiedQuestion[];
  /** Lines of the page that are no part of the form. */
  readonly leftOut: readonly string[];
}

type Group = keyof typeof words;

const sets = new Map(Object.entries(words).map(([group, list]) => [group, new Set(list)]));

export function isWord(line: string, group: Group): boolean {
  return sets.get(group)!.has(line.toLowerCase());
}

function blankOf(line: string | undefined): CopiedQuestion["blank"] {
  if (line === undefined) return undefined;
  if (isWord(line, "short")) return "short";
  return isWord(line, "long") ? "long" : undefined;
}

const MARK = "*";

/** `* Indicates required question` */
function isRequiredNote(line: string): boolean {
  return (
    line.startsWith(MARK) && line !== MARK && words.required.some((word) => line.toLowerCase().includes(word))
  );
}

/** `1.` alone on its line, as some pages have it above each question. */
function isNumber(line: string): boolean {
  return /^\d{1,3}\.$/.test(line);
}

/** `Page 1 of 3` */
function isPageCount(line: string): boolean {
  return /^(?:page|seite|página|pagina|strona)\s\d+\s\S+\s\d+$/i.test(line);
}

function isOfAccount(line: string): boolean {
  const lower = line.toLowerCase();
  return words.account.some((word) => lower.endsWith(word));
}

/** @returns undefined: the text does not look copied */
export function readCopiedPage(source: string): CopiedPage | undefined {
  const written = source.split("\n").map((line) => line.trim());
  const all = written.filter((line) => line !== "");
  if (!looksCopied(all)) return undefined;

  const isOfPage = (line: string) => isRequiredNote(line) || isPageCount(line) || isOfAccount(line);
  const lines = all.filter((line) => !isOfPage(line));
  const starts = questionStarts(lines);
  const [first] = starts;
  if (first === undefined || first === 0) return undefined;
  const end = lines.findIndex((line, at) => at > starts.at(-1)! && isWord(line, "send"));
  const body = end === -1 ? lines : lines.slice(0, end);
  const questions = starts.flatMap((start, at) => readQuestions(body.slice(start, starts[at + 1])));
  const [title = "", ...description] = lines.slice(0, first).filter((line) => !isNumber(line));
  if (title === "") return undefined;
  return { title, description, questions, leftOut: [...all.filter(isOfPage), ...lines.slice(body.length)] };
}

/** Whether lines stand there that pages have and people do not write: blanks with a `*`, a number, or another blank. */
function looksCopied(lines: readonly string[]): boolean {
  const blanks = lines.filter((line) => blankOf(line) !== undefined).length;
  const marks = lines.filter((line) => line === MARK).length;
  const numbers = lines.filter(isNumber).length;
  return blanks > 1 || (blanks > 0 && numbers > 1) || (lines.some(isRequiredNote) && blanks + marks > 0);
}

/** The indices of the lines that are surely labels: below a number, or above a `*` or a blank. */
function questionStarts(lines: readonly string[]): number[] {
  const isBelowNumber = (at: number) => isNumber(lines[at - 1] ?? "");
  const numbered = lines.flatMap((_, at) => (isBelowNumber(at) ? at : []));
  if (numbered.length > 1) return numbered;
  return lines.flatMap((line, at) => {
    const next = lines[at + 1];
    // The one line between a `*` and a blank is the help of the question.
    const isAboveBlank = blankOf(next) !== undefined && lines[at - 1] !== MARK;
    const isLabel = line !== MARK && (next === MARK || line.endsWith(` ${MARK}`) || isAboveBlank);
    return isLabel && blankOf(line) === undefined ? at : [];
  });
}

/** Reads the lines from a label to the next one; behind a blank, or a line with `?`, questions without a mark may follow. */
function readQuestions([first = "", ...others]: readonly string[]): CopiedQuestion[] {
  const isMarked = others[0] === MARK;
  const isRequired = isMarked || first.endsWith(` ${MARK}`);
  const label = first.endsWith(` ${MARK}`) ? first.slice(0, -MARK.length).trim() : first;
  const lines = (isMarked ? others.slice(1) : others).filter((line) => !isNumber(line));
  const at = lines.findIndex((line) => blankOf(line) !== undefined);
  const asked = lines.findIndex((line, index) => index > 0 && line.endsWith("?"));
  const end = at !== -1 ? at : asked !== -1 ? asked : lines.length;
  const question: CopiedQuestion = {
    label,
    isRequired,
    isHeading: false,
    below: lines.slice(0, end),
    blank: blankOf(lines[at]),
  };
  return [question, ...readUnmarked(lines.slice(at === -1 ? end : end + 1))];
}

/** Reads lines behind a question that has its answer: a label alone is a heading, and what stands below a label are its choices. */
function readUnmarked(lines: readonly string[]): CopiedQuestion[] {
  const groups: string[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    if (group === undefined || line.endsWith("?")) groups.push([line]);
    else group.push(line);
  }
  return groups.map(([label = "", ...below]) => ({
    label,
    isRequired: false,
    isHeading: below.length === 0 && !label.endsWith("?"),
    below,
    blank: undefined,
  }));
}

/**
 * Reads the marks in a line: `**bold**`, `*italic*` and `[words](address)`. micromark finds them, with their places; all
 * else of the line stays as it was written.
 */
import { parse, preprocess } from "micromark";
import { readAddress, shownTarget } from "./link.ts";
import { type Inline, type Line, wordsOf } from "./tree.ts";

/** Beyond them a line is text: the time that micromark takes grows with the square of the marks. */
const MAX_MARKS = 100;

/** Constructs of Markdown that are text here. Blocks are no part of a line. */
const disable = {
  null: ["autolink", "characterReference", "codeText", "hardBreakEscape", "htmlText", "labelStartImage"],
};
const parser = parse({ extensions: [{ disable }] });

export function readLine(line: string): Line {
  const masked = mask(line);
  const marks = masked.match(/[*_[\]\\]/g)?.length ?? 0;
  if (!/[*_[]/.test(masked) || marks > MAX_MARKS) return line === "" ? [] : [line];
  return contentOf(line, findMarks(masked), 0, line.length);
}

/**
 * Replaces marks that are plain text by signs of the same length: answers that a text mentions, stars within words
 * ("Lehrer*innen", "5*3*2"), blanks to fill in ("____"), pictures, and backslashes that stand before no mark.
 */
function mask(line: string): string {
  return line
    .replace(/\{\{[a-z][a-z0-9_]{0,63}\}\}/g, (found) => "x".repeat(found.length))
    .replace(/(?<=[\p{L}\p{N}])\*+(?=[\p{L}\p{N}])/gu, (found) => "x".repeat(found.length))
    .replace(/\*{4,}|_{4,}|\\(?![*_[\]])|!\[|\uFEFF/gu, (found) => "/".repeat(found.length))
    .replaceAll(/[\r\t]/g, " ");
}

/** A mark and the places of its parts in the line. */
interface Mark {
  readonly kind: "emphasis" | "strong" | "link" | "characterEscape";
  readonly from: number;
  readonly to: number;
  /** The text that is marked. */
  start: number;
  end: number;
  /** The place of the address of a link. */
  address?: readonly [from: number, to: number];
  hasTitle?: boolean;
  readonly inner: Mark[];
}

function isMark(type: string): type is Mark["kind"] {
  return type === "emphasis" || type === "strong" || type === "link" || type === "characterEscape";
}

function findMarks(masked: string): readonly Mark[] {
  const events = parser.text().write(preprocess()(masked, undefined, true));
  const found: Mark[] = [];
  const open: Mark[] = [];
  for (const [way, { type, start, end }] of events) {
    const [from, to] = [start.offset, end.offset];
    const around = open.at(-1);
    if (way === "exit") {
      if (isMark(type)) open.pop();
    } else if (isMark(type)) {
      const mark: Mark = { kind: type, from, to, start: from + 1, end: to, inner: [] };
      (around?.inner ?? found).push(mark);
      open.push(mark);
    } else if (around !== undefined) addPart(around, type, from, to);
  }
  return found;
}

/** Notes the place of a part of a mark, by the names of micromark. */
function addPart(mark: Mark, type: string, from: number, to: number): void {
  if (type === "emphasisText" || type === "strongText" || type === "labelText")
    [mark.start, mark.end] = [from, to];
  else if (type === "resourceDestinationRaw") mark.address = [from, to];
  else if (type === "resourceTitle") mark.hasTitle = true;
}

/** The line between two places, with its marks. */
function contentOf(line: string, marks: readonly Mark[], from: number, to: number): Line {
  const content: Inline[] = [];
  let at = from;
  for (const mark of marks) {
    content.push(line.slice(at, mark.from), ...markOf(line, mark));
    at = mark.to;
  }
  content.push(line.slice(at, to));
  return joinTexts(content);
}

function markOf(line: string, mark: Mark): readonly Inline[] {
  const content = contentOf(line, mark.inner, mark.start, mark.end);
  const { kind } = mark;
  if (kind === "characterEscape") return content;
  const asWritten = [line.slice(mark.from, mark.start), ...content, line.slice(mark.end, mark.to)];
  const words = wordsOf(content);
  if (kind !== "link") return isEmphasized(words) ? [{ kind, content }] : asWritten;
  const address = mark.address && !mark.hasTitle ? readAddress(line.slice(...mark.address)) : undefined;
  if (address === undefined || words.trim() === "") return asWritten;
  return [{ kind, content, address, target: shownTarget(words, address) }];
}

/** Stars around signs are notes or blanks, such as in "(*) and (*)". */
function isEmphasized(words: string): boolean {
  return /[\p{L}\p{N}]/u.test(words) && !/^[\p{Pe}\p{Pf},.;:!?]|[\p{Ps}\p{Pi}]$/u.test(words);
}

function joinTexts(content: readonly Inline[]): Line {
  const joined: Inline[] = [];
  for (const part of content) {
    const last = joined.at(-1);
    if (typeof part === "string" && typeof last === "string") joined[joined.length - 1] = last + part;
    else if (part !== "") joined.push(part);
  }
  return joined;
}

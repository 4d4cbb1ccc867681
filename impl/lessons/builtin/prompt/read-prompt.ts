/** Separates the requests of a prompt from its statements. */
import type { Language } from "../../../../generated/types.ts";
import { getCached } from "../../../platform/cache.ts";
import { detectLanguage } from "../../../texts/detection/detect.ts";
import { isFunctionWord, splitWords, wordList } from "./words.ts";

/** Statements that stand together, such as a list with its heading. */
export interface StatementGroup {
  readonly heading?: string;
  readonly statements: readonly string[];
  /** They have numbers in the prompt, so their order matters. */
  readonly isNumbered: boolean;
}

export interface ReadPrompt {
  readonly language: Language;
  /** Parts that name the subject of the lesson. */
  readonly subjects: readonly string[];
  readonly groups: readonly StatementGroup[];
}

/** The number of statements below which a lesson cannot be made from them. */
export const FEWEST_STATEMENTS = 3;
/** The maximum number of statements read from a prompt. */
const MAX_STATEMENTS = 60;
const MAX_HEADING_WORDS = 14;

type Piece =
  | { readonly kind: "subject" | "heading"; readonly text: string }
  | { readonly kind: "statement"; readonly text: string; readonly style: "numbered" | "bullet" | "prose" };

export function readPrompt(prompt: string, languages: readonly Language[]): ReadPrompt {
  const language = detectLanguage(prompt, languages);
  const pieces = splitLines(prompt).flatMap((line) => splitPieces(line, language));
  const groups = groupPieces(pieces);
  const count = groups.reduce((sum, { statements }) => sum + statements.length, 0);
  if (count < FEWEST_STATEMENTS) return { language, subjects: pieces.map(({ text }) => text), groups: [] };
  const subjects = pieces.flatMap(({ kind, text }) => (kind === "subject" ? [text] : []));
  return { language, subjects, groups };
}

/** Items that stand on one line, "1. ... 2. ...", get a line each. */
function splitLines(prompt: string): string[] {
  const text = prompt
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]+/gu, " ");
  const isList = /(?:^|\s)1[.)]\s+\S/u.test(text) && /\s2[.)]\s+\S/u.test(text);
  const broken = isList ? text.replace(/(?<![^\S\n])[^\S\n]+(?=\d{1,2}[.)]\s+\S)/gu, "\n") : text;
  return broken.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}

function splitPieces(line: string, language: Language): Piece[] {
  const numbered = /^\d{1,3}[.)]\s+(?<text>\S.*)$/su.exec(line)?.groups?.text;
  if (numbered) return [itemPiece(numbered, "numbered")];
  const bullet = /^[-*•–‣]\s+(?<text>\S.*)$/su.exec(line)?.groups?.text;
  if (bullet) return [itemPiece(bullet, "bullet")];
  const heading = /^(?:#+(?<marked>.+)|(?<colon>[^.!?]+):)$/su.exec(line)?.groups;
  if (heading) return [{ kind: "heading", text: (heading.marked ?? heading.colon)!.trim() }];
  return splitSentences(line, language).flatMap((sentence) => prosePieces(sentence, language));
}

/** An item of one or two words names something; it states nothing. */
function itemPiece(text: string, style: "numbered" | "bullet"): Piece {
  return splitWords(text).length >= 3 ? { kind: "statement", text, style } : { kind: "subject", text };
}

/** Making one takes longer than reading a line with it. */
const segmenters = new Map<Language, Intl.Segmenter>();

function splitSentences(line: string, language: Language): string[] {
  const segmenter = getCached(
    segmenters,
    language,
    () => new Intl.Segmenter(language, { granularity: "sentence" }),
  );
  return Array.from(segmenter.segment(line), ({ segment }) => segment.trim()).filter(
    (sentence) => sentence !== "",
  );
}

/** "Our rules: Close the door." is a heading and a statement. */
function prosePieces(sentence: string, language: Language): Piece[] {
  const parts = /^(?<heading>[^:]{3,120}):\s+(?<rest>\p{Lu}.+)$/u.exec(sentence)?.groups;
  if (parts && isStatement(parts.rest!, language)) {
    return [
      { kind: "heading", text: parts.heading! },
      { kind: "statement", text: parts.rest!, style: "prose" },
    ];
  }
  if (isStatement(sentence, language)) return [{ kind: "statement", text: sentence, style: "prose" }];
  return [{ kind: "subject", text: sentence }];
}

/** Tells whether a sentence is a statement: a whole sentence without a request or a description of the learners. */
function isStatement(sentence: string, language: Language): boolean {
  const words = splitWords(sentence);
  if (words.length < 4 || !/[.!…]["'”»)]*$/u.test(sentence)) return false;
  const asks = wordList(language, "asks");
  const audience = wordList(language, "audience");
  return (
    !words.slice(0, 4).some((word) => asks.has(word)) &&
    !words.slice(0, 3).some((word) => audience.has(word)) &&
    !words.some((word) => wordList(language, "lesson").has(word))
  );
}

function groupPieces(pieces: readonly Piece[]): StatementGroup[] {
  const groups: { heading?: string; statements: string[]; isNumbered: boolean; style: string }[] = [];
  let heading: string | undefined;
  let count = 0;
  for (const piece of pieces) {
    if (piece.kind === "heading") heading = piece.text;
    if (piece.kind !== "statement" || count >= MAX_STATEMENTS) continue;
    count += 1;
    const open = groups.at(-1);
    if (open && heading === undefined && open.style === piece.style) open.statements.push(piece.text);
    else {
      const isNumbered = piece.style === "numbered";
      groups.push({ ...(heading && { heading }), statements: [piece.text], isNumbered, style: piece.style });
    }
    heading = undefined;
  }
  return groups.map(({ style: _, ...group }) => group);
}

/** The heading of statements without the words that ask for a lesson: "Teach our fire rules" -> "Our fire rules". */
export function plainHeading(heading: string, language: Language): string {
  const asks = wordList(language, "asks");
  const lesson = wordList(language, "lesson");
  const words = heading.split(/\s+/u);
  const isAsking = (word: string) =>
    splitWords(word).every((each) => asks.has(each) || lesson.has(each) || isFunctionWord(language, each));
  const asked = words.findLastIndex((word) =>
    splitWords(word).some((each) => asks.has(each) || lesson.has(each)),
  );
  let start = asked + 1;
  while (asked >= 0 && start < words.length - 1 && isAsking(words[start]!)) start += 1;
  const rest = words.slice(start, start + MAX_HEADING_WORDS).join(" ");
  return rest === "" ? heading : rest;
}

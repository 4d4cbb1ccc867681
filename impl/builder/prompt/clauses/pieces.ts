/** Splits what stands behind a verb into its coordinated parts: noun phrases, questions, and further verbs. */
import { isForm, type Token, wordsOf } from "./tokens.ts";
import { deedOf, verbGroup } from "./verbs.ts";

export type Separator = "" | "," | "and" | "or" | ";";
export type PieceKind = "noun" | "question" | "verb" | "clause" | "tail" | "if" | "bare";

/** One part between commas and conjunctions. */
export interface Piece {
  readonly separator: Separator;
  /** Whether a comma stands before its conjunction. */
  readonly comma: boolean;
  readonly from: number;
  readonly to: number;
  kind: PieceKind;
}

const TWO_WORDS: Readonly<Record<string, RegExp>> = {
  as: /^(?:well)$/,
  along: /^(?:with)$/,
  together: /^(?:with)$/,
};

/** The parts between `from` and `to`. */
export function piecesOf(tokens: readonly Token[], from: number, to: number): Piece[] {
  const pieces: Piece[] = [];
  let separator: Separator = "";
  let comma = false;
  let start = from;
  const close = (end: number) => {
    if (end > start) pieces.push({ separator, comma, from: start, to: end, kind: "noun" });
  };
  for (let at = from; at < to; at++) {
    const found = separatorAt(tokens, at);
    if (!found) continue;
    const isFirst = at > start;
    close(at);
    if (isFirst || separator === "") {
      comma = found.separator === ",";
      separator = found.separator;
    } else {
      comma ||= found.separator === ",";
      if (found.separator !== ",") separator = found.separator;
    }
    at += found.length - 1;
    start = at + 1;
  }
  close(to);
  for (const piece of pieces) piece.kind = kindOf(tokens, piece);
  return pieces;
}

function separatorAt(
  tokens: readonly Token[],
  at: number,
): { separator: Separator; length: number } | undefined {
  const { part, word } = tokens[at]!;
  if (part === "mark" && /^[.!]$/.test(word)) return { separator: ",", length: 1 };
  if (word === ",") return { separator: ",", length: 1 };
  if (word === ";") return { separator: ";", length: 1 };
  // "between 0 and 3000" is one part.
  if (tokens[at - 1]?.part === "num" && tokens[at + 1]?.part === "num" && part === "and") return undefined;
  if (part === "and" || part === "or") return { separator: part, length: 1 };
  if (word === "then" || word === "but") return { separator: "and", length: 1 };
  const next = tokens[at + 1]?.word ?? "";
  if (!TWO_WORDS[word]?.test(next)) return undefined;
  return { separator: "and", length: next === "well" ? 3 : 2 };
}

/** The first token of a part that is no adverb. */
export function firstOf(tokens: readonly Token[], { from, to }: Piece): number {
  let at = from;
  while (at < to - 1 && tokens[at]!.part === "adv") at++;
  // "and to know if they come"
  return tokens[at]!.part === "to" && at + 1 < to && tokens[at + 1]!.part === "verb" ? at + 1 : at;
}

function kindOf(tokens: readonly Token[], piece: Piece): PieceKind {
  const at = firstOf(tokens, piece);
  const first = tokens[at]!;
  const second = at + 1 < piece.to ? tokens[at + 1] : undefined;
  if (first.part === "if") return isQuestionIf(tokens, at, piece) ? "question" : "if";
  // "the ISBN, which has 8 digits"
  if (first.word === "which" && piece.separator === "," && second?.part === "aux") return "tail";
  if (first.part === "asks") return "question";
  if (first.part === "prep" && second?.part === "asks") return "question";
  if (first.part === "prep" && second && tokens[at + 2]?.part === "asks") return "question";
  if (first.part === "aux" && second && /^(?:subject|det)$/.test(second.part)) return "question";
  if (first.part === "subject" && second && hasVerb(tokens, at + 1, piece.to)) return "clause";
  if (startsVerb(tokens, at, piece.to)) return "verb";
  if (isCounted(tokens, at, piece.to)) return "noun";
  if (first.part === "prep" || first.part === "to") return "tail";
  if (first.part === "num" && isRange(tokens, at, piece.to)) return "tail";
  if (first.part === "adv" || first.word === "most" || first.word === "least") return "tail";
  if (first.part === "verb" || first.part === "aux" || first.part === "past") return "bare";
  return "noun";
}

/** "if they have a car" asks; "if any", "if possible" and "if so" do not. */
function isQuestionIf(tokens: readonly Token[], at: number, piece: Piece): boolean {
  const rest = tokens.slice(at + 1, piece.to);
  if (OPTIONAL.test(rest.map(({ word }) => word).join(" "))) return false;
  return (
    tokens[at]!.word === "if" &&
    rest.length > 1 &&
    rest.some(({ part }) => part === "verb" || part === "aux" || part === "past")
  );
}

function hasVerb(tokens: readonly Token[], from: number, to: number): boolean {
  let at = from;
  while (at < to && tokens[at]!.part === "adv") at++;
  return at < to && /^(?:verb|aux|past)$/.test(tokens[at]!.part);
}

/** "up to 3 photos" counts what is asked for; "up to 300 characters" limits what is before it. */
function isCounted(tokens: readonly Token[], from: number, to: number): boolean {
  const words = tokens.slice(from, to);
  const number = words.findIndex(({ part }) => part === "num");
  const noun = words[number + 1];
  if (!/^(?:up|at|maximum|max)$/.test(words[0]!.word) || number < 1 || number > 3) return false;
  return (
    noun?.part === "noun" &&
    !wordsOf("units").has(noun.word) &&
    !wordsOf("lengths").has(noun.word) &&
    !/^(?:stars?|points?|years?|guests?|people|persons?)$/.test(noun.word)
  );
}

/** "one to five stars each", "20 at the very least", "1 to 7" */
function isRange(tokens: readonly Token[], at: number, to: number): boolean {
  const next = tokens[at + 1];
  if (at + 1 >= to) return true;
  return (
    next?.part === "to" ||
    /^(?:at|stars?|points?|or|max|maximum|minimum|characters|each)$/.test(next?.word ?? "")
  );
}

/** Whether a verb with its own objects begins here: "choose the trek", not the name of a field. */
export function startsVerb(tokens: readonly Token[], at: number, to: number): boolean {
  const { part, word } = tokens[at]!;
  const next = at + 1 < to ? tokens[at + 1] : undefined;
  if (part === "aux" && next && /^(?:verb|adv|aux)$/.test(next.part))
    return verbGroup(tokens, at) !== undefined && deedOf(verbGroup(tokens, at)!.verb) !== undefined;
  const deed = deedOf(word);
  if (part !== "verb" && !(part === "noun" && deed && next && /^(?:det|asks|object|if)$/.test(next.part)))
    return false;
  if (!next) return deed === "sign";
  if (/^(?:det|asks|object|to|that)$/.test(next.part)) return true;
  // "specify from when"
  if (deed !== undefined && next.part === "prep" && at + 2 < to && tokens[at + 2]!.part === "asks")
    return true;
  if (word === "know" && /^(?:if|subject)$/.test(next.part)) return true;
  if (deed === undefined) return false;
  if (wordsOf("particles").has(next.word)) return true;
  return (
    (/^(?:num|noun|adj|adv|if|subject)$/.test(next.part) &&
      (isForm(word, "choose") ||
        !/^(?:name|address|list|record|report|order|number|mark|request|offer|answer|note|state|show|share|book|rent|hire|estimate|measure|count|present|type|quote|detail|log|check|vote|rank|cross|comment|key)$/.test(
          word,
        ))) ||
    (next.part === "prep" && deed !== "give")
  );
}

/** What behind "if" says that something may be left out. */
export const OPTIONAL =
  /^(?:any|possible|needed|necessary|known|available|applicable|there (?:is|are|were|was) (?:any|one|some)|(?:they|it|you|he|she|this|that) (?:has|have|had|want|wants|wish|wishes|like|likes|can|could|know|knows|own|owns|exists?|applies)(?: (?:one|any|some|it|them|to|that|this|so))?(?: [\p{L}]+)?)$/iu;

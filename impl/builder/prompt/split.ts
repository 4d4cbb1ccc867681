/** Splits text into sentences and parts, and leaves brackets and quotes whole. */
import { fold } from "../lexicon/fold.ts";

/** A part of a text, by offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const CLOSING: Readonly<Record<string, string>> = {
  "(": ")",
  "[": "]",
  "{": "}",
  "“": "”",
  "„": "“",
  "«": "»",
  "‹": "›",
  '"': '"',
  "「": "」",
};

/** Deeper nesting is read as plain text, so that the time stays linear. */
const MAX_DEPTH = 8;

/** Marks with 1 the characters inside closed brackets and quotes, where text is not split. */
export function enclosed(text: string): Uint8Array {
  const inside = new Uint8Array(text.length);
  const open: { at: number; closing: string }[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    const depth = open.findLastIndex(({ closing }) => closing === character);
    if (depth >= 0) {
      inside.fill(1, open[depth]!.at, index + 1);
      open.length = depth;
    } else if (CLOSING[character] && open.length < MAX_DEPTH) {
      open.push({ at: index, closing: CLOSING[character] });
    }
  }
  return inside;
}

/** Splits where `pattern` (global) matches outside of brackets and quotes. Drops the separators. */
export function splitOutside(text: string, pattern: RegExp): string[] {
  const inside = enclosed(text);
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (inside[match.index] === 1) continue;
    parts.push(text.slice(from, match.index));
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** The place of the colon that opens a list, or -1. Colons of times, addresses and brackets do not count. */
export function colonAt(text: string): number {
  const inside = enclosed(text);
  const match = text.matchAll(/:(?=\s|$)/g).find((found) => inside[found.index] === 0);
  return match?.index ?? -1;
}

/** Drops the characters of `marks` from the end, in linear time. */
export function withoutTrailing(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && marks.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** Abbreviations whose full stop ends no sentence. */
const ABBREVIATION =
  /(?:^|[^\p{L}])(?:e\.?g|i\.?e|el|est|no|nr|max|min|approx|ca|incl|excl|vs|dr|mr|mrs|ms|st|tel|resp|bzw|z\.? ?b|d\.? ?h|ex|ej|p\.? ?ex|np|tj|napr|bv|bijv|tzn|pl|esim|maks|maxi|st|st[kc]|kpl|pr|gab|vnt|t\.? ?ex|f\.? ?eks|\p{L})$/u;
/** These end a sentence only before a capital letter. */
const AND_SO_ON = /(?:^|[^\p{L}])(?:etc|usw|atd|itd|enz|osv|stb|utt)$/u;

/** Splits into sentences with their closing mark. A full stop in a number, an abbreviation or an address ends no sentence. */
export function sentences(text: string): string[] {
  const inside = enclosed(text);
  const found: string[] = [];
  let from = 0;
  for (const match of text.matchAll(/[.!?…](?=["'”“»)]*(?:\s|$))/gu)) {
    const end = match.index + 1;
    if (inside[match.index] === 1 || (match[0] === "." && isAbbreviated(text, Math.max(from, end - 12), end)))
      continue;
    found.push(text.slice(from, end));
    from = end;
  }
  found.push(text.slice(from));
  return withBrackets(found.map((sentence) => sentence.trim())).filter((one) => /[\p{L}\p{N}]/u.test(one));
}

/** A sentence goes on when the name of a month follows "3.". */
const MONTH = /^ (?:jan|feb|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|dez|dec)/;

function isAbbreviated(text: string, from: number, end: number): boolean {
  const before = fold(text.slice(from, end - 1));
  if (/(?:yes|y) ?(?:\/|or) ?no?$/.test(before)) return false;
  // "no. 5" is a number; "yes / no." is the end.
  if (/(?:^|[^\p{L}])no$/u.test(before) && !/^ ?\d/.test(text.slice(end, end + 2))) return false;
  if (/\d$/.test(before)) return MONTH.test(fold(text.slice(end, end + 5)));
  return (
    ABBREVIATION.test(before) || (AND_SO_ON.test(before) && !/^\s*\p{Lu}/u.test(text.slice(end, end + 8)))
  );
}

/** "How did you hear about us? (Google, friends)" is one sentence, and so is "name, attending? yes/no, meal". */
function withBrackets(parts: readonly string[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (before?.endsWith("?") && goesOn(before, part)) joined[joined.length - 1] = `${before} ${part}`;
    else joined.push(part);
  }
  return joined.flatMap((sentence) =>
    sentence.split(/(?<=\? ?\([^()]{1,300}\)) (?=[\p{Lu}¿"“]|\d{1,3} \p{L}{3})/u),
  );
}

function goesOn(question: string, next: string): boolean {
  if (/^\(?a\) /i.test(next)) return false;
  if (next.startsWith("(")) return true;
  return /^\p{Ll}/u.test(next) && /[,:]/.test(question) && !next.endsWith("?");
}

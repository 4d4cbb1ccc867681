/** Finds the type that the main word of a label names: "Emergency phone", "Telefon (mobil)", "Date de la visite". */
import type { Language } from "../../../../generated/types.ts";
import type { FieldType } from "../../fields/client/client-kind.ts";
import { groupAtEnd } from "../marks/groups.ts";
import { trimSpan } from "../marks/span.ts";
import { readTokens, type Token } from "../marks/tokens.ts";
import { oneOf, type Words } from "../words.ts";
import { knownLabel, typeOfLabel } from "./labels.ts";

/** Words that name a type, and that are hardly ever the main word of another question. "Number" is: "VAT number". */
const TYPES = ["email", "phone", "date", "signature"] as const;
const isHead = oneOf(...TYPES.map((type) => `types.${type}` as const));
const isJoin = oneOf("joins.and", "joins.or");

/** A longer label is rather a sentence than a name. */
const MOST_TOKENS = 6;

/** Languages whose main word is the last one of a name. */
const LAST: ReadonlySet<Language> = new Set(["da", "de", "en", "et", "fi", "hu", "lt", "lv", "nl", "sv"]);
/** Of these, the ones that write compounds in one word, so a first word alone is the main one, too: "Datum des Besuchs". */
const FIRST_OF_THESE: ReadonlySet<Language> = new Set(["da", "de", "nl", "sv"]);

/** @returns undefined for a label that asks, that names several things, or whose main word names no type */
export function typeOfHead(label: string, words: Words): FieldType | undefined {
  if (/[?？;:]/.test(label)) return undefined;
  const name = withoutBracket(label);
  const known = name === label ? undefined : knownLabel(name, words);
  if (known !== undefined) return typeOfLabel(known);
  const tokens = readTokens(name, { from: 0, to: name.length });
  if (tokens.length > MOST_TOKENS || namesSeveral(tokens, words)) return undefined;
  return lastType(tokens, words) ?? firstType(tokens, words);
}

function withoutBracket(label: string): string {
  const whole = { from: 0, to: label.length };
  const group = groupAtEnd(label, whole);
  if (group === undefined) return label;
  // "Date(s)" is one word, and a list may say that it is something else: "Phone (Android, iPhone)".
  const isRemark =
    /\s/.test(label.charAt(group.whole.from - 1)) && !/[,;|/]/.test(label.slice(group.inner.from));
  if (!isRemark) return label;
  const { to } = trimSpan(label, { from: 0, to: group.whole.from });
  return label.slice(0, to);
}

function namesSeveral(tokens: readonly Token[], words: Words): boolean {
  return tokens.some(
    ({ key }, at) => key === "+" || key === "," || words.at(tokens, at, isJoin) !== undefined,
  );
}

/** Returns the type that the end of a name is a word for, such as "phone number" in "Captain's phone number". */
function lastType(tokens: readonly Token[], words: Words): FieldType | undefined {
  if (!LAST.has(words.language)) return undefined;
  for (const [at, token] of tokens.entries()) {
    const found = words.at(tokens, at, isHead);
    // "Phone/email" is two of them.
    if (found?.to === tokens.length && tokens[at - 1]?.key !== "/" && !isPart(token))
      return typeNamed(found.name);
  }
  return undefined;
}

/** Returns the type that the beginning of a name is a word for. */
function firstType(tokens: readonly Token[], words: Words): FieldType | undefined {
  const { language } = words;
  const found = words.at(tokens, 0, isHead);
  const next = found && tokens[found.to];
  if (!found || next === undefined || next.key === "/" || isPart(next)) return undefined;
  const isMain =
    !LAST.has(language) || FIRST_OF_THESE.has(language) || (language === "en" && next.key === "of");
  return isMain ? typeNamed(found.name) : undefined;
}

/** Whether a token goes on with the word before: the "mail" of "e-mail" is no word of its own. */
function isPart({ kind, isJoined }: Token): boolean {
  return kind === "word" && isJoined;
}

function typeNamed(name: `types.${(typeof TYPES)[number]}`): FieldType {
  return name.slice("types.".length) as FieldType;
}

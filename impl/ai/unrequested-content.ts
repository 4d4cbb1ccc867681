/**
 * Leaves out of a model's answer links that the prompt does not name, and fields for passwords and payment
 * cards, whose answers every reader of responses could see. A prompt may have talked the model into them.
 */
import type { Warning } from "../../generated/types.ts";
import { asksForOwnSecret, asksForSecret } from "../forms/structure/warnings/secret-labels.ts";
import { isObject, type Json, textIn } from "./read-json.ts";

/** A removed part. */
export interface Unasked {
  readonly kind: "link" | "secret";
  /** The link, or the label of the field. */
  readonly text: string;
}

/**
 * Matches a link: with a scheme, `www.`, or a path after a domain. A bare domain may be a name ("Booking.com"), and leads
 * nowhere; so does a mail address without `mailto:`.
 */
const LINK =
  /(?:\b[a-z][a-z0-9+.-]{1,15}:\/\/|\bmailto:|\bwww\.|(?<![@\p{L}\p{N}.-])(?:[\p{L}\p{N}-]{1,63}\.){1,8}(?:com|org|net|info|io|app|dev|biz|xyz|top|site|online|shop|[a-z]{2})\/)[^\s<>"'`\\]{0,1000}/giu;
/** Matches links as users write them, including bare domains. */
const NAMED =
  /(?:\b[a-z][a-z0-9+.-]{1,15}:\/\/|\bwww\.|(?<![@\p{L}\p{N}.-])(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,18}\b)[^\s<>"'`\\]{0,1000}/giu;
const NAMED_MAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const TRAILING = /[.,;:!?)\]»”’]+$/u;
/** Reserved for examples (RFC 2606). */
const EXAMPLE_HOST = /^(?:[\w-]+\.)*example(?:\.(?:com|org|net))?$/;

/** Deeper than any shape that is read. */
const MAX_DEPTH = 40;

/** The links that a text names. */
export function linksNamedIn(text: string): ReadonlySet<string> {
  const links = Array.from(text.matchAll(NAMED), ([link]) => linkKey(link));
  const mails = Array.from(text.matchAll(NAMED_MAIL), ([mail]) => linkKey(`mailto:${mail}`));
  return new Set([...links, ...mails]);
}

/** The answer without them. @param named the links that people wrote */
export function withoutUnasked(
  answer: Json,
  named: ReadonlySet<string>,
): { readonly answer: Json; readonly unasked: readonly Unasked[] } {
  const unasked: Unasked[] = [];
  return { answer: cleanedObject(answer, 0), unasked };

  function clean(value: unknown, key: string, depth: number): unknown {
    if (depth > MAX_DEPTH) return undefined;
    if (typeof value === "string") return key === "pattern" ? value : cleanedText(value, key);
    if (Array.isArray(value))
      return value
        .filter(isAsked)
        .map((each) => clean(each, key, depth + 1))
        .filter((each) => each !== undefined);
    return isObject(value) ? cleanedObject(value, depth) : value;
  }

  function cleanedObject(value: Json, depth: number): Json {
    const parts = Object.entries(value).map(([key, part]) => [key, clean(part, key, depth + 1)] as const);
    return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
  }

  /** Undefined if nothing is left. */
  function cleanedText(text: string, key: string): string | undefined {
    const rest = replaceLinks(text, key);
    return rest === text ? text : tidyText(rest) || undefined;
  }

  function replaceLinks(text: string, key: string): string {
    return text.replace(LINK, (found, at: number) => {
      const isMarkdown = text.startsWith("](", at - 2);
      const link = isMarkdown ? untilClosed(found) : found.replace(TRAILING, "");
      const after = found.slice(link.length);
      const rest = isMarkdown ? replaceLinks(after, key) : after;
      const isExample = key === "placeholder" && EXAMPLE_HOST.test(readHost(link));
      if (isExample || !isUnnamed(link, named)) return link + rest;
      unasked.push({ kind: "link", text: link });
      return rest;
    });
  }

  function isAsked(item: unknown): boolean {
    const secret = secretIn(item);
    if (secret !== undefined) unasked.push({ kind: "secret", text: secret });
    return secret === undefined;
  }
}

/** The address of a link in Markdown, up to the parenthesis that closes it. */
function untilClosed(found: string): string {
  let depth = 1;
  for (let at = 0; at < found.length; at += 1) {
    if (found[at] === "(") depth += 1;
    if (found[at] === ")") depth -= 1;
    if (depth === 0) return found.slice(0, at);
  }
  return found;
}

/** The text without any links. */
export function withoutLinks(text: string): string {
  return textIn(withoutUnasked({ text }, new Set()).answer, "text");
}

/** Finds a part of a translation that the original lacks: a link, or a request for a secret. */
export function findUnasked(original: string, translation: string): Unasked | undefined {
  const [link] = withoutUnasked({ translation }, linksNamedIn(original)).unasked;
  if (link !== undefined) return link;
  const isSecret = asksForSecret(translation) && !asksForSecret(original);
  return isSecret ? { kind: "secret", text: translation } : undefined;
}

const MAX_WARNINGS = 20;
const LONGEST_QUOTATION = 300;

/** Makes warnings for the user who creates or edits a form. */
export function unaskedWarnings(unasked: readonly Unasked[]): Warning[] {
  const messages = new Map(
    unasked.map(({ kind, text }) => {
      const words = `"${text.slice(0, LONGEST_QUOTATION).replaceAll('"', "'")}"`;
      return [`${words} was left out: ${REASONS[kind]}`, kind] as const;
    }),
  );
  return Array.from(messages, ([message, kind]) => ({ code: `${kind}_left_out`, message })).slice(
    0,
    MAX_WARNINGS,
  );
}

const REASONS: Readonly<Record<Unasked["kind"], string>> = {
  link: "the language model wrote this link, and the description does not name it. Add it yourself if it is right.",
  secret:
    "a form keeps its answers readable for everybody who may read responses. Use a login or a payment page for secrets.",
};

/** Writes a problem for the model, whose next answer may still refer to these parts. */
export function unaskedProblem(unasked: readonly Unasked[]): string {
  const names = unasked.slice(0, MAX_WARNINGS).map(({ text }) => JSON.stringify(text.slice(0, 100)));
  return `Nobody asks for ${names.join(", ")}: these links and fields are left out, so refer to none of them.`;
}

function isUnnamed(link: string, named: ReadonlySet<string>): boolean {
  return /[\p{L}\p{N}]/u.test(readHost(link)) && !named.has(linkKey(link));
}

/** Two spellings of one address are equal: with and without scheme, `www.` and a slash at the end. A mail may have a subject. */
function linkKey(link: string): string {
  if (/^mailto:/i.test(link)) return link.replace(/\?.*/su, "").replace(TRAILING, "").toLowerCase();
  const [host = "", ...path] = link
    .replace(TRAILING, "")
    .replace(/^https?:\/\//i, "")
    .replace(/^www\./i, "")
    .split("/");
  return [host.toLowerCase(), ...path].join("/").replace(/\/+$/, "");
}

export function readHost(link: string): string {
  return linkKey(link)
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/[/?#].*/su, "");
}

/** Removes punctuation that is left over around a removed link. */
function tidyText(text: string): string {
  return text
    .replace(/\[([^\][]{0,200})\]\(\s*\)/g, "$1")
    .replace(/\(\s*\)|\[\s*\]|<\s*>/g, "")
    .replace(/[ \t]{2,}/g, " ")
    .replace(/ +([.,;:!?])/g, "$1")
    .trim();
}

const FREE_TEXT: ReadonlySet<unknown> = new Set(["short_text", "long_text", "number", "phone"]);

/** The words with which a field, a task, or an operation on a field asks for a secret. */
function secretIn(item: unknown): string | undefined {
  if (!isObject(item)) return undefined;
  const { type, kind, op, field, set, label, placeholder, question } = item;
  if (kind === "open") return wordsIn(question).find(asksForOwnSecret);
  if (FREE_TEXT.has(type)) return wordsIn(label, placeholder).find(asksForSecret);
  if (typeof op !== "string") return undefined;
  return secretIn(field) ?? (isObject(set) ? secretIn({ type: "short_text", ...set }) : undefined);
}

/** Returns all texts, from values that may be localized. */
function wordsIn(...texts: readonly unknown[]): string[] {
  return texts
    .flatMap((text) => (isObject(text) ? Object.values(text) : [text]))
    .filter((text) => typeof text === "string");
}

/** Warnings of forms in the languages of the owner's pages. They are written in English, for agents and people alike. */
import type { Warning } from "../../../generated/types.ts";
import { listFormat } from "../formatters.ts";
import { isLanguage } from "../languages.ts";
import type { OwnerLanguage } from "../owner/owner-texts.ts";
import { isSentenceKey, quoteValue, type SentenceKey, sentenceText } from "./sentence.ts";

const MAX_PARTS = 8;

/** The warning in this language, or as it is where the language has no words for it. */
export function warningText({ code, message }: Warning, language: OwnerLanguage): string {
  if (code.startsWith("text_") && isSentenceKey(code)) return problemText(message, code, language);
  const key = `warning_${code}`;
  if (!isSentenceKey(key)) return message;
  const [part, ...others] = listQuotations(message);
  const parts = listFormat(language).format(part === undefined ? [] : [part, ...others]);
  const languages = [part, ...others].flatMap((one) => (one === undefined ? [] : findCode(one)));
  const [count] = /\d+/.exec(message) ?? [];
  const values = {
    message,
    ...(part && { part, parts }),
    ...(languages.length > 0 && { languages: { languages } }),
    ...(count && { count }),
  };
  const text = sentenceText({ key, values }, language);
  return /\{(?:parts?|languages)\}/.test(text) ? message : text;
}

/** The problem of a form text, which begins with the part that it is about. */
function problemText(message: string, key: SentenceKey, language: OwnerLanguage): string {
  const [, part] = /^"(.*?)": /s.exec(message) ?? [];
  const reason = { key };
  return sentenceText(part === undefined ? reason : { key: "text_part", values: { part, reason } }, language);
}

/** Returns what the warning quotes, as one text. */
export function quotedParts({ message }: Pick<Warning, "message">, language: OwnerLanguage): string {
  return quoteValue(listFormat(language).format(listQuotations(message)), language);
}

/** `"de"` quotes the code of a language. */
function findCode(part: string): string[] {
  const code = part.slice(1, -1);
  return isLanguage(code) ? [code] : [];
}

/** Returns the quotations and placeholders in a message, without examples of other wordings. */
function listQuotations(message: string): string[] {
  const quoted = [...message.matchAll(/"([^"]+)"|(\{\{\w+\}\})/g)].map(
    ([, part, mention]) => part ?? mention!,
  );
  const own = quoted.filter((part, at) => !quoted.slice(0, at).some((earlier) => part.startsWith(earlier)));
  return own.slice(0, MAX_PARTS).map((part) => `"${part}"`);
}

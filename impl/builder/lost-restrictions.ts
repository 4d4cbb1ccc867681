/** Tells whether a part of a prompt restricts, denies or excludes something, and the form shows no trace of it. */
import type { FormField } from "../../generated/types.ts";
import { meaningOf } from "./fields/meaning.ts";
import { fold } from "./lexicon/fold.ts";
import { type Grammar, stripFillers } from "./lexicon/grammar.ts";
import type { ReadForm } from "./lost-features.ts";
import { slotCapacity } from "./prompt/capacity.ts";
import { totalIn } from "./prompt/prices.ts";
import { rightAnswer } from "./prompt/spoken-answers.ts";

const word = (words: string): RegExp => new RegExp(`(?<![\\p{L}/])(?:${words})(?![\\p{L}/])`, "u");

// Folded words of the large languages; what the form must have is the same in all.
export const ONLY = word(
  `only|nur|ausschliesslich|seulement|uniquement|solo|solamente|unicamente|soltanto|solamente|alleen|slechts|tylko|
apenas|somente|endast|bara|kun`.replace(/\n/g, ""),
);
export const NOT = word(
  `no(?= \\p{L})|not|dont|don t|without|cannot|nicht|kein|keine|keinen|keiner|ohne|pas|sans|aucun|aucune|sin|
ningun|ninguna|non|senza|nessun|nessuna|niet|geen|zonder|bez|zaden|nao|sem|nenhum|inte|utan|ikke|uden`.replace(
    /\n/g,
    "",
  ),
);
export const UNLESS = word(
  `unless|except|except for|apart from|ausser|es sei denn|ausgenommen|sauf|a moins|salvo|excepto|tranne|eccetto|behalve|tenzij|
chyba ze|oprocz|exceto`.replace(/\n/g, ""),
);
const PAGES =
  /(?<!\p{L})(?:pages|steps|seiten|schritten?|etapes|paginas|pasos|pagine|passi|pagina's|stronach|strony|sidor|sider)(?!\p{L})/u;
const EQUATION = /\p{L} ?= ?\p{L}|\p{L} [x×*] ?\d|\p{L} = /u;

/** Whether a part asks for less than everything, and no field or setting does. */
export function losesRestriction(part: string, read: ReadForm, grammar: Grammar): boolean {
  const folded = fold(part).replace(/['’]/g, " ").trim();
  if (EQUATION.test(folded) && !read.form.calculations && !/"\d+ ?=|\d ?= ?\p{L}/u.test(folded)) return true;
  if (folded === "" || read.text.includes(folded)) return false;
  // "if not, why?" is a condition, which the form has.
  if (grammar.ifNo.first(folded) && /"visible_if".*"value":false/.test(read.text)) return false;
  if (read.form.calculations && rightAnswer(part.trim(), grammar) !== undefined) return false;
  if (PAGES.test(folded) && read.form.pages.length === 1 && !inLabel(PAGES, folded, read)) return true;
  if (UNLESS.test(folded) && !hasExceptions(read) && !inLabel(UNLESS, folded, read)) return true;
  if (ONLY.test(folded) && !isRestricted(folded, read) && !inLabel(ONLY, folded, read)) return true;
  // Latvian "no" is "from".
  const denies = grammar.languages[0] === "lv" ? folded.replace(/(?<!\p{L})no(?!\p{L})/gu, " ") : folded;
  return NOT.test(denies) && !inLabel(NOT, folded, read) && !isDenied(folded, read, grammar);
}

/** Whether the word stands in a label or choice together with the word after it: "I do not agree". */
function inLabel(pattern: RegExp, folded: string, { text }: ReadForm): boolean {
  const found = pattern.exec(folded);
  if (!found) return false;
  const near = folded
    .slice(found.index)
    .split(" ")
    .slice(0, 2)
    .join(" ")
    .replace(/[^\p{L}\p{N} ]+$/u, "");
  return near.includes(" ") && text.includes(near);
}

function isOptional(field: FormField): boolean {
  return "required" in field && field.required !== true;
}

function hasExceptions({ fields, text }: ReadForm): boolean {
  return text.includes('"visible_if"') || (fields.some(isOptional) && !fields.every(isOptional));
}

/** The fields that share a word with the part have bounds or a condition; without such fields, the form has any. */
function isRestricted(folded: string, { fields, form }: ReadForm): boolean {
  if (form.settings?.one_response_per_email || form.settings?.response_limit !== undefined) return true;
  const words = new Set(folded.match(/\p{L}{4,}/gu));
  const named = fields.filter(({ label }) =>
    (fold(Object.values(label).join(" ")).match(/\p{L}{4,}/gu) ?? []).some((one) => words.has(one)),
  );
  const restricts = (field: FormField) =>
    /"(?:visible_if|allowed_domains|accept|max_files|min|max|max_selections|integer|max_length|capacity|columns)"/.test(
      JSON.stringify(field),
    );
  return (named.length > 0 ? named : fields).some(restricts);
}

/** "not in the past", "not required" and "no phone" are carried out by bounds, by optional fields, and by leaving it out. */
function isDenied(folded: string, { fields, text }: ReadForm, grammar: Grammar): boolean {
  const says = (set: Grammar["optional"]) => set.first(folded) !== undefined;
  if (says(grammar.optional) || says(grammar.required)) return fields.some(isOptional);
  if (/"m(?:in|ax)":"today"|"blocked_domains"/.test(text)) return true;
  const rest = stripFillers(folded.slice(folded.search(NOT)).replace(NOT, "").trim(), grammar);
  const meaning = meaningOf(rest, grammar, false);
  if (meaning?.exact) return !fields.some(({ id }) => id === meaning.concept);
  // Forms without required fields answer "nothing is mandatory", and anonymous ones "no names".
  return fields.length > 0 && fields.every(isOptional);
}

/** Whether the last words of a part name a concept of the lexicon that no field asks for: "runners give first name". */
export function losesConcept(part: string, { form, fields, text }: ReadForm, grammar: Grammar): boolean {
  if (isLimit(part, form, grammar) || (form.calculations && totalIn(part, grammar))) return false;
  const folded = withoutDomains(fold(part), text)
    .replace(/\([^()]*\)/g, " ")
    .replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const title = fold(Object.values(form.title).join(" "));
  if (folded === "" || title.includes(folded) || /\?|\([^()]*,/.test(part)) return false;
  const words = stripFillers(folded, grammar).split(/\s+/);
  const candidates = [words, words.slice(-2), words.slice(-1)].filter(
    ({ length }) => length > 0 && length <= 3,
  );
  if (words.length > 4 || words.length === 0) return false;
  return candidates.some((candidate) => {
    const phrase = candidate.join(" ");
    const meaning = phrase.length < 4 ? undefined : meaningOf(phrase, grammar, false);
    return (
      meaning?.exact === true &&
      meaning.concept !== "question" &&
      !text.includes(phrase) &&
      !title.includes(phrase) &&
      !fields.some(({ id }) => id.replace(/_\d+$/, "") === meaning.concept)
    );
  });
}

/** "max 12 per slot" and "maximum 50 participants" name no field, if the form has that limit. */
function isLimit(part: string, form: ReadForm["form"], grammar: Grammar): boolean {
  const capacity = slotCapacity(part, grammar);
  if (capacity !== undefined && JSON.stringify(form).includes(`"capacity":${capacity}`)) return true;
  const limit = form.settings?.response_limit;
  return limit !== undefined && new RegExp(`(?<!\\d)${limit}(?!\\d)`).test(part);
}

/** The "addresses" of a domain that a field takes are no field. */
function withoutDomains(folded: string, text: string): string {
  return folded.replace(/@((?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}) \p{L}+/gu, (whole, domain: string) =>
    text.includes(`"${domain}"`) ? "" : whole,
  );
}

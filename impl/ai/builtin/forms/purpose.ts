/** What a form is for: its template, and the title that the prompt suggests. */
import { readFileSync } from "node:fs";
import type { Language } from "../../../../generated/types.ts";
import { cached } from "../../../platform/cached.ts";
import { unquoted } from "../items/choices.ts";
import { conceptDraft, type Item } from "../items/item.ts";
import type { Text } from "../items/readers/reader.ts";
import { sentenceCase } from "../items/spelling.ts";
import type { Range } from "../reading/accounting.ts";
import { type Concept, type Lexicon, lexiconOf, type TextKey } from "../reading/lexicon.ts";
import { type Found, PhraseTable } from "../reading/phrases.ts";

/** What forms for one purpose have. */
export interface Template {
  /** The usual title; absent: the prompt's words are the title. */
  readonly title?: TextKey;
  readonly submit: TextKey;
  readonly thanks: TextKey;
  /** What it asks for when the prompt names no fields; "?" marks what is optional. */
  readonly fields: readonly string[];
}

const TEMPLATES: Readonly<Record<string, Template>> = JSON.parse(
  readFileSync(new URL("../purposes/templates.json", import.meta.url), "utf8"),
);

const tables = new Map<Language, PhraseTable<Template>>();

/** Templates by names of purposes: their titles first, then other words. */
function purposes(lexicon: Lexicon): PhraseTable<Template> {
  return cached(tables, lexicon.language, () => {
    const titles = Object.entries(TEMPLATES).flatMap(([name, { title }]) =>
      title === undefined ? [] : [[lexicon.labels.texts[title], name] as const],
    );
    const names = [...titles, ...lexicon.entries("intents")];
    return new PhraseTable(
      names.flatMap(([words, name]) => (TEMPLATES[name] ? [[words, TEMPLATES[name]] as const] : [])),
    );
  });
}

/** The names of purposes in a range, from left to right. */
export function purposesIn({ prompt, lexicon }: Text, { from, to }: Range): Found<Template>[] {
  return purposes(lexicon).all(prompt.tokens, from, to);
}

/** The purpose that a range names; of several, the longest name counts. */
export function purposeIn(text: Text, range: Range): Template | undefined {
  return purposesIn(text, range).sort((a, b) => b.to - b.from - (a.to - a.from))[0]?.value;
}

/** What a form for this purpose asks for, in the words of the lexicon. */
export function templateItems(template: Template, language: Language): Item[] {
  const { labels } = lexiconOf(language);
  return template.fields.flatMap((field) => {
    const name = field.replace("?", "");
    const concept = Object.keys(labels.fields).find((one): one is Concept => one === name);
    return concept ? [conceptDraft(concept, labels.fields[concept], field.endsWith("?"))] : [];
  });
}

/** The title that words suggest: without what addresses the builder. Empty where nothing else is left. */
export function titleOf({ prompt, lexicon }: Text, { from, to }: Range): string {
  let start = from;
  for (;;) {
    const filler = lexicon.table("requests", "fillers").at(prompt.tokens, start, to);
    const next =
      (filler && prompt.tokens[filler.to]?.isSpaced !== false ? filler.to : undefined) ??
      (prompt.isMark(start, ",!.-–:") || prompt.isLook(start) ? start + 1 : undefined);
    if (next === undefined || next > to) break;
    start = next;
  }
  const words = withoutDangling({ prompt, lexicon }, { from: start, to });
  const isForm = lexicon.table("form").whole(prompt.tokens, words.from, words.to) !== undefined;
  return isForm || prompt.isEmpty(words) ? "" : sentenceCase(unquoted(prompt.textOf(words)));
}

/** "Form with these fields": without words that lead to nothing; but "check-in" stays. */
function withoutDangling(text: Text, range: Range): Range {
  const { prompt, lexicon } = text;
  const { from, to } = prompt.trim(range, ",;:.!-–—");
  for (let at = Math.max(from + 1, to - MAX_DANGLING); at < to; at++)
    if (prompt.tokens[at]?.isSpaced && lexicon.table("dangling", "openers").whole(prompt.tokens, at, to))
      return withoutDangling(text, { from, to: at });
  return { from, to };
}

/** In words. */
const MAX_DANGLING = 6;

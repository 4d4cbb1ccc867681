/** Finds the fields and choices of a form by what an edit calls them. */
import type { FormField, FormStructure, Language } from "../../../../generated/types.ts";
import { SHAPES } from "../items/shapes.ts";
import type { Range } from "../reading/accounting.ts";
import { lexiconOf } from "../reading/lexicon.ts";
import { PhraseTable } from "../reading/phrases.ts";
import type { Prompt } from "../reading/prompt.ts";
import { type Token, tokenize } from "../reading/tokens.ts";
import { aliasesOf, conceptNamed, typeNames } from "./concepts.ts";
import { type EditWords, editWordsIn } from "./words.ts";

/** Fields that one name means: more than one where the name is not clear. */
export interface NamedField extends Range {
  readonly ids: readonly string[];
  /** Whether it is the whole label, or another name for all of it. */
  readonly isWhole: boolean;
}

export interface NamedChoice extends Range {
  /** The fields with this choice, and the id that it has there. */
  readonly of: readonly { readonly field: string; readonly choice: string }[];
  readonly isWhole: true;
}

/** A better name hides a worse one: a label its parts, and a part the type of the only field of that type. */
const RANK = { type: 0, part: 1, alias: 2, label: 3 } as const;
type Rank = (typeof RANK)[keyof typeof RANK];

interface Name {
  readonly field: FormField;
  readonly choice?: string;
  readonly text: string;
  /** The forms of each word. */
  readonly words: readonly (readonly string[])[];
  readonly rank: Rank;
}

interface Match extends Range {
  readonly name: Name;
  /** The first and the last word of the name that were found. */
  readonly first: number;
  readonly last: number;
}

/** Parts are looked for in short labels only, so that the index stays small. */
const LONGEST_LABEL = 16;
/** Shorter words name no part of a label. */
const SHORTEST_PART = 3;
/** Words for people say nothing in an instruction, but in a label: "Number of guests". */
const PEOPLE = ["they", "everyone", "places", "responses"] as const;

export class Names {
  readonly fields: readonly FormField[];
  /** Types that have no other name than the label of such a field: "date and time". */
  readonly typeLabels: PhraseTable<string>;
  readonly #words: EditWords;
  readonly #language: Language;
  readonly #byForm = new Map<string, { readonly name: Name; readonly index: number }[]>();

  constructor({ pages }: Pick<FormStructure, "pages">, language: Language) {
    this.#words = editWordsIn(language);
    this.#language = language;
    this.typeLabels = new PhraseTable([[lexiconOf(language).labels.fields.date_time, "datetime"]]);
    this.fields = pages.flatMap(({ fields }) => fields);
    for (const field of this.fields) this.#addField(field);
  }

  /** The fields that take an answer. */
  get asked(): readonly FormField[] {
    return this.fields.filter(({ type }) => type !== "statement" && type !== "section");
  }

  /** The yes or no question of whether somebody attends, if there is only one. */
  get attendance(): FormField | undefined {
    const questions = this.fields.filter(({ type }) => type === "yes_no");
    const named = questions.filter((field) =>
      labelsOf(field).some((label) => conceptNamed(label, this.#language) === "attendance"),
    );
    const says = (label: string) =>
      this.#words.cues.all(tokenize(label)).some(({ value }) => value === "attends");
    const [field, ...others] = named.length > 0 ? named : questions.filter((one) => labelsOf(one).some(says));
    return others.length === 0 ? field : undefined;
  }

  /** Names of fields that begin at a token, the longest first. */
  fieldsAt(prompt: Prompt, at: number): NamedField[] {
    return unquoted(prompt, at, (from) => {
      const best = new Map<number, { rank: Rank; ids: Set<string> }>();
      for (const match of this.#matchesAt(prompt, from)) {
        const rank = match.name.choice === undefined ? this.#rankOf(match, prompt) : undefined;
        const found = best.get(match.to);
        if (rank === undefined || (found && found.rank > rank)) continue;
        if (found?.rank === rank) found.ids.add(match.name.field.id);
        else best.set(match.to, { rank, ids: new Set([match.name.field.id]) });
      }
      return [...best].map(([end, { rank, ids }]) => {
        const isWhole = rank >= RANK.alias;
        return { from, to: isWhole && prompt.isMark(end, "?") ? end + 1 : end, ids: [...ids], isWhole };
      });
    });
  }

  /** Choices by their whole labels, the longest first. One or two letters must be written as in the form. */
  choicesAt(prompt: Prompt, at: number): NamedChoice[] {
    return unquoted(prompt, at, (from) => {
      const found = this.#matchesAt(prompt, from).filter(
        ({ name, first, last, to }) =>
          first === 0 &&
          last === name.words.length - 1 &&
          (name.text.length > 2 || prompt.textOf({ from, to }) === name.text),
      );
      const byEnd = Map.groupBy(found, ({ to }) => to);
      return [...byEnd].flatMap(([to, matches]): NamedChoice[] => {
        const pairs = matches.flatMap(({ name }) =>
          name.choice === undefined ? [] : [{ field: name.field.id, choice: name.choice }],
        );
        const of = pairs.filter(
          (one, index) =>
            pairs.findIndex((other) => other.field === one.field && other.choice === one.choice) === index,
        );
        return of.length === 0 ? [] : [{ from, to, of, isWhole: true }];
      });
    });
  }

  #addField(field: FormField): void {
    const labels = labelsOf(field);
    const concept = labels.map((label) => conceptNamed(label, this.#language)).find(Boolean);
    const isOnly = this.fields.filter(({ type }) => type === field.type).length === 1;
    for (const label of [...labels, field.id.replaceAll("_", " ")]) {
      const tokens = wordsOf(label);
      const telling = this.#telling(tokens);
      this.#add({
        field,
        text: label,
        words: telling.map((token) => this.#words.formsOf(token)),
        rank: RANK.label,
      });
      if (telling.length < tokens.length) this.#addWhole(field, label, RANK.label);
    }
    if (concept)
      for (const alias of aliasesOf(concept, this.#language)) this.#addWhole(field, alias, RANK.alias);
    if (isOnly)
      for (const name of typeNames(field.type, this.#language)) this.#addWhole(field, name, RANK.type);
    if ("choices" in field)
      for (const { id, label } of field.choices)
        for (const text of Object.values(label)) this.#addWhole(field, text, RANK.label, id);
  }

  #addWhole(field: FormField, text: string, rank: Rank, choice?: string): void {
    const words = wordsOf(text).map((token) => this.#words.formsOf(token));
    this.#add({ field, text, words, rank, ...(choice !== undefined && { choice }) }, 1);
  }

  /** @param places how many words of the name may begin a mention of it */
  #add(name: Name, places = name.words.length <= LONGEST_LABEL ? name.words.length : 1): void {
    for (const [index, forms] of name.words.slice(0, places).entries())
      for (const form of forms) {
        const same = this.#byForm.get(form);
        if (same) same.push({ name, index });
        else this.#byForm.set(form, [{ name, index }]);
      }
  }

  /** The words of a label that tell it from others; all of them where no other is left. */
  #telling(words: readonly Token[]): readonly Token[] {
    const telling = words.filter(({ key }, at) => {
      const cues = this.#words.cues.every(words, at).map(({ value }) => value);
      return (
        !cues.includes("filler") || (key.length > SHORTEST_PART && PEOPLE.some((cue) => cues.includes(cue)))
      );
    });
    return telling.length > 0 ? telling : words;
  }

  #matchesAt(prompt: Prompt, from: number): Match[] {
    const token = prompt.tokens[from];
    if (token === undefined || !prompt.isWord(from)) return [];
    return this.#words
      .formsOf(token)
      .flatMap((form) =>
        (this.#byForm.get(form) ?? []).map(({ name, index }) => this.#extended(prompt, from, name, index)),
      );
  }

  /** As many words of a name as the text has from a token on. */
  #extended(prompt: Prompt, from: number, name: Name, first: number): Match {
    let [to, last] = [from + 1, first];
    while (last + 1 < name.words.length) {
      const forms = name.words[last + 1] ?? [];
      const next = this.#nextWords(prompt, to).find((at) => {
        const token = prompt.tokens[at];
        return token && this.#words.formsOf(token).some((form) => forms.includes(form));
      });
      if (next === undefined) break;
      [to, last] = [next + 1, last + 1];
    }
    return { name, from, to, first, last };
  }

  /** Where the next word of a name may be: over a joiner, as in "e-mail", and over fillers, as in "number of the guests". */
  #nextWords(prompt: Prompt, at: number): number[] {
    let next = at;
    while (prompt.isMark(next, "-/'’.&()") && !prompt.tokens[next]?.isSpaced) next += 1;
    const filler = this.#words.cues.every(prompt.tokens, next).find(({ value }) => value === "filler");
    return filler ? [next, filler.to] : [next];
  }

  /** The rank of what was found; undefined: it is no name for the field. */
  #rankOf({ name, first, last, from, to }: Match, prompt: Prompt): Rank | undefined {
    const { field, words, rank } = name;
    if (first === 0 && last === words.length - 1) return rank;
    const text = prompt.textOf({ from, to });
    const token = prompt.tokens[from];
    const isForm = token !== undefined && this.#words.isListedForm(token, words[first]?.[0] ?? "");
    if (rank !== RANK.label || !isForm || text.length < SHORTEST_PART || token.kind === "number")
      return undefined;
    // "address" is no part of "Email address" that names it: it asks for something else.
    const concept = conceptNamed(text, this.#language);
    return concept !== undefined && SHAPES[concept].type !== field.type ? undefined : RANK.part;
  }
}

/** Reads a name, which may stand in quotes as a whole. */
function unquoted<Named extends Range & { readonly isWhole: boolean }>(
  prompt: Prompt,
  at: number,
  read: (from: number) => Named[],
): Named[] {
  const byLength = (names: Named[]) => names.sort((a, b) => b.to - a.to);
  if (!prompt.isOpenQuote(at)) return byLength(read(at));
  const inside = prompt.inside(at);
  const end = prompt.trim(inside, "?!.:").to;
  const whole = read(inside.from).filter(({ to, isWhole }) => isWhole && to >= end);
  return byLength(whole).map((named) => ({ ...named, from: at, to: inside.to + 1 }));
}

function labelsOf({ label }: FormField): string[] {
  return Object.values(label).filter((text) => text !== undefined);
}

function wordsOf(text: string): Token[] {
  return tokenize(text).filter(({ kind }) => kind !== "mark" && kind !== "newline");
}

/** Finds the fields and choices of a form by what an edit calls them. */
import type { FormField, FormStructure } from "../../../../generated/types.ts";
import { cached } from "../../../platform/cached.ts";
import { aliasesOf, conceptNamed } from "../items/concepts.ts";
import { SHAPES } from "../items/shapes.ts";
import type { Range } from "../reading/accounting.ts";
import type { Found } from "../reading/phrases.ts";
import type { Prompt } from "../reading/prompt.ts";
import { type Token, tokenize } from "../reading/tokens.ts";
import type { EditWords } from "./words.ts";

/** Fields that one name means: more than one where the name is not clear. */
export interface NamedField {
  readonly ids: readonly string[];
  /** Whether it is the whole label, or another name for all of it. */
  readonly isWhole: boolean;
}

export interface NamedChoice {
  /** The fields with this choice, and the id that it has there. */
  readonly of: readonly { readonly field: string; readonly choice: string }[];
  readonly isWhole: true;
}

/** A name by which an edit may mention a field or one of its choices. */
interface Name {
  readonly field: string;
  readonly type: FormField["type"];
  readonly choice?: string;
  /** The forms of each word. */
  readonly words: readonly (readonly string[])[];
  readonly rank: number;
  /** A short choice must be written as in the form: "l" is not "L". */
  readonly exact?: string | false;
}

/** The names of fields, which stay the same through most instructions of an edit. */
export type KnownNames = Map<string, readonly Name[]>;

interface Match extends Range {
  readonly name: Name;
  /** Undefined: the words are no name for it. */
  readonly rank: number | undefined;
}

/** A better name hides a worse one: a label its parts. Other names and choices have no parts. */
const RANK = { part: 1, whole: 2, label: 3 };
/** Shorter words name no part of a label. */
const SHORTEST = 3;
/** Parts are looked for in short labels only, so that the index stays small. */
const LONGEST_LABEL = 16;
/** Words for people say nothing in an instruction, but in a label: "Number of guests". Shorter ones do not. */
const PEOPLE = ["they", "everyone", "places", "responses"];
const SHORTEST_NOUN = 4;

export class Names {
  readonly fields: readonly FormField[];
  readonly #words: EditWords;
  readonly #byForm = new Map<string, { readonly name: Name; readonly index: number }[]>();

  constructor(form: Pick<FormStructure, "pages">, words: EditWords, known: KnownNames) {
    this.#words = words;
    this.fields = form.pages.flatMap(({ fields }) => fields);
    for (const field of this.fields) {
      const { id, type, label } = field;
      const key = JSON.stringify([id, type, label, "choices" in field && field.choices]);
      for (const name of cached(known, key, () => this.#namesOf(field))) this.#add(name);
    }
  }

  /** Names of fields that begin at a token, the longest first. */
  fieldsAt(prompt: Prompt, at: number): Found<NamedField>[] {
    return this.#namedAt(prompt, at, (matches) => {
      const fields = matches.filter(({ name, rank }) => name.choice === undefined && rank !== undefined);
      const best = Math.max(...fields.map(({ rank = 0 }) => rank));
      const ids = new Set(fields.filter(({ rank }) => rank === best).map(({ name }) => name.field));
      return ids.size > 0 && { ids: [...ids], isWhole: best > RANK.part };
    });
  }

  /** Choices by their whole labels, the longest first. */
  choicesAt(prompt: Prompt, at: number): Found<NamedChoice>[] {
    return this.#namedAt(prompt, at, (matches) => {
      const choices = matches.flatMap(({ name: { field, choice }, rank }) =>
        choice !== undefined && rank !== undefined ? [{ field, choice }] : [],
      );
      const of = new Map(choices.map((one) => [one.field, one]));
      return of.size > 0 && { of: [...of.values()], isWhole: true };
    });
  }

  #namesOf(field: FormField): Name[] {
    const { language } = this.#words;
    const { id, type } = field;
    const labels = [...textsOf(field.label), id.replaceAll("_", " ")];
    const concept = labels.map((label) => conceptNamed(label, language)).find(Boolean);
    const choices = "choices" in field ? field.choices : [];
    const name = (words: readonly Token[], rank: number): Name => ({
      field: id,
      type,
      words: words.map((token) => this.#words.formsOf(token)),
      rank,
    });
    return [
      ...labels.map((label) => name(this.#tellingWords(label), RANK.label)),
      ...(concept ? aliasesOf(concept, language) : []).map((one) => name(wordsOf(one), RANK.whole)),
      ...choices.flatMap((choice) =>
        textsOf(choice.label).map((text) => ({
          ...name(wordsOf(text), RANK.whole),
          choice: choice.id,
          exact: text.length < SHORTEST && text,
        })),
      ),
    ];
  }

  /** The words of a label that tell it from others; all, if none does. */
  #tellingWords(label: string): Token[] {
    const words = wordsOf(label);
    const telling = words.filter(({ key }, at) => {
      const cues = this.#words.cues.every(words, at).map(({ value }) => value);
      return (
        !cues.includes("filler") || (key.length >= SHORTEST_NOUN && cues.some((cue) => PEOPLE.includes(cue)))
      );
    });
    return telling.length > 0 ? telling : words;
  }

  /** Each word of a label may begin a mention of it, and the first one of other names. */
  #add(name: Name): void {
    const hasParts = name.rank === RANK.label && name.words.length <= LONGEST_LABEL;
    for (const [index, forms] of name.words.slice(0, hasParts ? undefined : 1).entries())
      for (const form of forms) cached(this.#byForm, form, () => []).push({ name, index });
  }

  /** What a range from a token on names, for each end that it may have; in quotes, only what all of it names. */
  #namedAt<Named extends { readonly isWhole: boolean }>(
    prompt: Prompt,
    at: number,
    read: (matches: readonly Match[]) => Named | false,
  ): Found<Named>[] {
    const isQuoted = prompt.isOpenQuote(at);
    const inside = isQuoted ? prompt.inside(at) : { from: at, to: at };
    const matches = Map.groupBy(this.#matchesAt(prompt, inside.from), ({ to }) => to);
    const end = prompt.trim(inside, "?!.:").to;
    return [...matches]
      .filter(([to]) => !isQuoted || to >= end)
      .sort(([a], [b]) => b - a)
      .flatMap(([to, found]) => {
        const value = read(found);
        return value && (value.isWhole || !isQuoted)
          ? { value, from: at, to: isQuoted ? inside.to + 1 : to }
          : [];
      });
  }

  #matchesAt(prompt: Prompt, from: number): Match[] {
    const token = prompt.tokens[from];
    if (token === undefined || !prompt.isWord(from)) return [];
    const found = this.#words.formsOf(token).flatMap((form) => this.#byForm.get(form) ?? []);
    return found.map(({ name, index }) => this.#extended(prompt, from, name, index));
  }

  /** As many words of a name as the text has from a token on. */
  #extended(prompt: Prompt, from: number, name: Name, first: number): Match {
    let [to, last] = [from + 1, first];
    for (; last + 1 < name.words.length; last += 1) {
      const forms = name.words[last + 1] ?? [];
      const next = this.#nextWords(prompt, to).find((at) => {
        const token = prompt.tokens[at];
        return token && this.#words.formsOf(token).some((form) => forms.includes(form));
      });
      if (next === undefined) break;
      to = next + 1;
    }
    const text = prompt.textOf({ from, to });
    const isWhole = first === 0 && last === name.words.length - 1 && text.startsWith(name.exact || "");
    return { name, from, to, rank: isWhole ? name.rank : this.#rankOfPart(name, text) };
  }

  /** Where the next word of a name may be: over a joiner, as in "e-mail", and over fillers, as in "number of the guests". */
  #nextWords(prompt: Prompt, at: number): number[] {
    let next = at;
    while (prompt.isMark(next, "-/'’.&()") && !prompt.tokens[next]?.isSpaced) next += 1;
    const filler = this.#words.cues.every(prompt.tokens, next).find(({ value }) => value === "filler");
    return filler ? [next, filler.to] : [next];
  }

  /** "address" is no part of "Email address" that names it: it asks for something else. */
  #rankOfPart({ rank, type }: Name, text: string): number | undefined {
    if (rank < RANK.label || text.length < SHORTEST || /^\d/.test(text)) return undefined;
    const concept = conceptNamed(text, this.#words.language);
    return concept !== undefined && SHAPES[concept].type !== type ? undefined : RANK.part;
  }
}

export function textsOf(label: FormField["label"]): string[] {
  return Object.values(label).filter((text) => text !== undefined);
}

function wordsOf(text: string): Token[] {
  return tokenize(text).filter(({ kind }) => kind !== "mark" && kind !== "newline");
}

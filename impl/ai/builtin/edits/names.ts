/** Finds the fields and choices of a form by what an edit calls them. */
import type { FormField, FormStructure } from "../../../../generated/types.ts";
import { SHAPES } from "../items/shapes.ts";
import type { Range } from "../reading/accounting.ts";
import type { Prompt } from "../reading/prompt.ts";
import { conceptNamed } from "./concepts.ts";
import { type Name, type NameCache, RANK, type Rank } from "./name.ts";
import type { EditWords } from "./words.ts";

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

interface Match extends Range {
  readonly name: Name;
  /** The first and the last word of the name that were found. */
  readonly first: number;
  readonly last: number;
}

/** Shorter words name no part of a label. */
const SHORTEST_PART = 3;
/** Choices with shorter labels must be written as in the form. */
const SHORTEST_CHOICE = 3;

export class Names {
  readonly fields: readonly FormField[];
  readonly #words: EditWords;
  readonly #byForm = new Map<string, { readonly name: Name; readonly index: number }[]>();

  constructor({ pages }: Pick<FormStructure, "pages">, words: EditWords, cache: NameCache) {
    this.#words = words;
    this.fields = pages.flatMap(({ fields }) => fields);
    for (const name of this.fields.flatMap((field) => cache.namesOf(field))) this.#add(name);
  }

  /** Names of fields that begin at a token, the longest first. */
  fieldsAt(prompt: Prompt, at: number): NamedField[] {
    return unquoted(prompt, at, (from) => {
      const best = new Map<number, { rank: Rank; ids: Set<string> }>();
      for (const match of this.#matchesAt(prompt, from)) {
        const rank = match.name.choice === undefined ? this.#rankOf(match, prompt) : undefined;
        const found = best.get(match.to);
        if (rank === undefined || (found && found.rank > rank)) continue;
        if (found?.rank === rank) found.ids.add(match.name.field);
        else best.set(match.to, { rank, ids: new Set([match.name.field]) });
      }
      return [...best].map(([end, { rank, ids }]) => {
        const isWhole = rank >= RANK.alias;
        return { from, to: isWhole && prompt.isMark(end, "?") ? end + 1 : end, ids: [...ids], isWhole };
      });
    });
  }

  /** Choices by their whole labels, the longest first. */
  choicesAt(prompt: Prompt, at: number): NamedChoice[] {
    return unquoted(prompt, at, (from) => {
      const found = this.#matchesAt(prompt, from).filter((match) => isWholeChoice(match, prompt));
      return [...Map.groupBy(found, ({ to }) => to)].map(([to, matches]) => {
        const of = new Map(matches.map(({ name: { field, choice = "" } }) => [field, { field, choice }]));
        return { from, to, of: [...of.values()], isWhole: true };
      });
    });
  }

  /** Each word of a name may begin a mention of it, as far as parts of it may stand for it. */
  #add(name: Name): void {
    for (const [index, forms] of name.words.slice(0, name.hasParts ? undefined : 1).entries())
      for (const form of forms) {
        const same = this.#byForm.get(form);
        if (same) same.push({ name, index });
        else this.#byForm.set(form, [{ name, index }]);
      }
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
    const { type, words, rank } = name;
    if (first === 0 && last === words.length - 1) return rank;
    const text = prompt.textOf({ from, to });
    const token = prompt.tokens[from];
    const isForm = token !== undefined && this.#words.isListedForm(token, words[first]?.[0] ?? "");
    if (rank !== RANK.label || !isForm || text.length < SHORTEST_PART || token.kind === "number")
      return undefined;
    // "address" is no part of "Email address" that names it: it asks for something else.
    const concept = conceptNamed(text, this.#words.language);
    return concept !== undefined && SHAPES[concept].type !== type ? undefined : RANK.part;
  }
}

function isWholeChoice({ name, first, last, from, to }: Match, prompt: Prompt): boolean {
  if (name.choice === undefined || first > 0 || last < name.words.length - 1) return false;
  return name.text.length >= SHORTEST_CHOICE || prompt.textOf({ from, to }) === name.text;
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

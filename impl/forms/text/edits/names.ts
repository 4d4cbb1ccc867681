/** Finds the questions, choices, languages and colours that a sentence names. */
import type { Choice, FormField, FormStructure, Language } from "../../../../generated/types.ts";
import { languageNames } from "../../../texts/detection/names.ts";
import { fold } from "../../../texts/fold.ts";
import { isRetired } from "../../structure/retirement.ts";
import { readTokens } from "../marks/tokens.ts";
import { knownLabel, type LabelName } from "../questions/labels.ts";
import { getWords, type Words } from "../words.ts";
import type { ColorName, EditWords } from "./edit-words.ts";

/** Dark enough for white text on them. */
const COLORS: Readonly<Record<ColorName, string>> = {
  red: "#b91c1c",
  orange: "#c2410c",
  yellow: "#a16207",
  green: "#15803d",
  blue: "#1d4ed8",
  purple: "#7e22ce",
  pink: "#be185d",
  brown: "#78350f",
  grey: "#52525b",
  black: "#18181b",
};

/** The questions of a form by their names. Names are looked up for each reading of a sentence, so the keys of labels are kept. */
export class FieldNames {
  readonly #fields: readonly FormField[];
  readonly #byKey = new Map<string, FormField[]>();
  readonly #words: Words;
  #byMeaning: ReadonlyMap<LabelName | undefined, FormField[]> | undefined;

  constructor({ pages }: FormStructure, language: Language) {
    this.#words = getWords(language);
    this.#fields = pages.flatMap((page) => page.fields).filter((field) => !isRetired(field));
    for (const field of this.#fields)
      for (const key of new Set(Object.values(field.label).map(normaliseName)))
        addTo(this.#byKey, key, field);
  }

  /**
   * Returns the fields with this label in any language; if there are none, those whose well-known label means the same: "phone"
   * for "Phone number".
   */
  findByName(name: string): readonly FormField[] {
    const same = this.#byKey.get(normaliseName(name));
    if (same) return same;
    const meaning = knownLabel(name, this.#words);
    return (meaning && this.#meanings().get(meaning)) ?? [];
  }

  #meanings(): ReadonlyMap<LabelName | undefined, FormField[]> {
    if (this.#byMeaning) return this.#byMeaning;
    const found = new Map<LabelName | undefined, FormField[]>();
    for (const field of this.#fields)
      for (const meaning of new Set(listMeanings(field))) addTo(found, meaning, field);
    this.#byMeaning = found;
    return found;
  }
}

function listMeanings({ label }: FormField): (LabelName | undefined)[] {
  return Object.entries(label).map(([code, text]) => knownLabel(text, getWords(code as Language)));
}

function addTo<Key>(groups: Map<Key, FormField[]>, key: Key, field: FormField): void {
  const group = groups.get(key);
  if (group) group.push(field);
  else groups.set(key, [field]);
}

export function listChoices(field: FormField): readonly Choice[] {
  return "choices" in field ? field.choices.filter((choice) => !isRetired(choice)) : [];
}

export function choicesNamed(field: FormField, name: string): Choice[] {
  const key = normaliseName(name);
  return listChoices(field).filter(({ label }) =>
    Object.values(label).some((text) => normaliseName(text) === key),
  );
}

export function languageNamed(name: string, { language }: EditWords): Language | undefined {
  return languageNames(language).get(fold(name.trim()));
}

/** A name of the table, or a value such as `#7c3aed`. */
export function colorNamed(name: string, { colors }: EditWords): string | undefined {
  const text = name.trim();
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase();
  const color = colors.get(fold(text));
  return color && COLORS[color];
}

/** Equal for names that differ in case, accents and signs, so that "vegan" names "Vegan?". */
function normaliseName(text: string): string {
  const tokens = readTokens(text, { from: 0, to: text.length });
  const words = tokens.filter(({ kind, key }) => kind !== "sign" || "+-#&%€$".includes(key));
  return (words.length > 0 ? words : tokens).map(({ key }) => key).join(" ");
}

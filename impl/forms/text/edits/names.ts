/** Finds the questions, choices, languages and colours that a sentence names. */
import type { Choice, FormField, FormStructure, Language } from "../../../../generated/types.ts";
import { languageNames } from "../../../texts/detection/names.ts";
import { fold } from "../../../texts/fold.ts";
import { isRetired } from "../../structure/is-retired.ts";
import { tokensOf } from "../tokens.ts";
import { type WordName, wordsOf } from "../words.ts";
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

/** The questions of this label in any language; without one, those whose well-known label means the same: "phone" for "Phone number". */
export function fieldsNamed({ pages }: FormStructure, name: string, language: Language): FormField[] {
  const fields = pages.flatMap((page) => page.fields).filter((field) => !isRetired(field));
  const same = fields.filter(({ label }) => Object.values(label).some((text) => keyOf(text) === keyOf(name)));
  if (same.length > 0) return same;
  const meaning = knownLabel(name, language);
  return meaning === undefined
    ? []
    : fields.filter(({ label }) =>
        Object.entries(label).some(([code, text]) => knownLabel(text, code as Language) === meaning),
      );
}

export function choicesOf(field: FormField): readonly Choice[] {
  return "choices" in field ? field.choices.filter((choice) => !isRetired(choice)) : [];
}

export function choicesNamed(field: FormField, name: string): Choice[] {
  return choicesOf(field).filter(({ label }) =>
    Object.values(label).some((text) => keyOf(text) === keyOf(name)),
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

type LabelName = Extract<WordName, `labels.${string}`>;

function knownLabel(text: string, language: Language): LabelName | undefined {
  const isLabel = (name: WordName): name is LabelName => name.startsWith("labels.");
  return wordsOf(language).whole(text, isLabel);
}

/** What two names of one thing have in common: words without their signs, so that "Vegan?" is named by "vegan". */
function keyOf(text: string): string {
  const tokens = tokensOf(text, { from: 0, to: text.length });
  const words = tokens.filter(({ kind, key }) => kind !== "sign" || "+-#&%€$".includes(key));
  return (words.length > 0 ? words : tokens).map(({ key }) => key).join(" ");
}

/** Reads kinds of field and what phrases say wherever they stand: "dropdown", "(optional)", "select all that apply". */
import { isKind, type Kind, type List } from "../../reading/lexicon.ts";
import type { Found } from "../../reading/phrases.ts";
import type { Said } from "../draft.ts";
import type { Reader, Text } from "./reader.ts";

/** A phrase that names a kind wherever it stands: "dropdown", "file upload", "yes/no". */
export const readKind: Reader = ({ prompt, lexicon }, from, limit) => {
  const found = lexicon.table("kinds").at(prompt.tokens, from, limit);
  // In "yes/no/maybe" these are choices.
  const isPart = found?.value === "yes_no" && found.to < limit && prompt.isMark(found.to, "/|");
  return found && isKind(found.value) && !isPart ? { to: found.to, says: { kind: found.value } } : undefined;
};

/** A word that names a kind only beside a label, as in "birthday (date)". */
export function kindNounAt({ prompt, lexicon }: Text, from: number, limit: number): Found<Kind> | undefined {
  const found = lexicon.table("kinds", "kindNouns").at(prompt.tokens, from, limit);
  return found && isKind(found.value) ? { ...found, value: found.value } : undefined;
}

const YES: ReadonlySet<string> = new Set("yes y true x ✓ ✔ ✅ 1 required mandatory".split(" "));
const NO: ReadonlySet<string> = new Set(["no", "n", "false", "-", "–", "—", "❌", "✗", "optional", "0", ""]);

/** Whether a text means yes or no; undefined if it means neither. */
export function isYes({ prompt, lexicon }: Text, from: number, limit: number): boolean | undefined {
  const text = prompt.textOf({ from, to: limit }).toLowerCase();
  const { yes, no } = lexicon.labels.choices;
  if (YES.has(text) || text === yes.toLowerCase()) return true;
  return NO.has(text) || text === no.toLowerCase() ? false : undefined;
}

/** What the phrases of a list say. */
const SAYS: readonly (readonly [list: List, says: Said])[] = [
  ["noPast", { days: { min: "today" } }],
  ["noFuture", { days: { max: "today" } }],
  ["past", { days: { max: "today" } }],
  ["future", { days: { min: "today" } }],
  ["several", { several: true }],
  ["onlyOne", { several: false }],
  ["pickOne", { several: false }],
  ["wholeNumbers", { integer: true }],
  ["shuffle", { shuffle: true }],
  ["optional", { required: false }],
  ["required", { required: true }],
];
const LISTS = SAYS.map(([list]) => list);

/** "not in the past", "select all that apply", "whole numbers", "optional" */
export const readPhrase: Reader = ({ prompt, lexicon }, from, limit) => {
  const found =
    lexicon.table(...LISTS).at(prompt.tokens, from, limit) ??
    prompt.keyAt(from, limit, "required", "optional");
  const [list, says] = SAYS.find(([name]) => name === found?.value) ?? [];
  if (!found || !says) return undefined;
  // "single" alone is a choice, such as that of a room; "required if ..." is a condition.
  const isOther =
    (list === "onlyOne" && found.to === from + 1) ||
    lexicon.table("if", "unless").at(prompt.tokens, found.to, limit) !== undefined;
  return isOther ? undefined : { to: found.to, says };
};

/** Reads kinds of field and whether an answer is needed: "dropdown", "(optional)", "required: yes". */
import { fold } from "../../../../texts/fold.ts";
import { keyAt } from "../../reading/keys.ts";
import { isKind, type Kind } from "../../reading/lexicon.ts";
import type { Found } from "../../reading/phrases.ts";
import type { Reader, Text } from "./reader.ts";

/** A phrase that names a kind wherever it stands: "dropdown", "file upload", "yes/no". */
export const readKind: Reader = ({ prompt, lexicon }, from, limit) => {
  const { yes, no } = lexicon.labels.choices;
  // "ja/nein", "oui ou non" and "y/n"
  const isAnswer = (at: number, label: string) =>
    prompt.key(at) === fold(label) || prompt.key(at) === fold(label).charAt(0);
  const isBetween =
    prompt.isMark(from + 1, "/|") || lexicon.table("or").at(prompt.tokens, from + 1) !== undefined;
  const isEnd = from + 3 >= limit || !prompt.isMark(from + 3, "/|");
  if (isBetween && isEnd && from + 3 <= limit && isAnswer(from, yes) && isAnswer(from + 2, no))
    return { to: from + 3, says: { kind: "yes_no" } };
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
  if (YES.has(text) || text === lexicon.labels.choices.yes.toLowerCase()) return true;
  if (NO.has(text) || text === lexicon.labels.choices.no.toLowerCase()) return false;
  return undefined;
}

/** "required", "optional", "not required", "required: no" */
export const readRequired: Reader = (text, from, limit) => {
  const { prompt, lexicon } = text;
  const { tokens } = prompt;
  const found =
    lexicon.table("optional", "required").at(tokens, from, limit) ??
    keyAt(prompt, from, limit, "required", "optional");
  if (!found) return undefined;
  const required = found.value === "required";
  if (lexicon.table("if", "unless").at(tokens, found.to, limit)) return undefined;
  if (prompt.isMark(found.to, ":=?")) {
    const answer = isYes(text, found.to + 1, Math.min(found.to + 2, limit));
    if (answer !== undefined)
      return { to: Math.min(found.to + 2, limit), says: { required: answer === required } };
  }
  return { to: found.to, says: { required } };
};

/** "select all that apply", "whole numbers", "shuffled" */
export const readManner: Reader = ({ prompt, lexicon }, from, limit) => {
  const found = lexicon
    .table("several", "onlyOne", "pickOne", "wholeNumbers", "shuffle")
    .at(prompt.tokens, from, limit);
  if (!found) return undefined;
  // "single" alone is a choice, such as that of a room.
  if (found.value === "onlyOne" && found.to === from + 1) return undefined;
  switch (found.value) {
    case "several":
      return { to: found.to, says: { several: true } };
    case "wholeNumbers":
      return { to: found.to, says: { integer: true } };
    case "shuffle":
      return { to: found.to, says: { shuffle: true } };
    default:
      return { to: found.to, says: { several: false } };
  }
};

/** Reads from the beginning of a question whether it asks for one of a list or for several: "Which job", "Which jobs". */
import { readTokens } from "../marks/tokens.ts";
import { type FoundWord, ofGroup, type WordName, type Words } from "../words.ts";

const isWhich = ofGroup("which");

/** @returns undefined: the question does not begin so */
export function asksFor(label: string, words: Words): "one" | "several" | undefined {
  const tokens = readTokens(label, { from: 0, to: label.length }).filter(({ key }) => key !== "¿");
  const first = words.at(tokens, 0, isWhich);
  // One word may stand before it, as in "For which jobs".
  const found = first ?? words.at(tokens, 1, isWhich);
  if (found === undefined) return undefined;
  const isOfSeveral = words.namesSeveral(tokens[found.to]?.key ?? "");
  // "What languages" asks for some of them, but "Emoji que nos describe" for nothing.
  if (found.name === "which.what") return found === first && isOfSeveral ? "several" : undefined;
  return numberOf(found, isOfSeveral);
}

function numberOf({ name }: FoundWord<WordName>, isOfSeveral: boolean): "one" | "several" {
  return name === "which.several" || (name === "which.unclear" && isOfSeveral) ? "several" : "one";
}

/** Tells indirect questions that yes or no answers, such as "whether they come", by what their language begins or ends words with. */
import type { Language } from "../../../generated/types.ts";
import { fold } from "./fold.ts";
import { instructionsIn } from "./instructions.ts";
import { wordsIn } from "./lexicon.ts";

/** A particle that asks stands behind the first word or the first two: "imaju li", "a imaju li". */
const MAX_PARTICLE = 2;

/** Whether a text asks what yes or no answers: "si comen carne", "tulevatko he", "imaju li auto", "kér-e szállást". */
export function asksWhether(text: string, language: Language): boolean {
  const { whether = [] } = instructionsIn(language).vocabulary;
  const { askEndings = "", askParticles = "" } = wordsIn(language);
  const folded = `${fold(text.slice(0, 120)).trim()} `;
  const words = folded.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  if (words.length < 2) return false;
  const begins = words.length > 2 && whether.some((word) => folded.startsWith(`${fold(word)} `));
  return begins || isInverted(words, listed(askEndings)) || hasParticle(words, listed(askParticles));
}

function listed(phrases: string): string[] {
  return phrases === "" ? [] : phrases.split(",").map((one) => fold(one.trim()));
}

/** Finnish has an ending at the first word, Hungarian one behind a hyphen at the verb. */
function isInverted(words: readonly string[], endings: readonly string[]): boolean {
  return endings.some((ending) => {
    const candidates = ending.startsWith("-") ? words : words.slice(0, 1);
    return candidates.some((word) => word.length > ending.length + 1 && word.endsWith(ending));
  });
}

function hasParticle(words: readonly string[], particles: readonly string[]): boolean {
  return words.slice(1, MAX_PARTICLE + 1).some((word) => particles.includes(word));
}

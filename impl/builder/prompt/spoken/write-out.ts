/** Writes spoken English the way lists say it, before it is read: "and let them leave their email if they want to". */
import type { Grammar } from "../../lexicon/grammar.ts";
import { sentences } from "../split.ts";
import { withAgreements } from "./agreements.ts";
import { withAlternatives } from "./alternatives.ts";
import { withoutChat } from "./chat.ts";
import { withClosing } from "./closing.ts";
import { withSpokenConditions } from "./conditions.ts";
import { withFollowUps } from "./follow-ups.ts";
import { withoutLeadIn } from "./lead-ins.ts";
import { withCountedPieces } from "./orders.ts";
import { withPicks } from "./picks.ts";
import { withRanges } from "./ranges.ts";
import { withScale } from "./scales.ts";
import { withSharedWords } from "./shared-words.ts";
import { withoutTails } from "./tails.ts";
import { withWishes } from "./wishes.ts";

/** A longer line is read as it is. */
const MAX_LINE = 4000;

/** "; those who haven't should say when": a clause behind a semicolon is a sentence. */
const CLAUSE =
  /; (those who|anyone who|if they|if so|if not|they (?:should|must|can|may)|we (?:also )?need|please) (?=\p{L})/giu;

/** What is done to each sentence, in this order. */
const STEPS: readonly ((sentence: string, grammar: Grammar) => string)[] = [
  withoutChat,
  withoutLeadIn,
  withWishes,
  withAgreements,
  withRanges,
  withScale,
  withFollowUps,
  withPicks,
  withAlternatives,
  withoutTails,
  withSpokenConditions,
  withSharedWords,
  withCountedPieces,
  withClosing,
];

/** The line without lead-ins and asides, and with choices, conditions and "optional" where lists have them. */
export function writeOut(line: string, grammar: Grammar): string {
  if (grammar.languages[0] !== "en" || line.length > MAX_LINE) return line;
  const parts = sentences(
    line.replace(CLAUSE, (_whole, word: string) => `. ${word.charAt(0).toUpperCase()}${word.slice(1)} `),
  );
  const written = parts.map((part) => STEPS.reduce((text, step) => step(text, grammar), part));
  return written.every((part, index) => part === parts[index]) ? line : written.join(" ");
}

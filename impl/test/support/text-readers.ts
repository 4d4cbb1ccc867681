/** The readers of texts that strangers send, and the pieces of which texts are made that are hard to read. */
import { Refusal } from "@toolwright/runtime";
import type { FormStructure } from "../../../generated/types.ts";
import { readEdit, readPromptForForm } from "../../ai/built-in-readers.ts";
import { unreadText } from "../../ai/built-in-refusals.ts";
import { readQuestions, requireClear, requireFormText } from "../../ai/read-form-text.ts";
import { parseFormula } from "../../forms/answers/formula/parse.ts";
import { makePlan } from "../../lessons/builtin/plan.ts";
import { parseMarkdown } from "../../texts/markdown/parse.ts";

const form: FormStructure = {
  title: { en: "Sign-up" },
  default_language: "en",
  languages: ["en"],
  pages: [{ id: "page", fields: [{ id: "name", type: "short_text", label: { en: "Name" } }] }],
};

/** A refusal is an answer, too. */
function orRefusal(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

function readPrompt(prompt: string): void {
  const read = readPromptForForm({ prompt, title: undefined, languages: undefined });
  if ("understood" in read) throw unreadText(read.prompt, read.problems, read.understood, read.warnings);
}

/** Each reads a text in one piece. */
export const textReaders: Readonly<Record<string, (text: string) => void>> = {
  "form text": (text) => orRefusal(() => requireFormText(text, "en")),
  "questions behind a title": (text) => orRefusal(() => requireClear(readQuestions(text, "de"))),
  "a prompt for a form": (prompt) => orRefusal(() => readPrompt(prompt)),
  "sentences that edit": (prompt) => void readEdit({ prompt, structure: form }),
  "a prompt for a lesson": (prompt) =>
    orRefusal(() => makePlan({ prompt, languages: ["en"], illustrationCount: 3 } as never)),
  Markdown: (text) => void parseMarkdown(text),
  "a formula": (text) => orRefusal(() => parseFormula(text)),
};

/** Marks of the notations, words of them, and what stands between. */
export const pieces: readonly string[] = [
  '“¦“\n¦“ ¦““a\n¦"¦"a ¦""\n¦‹ ',
  "(¦( ¦(a) ¦ (required)¦)¦[¦[ ] ¦[ ] a\n¦- a\n¦- [ ] a\n¦[a](b ¦{{a¦\\",
  "_¦___ ¦a ___ ¦___ * ¦...¦… ¦* ¦**a** ¦# a\n¦#¦> a\n¦| a | b |\n¦|\n¦a.\n¦a?\n¦a? b ¦a: b\n¦a: ¦a, ¦; ¦ / ",
  "1. a\n¦a) a\n¦A. ¦---\n¦// a\n¦ ¦\n¦1,5, ¦10:00 ¦  - a\n¦Name?\n- a\n¦Your answer\n",
  "required, ¦and ¦with ¦Name: ¦example = a, ¦1 to 10, ¦max 5 ¦add ¦rename a to ¦漢¦😀¦=¦a+¦(a+¦if(a,",
].flatMap((list) => list.split("¦"));

/** A text of whole pieces. A piece that is cut off could close what all others leave open. */
export function repeated(piece: string, length: number): string {
  return piece.repeat(Math.round(length / piece.length));
}

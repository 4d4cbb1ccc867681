/** Makes a form of a text that was copied from the page of a form of another product. */
import { limits } from "../../../../generated/limits.ts";
import type { FormStructure, Language, LocalizedText } from "../../../../generated/types.ts";
import { newChoiceId, newIdFrom } from "../../operations/new-id.ts";
import { readStructure } from "../../structure/fits-schema.ts";
import { knownLabel, typeOfLabel } from "../questions/labels.ts";
import { asksFor } from "../questions/which.ts";
import { getWords } from "../words.ts";
import { type CopiedPage, type CopiedQuestion, isWord, readCopiedPage } from "./copied-lines.ts";

export interface CopiedForm {
  readonly structure: FormStructure;
  /** Lines of the page that are no part of the form. */
  readonly leftOut: readonly string[];
  /** The labels of the questions with choices: the text does not say where one list ends, nor whether several can be chosen. */
  readonly lists: readonly string[];
}

/** @returns undefined: the text does not look copied, or makes no form */
export function readCopiedForm(source: string, language: Language): CopiedForm | undefined {
  const page = readCopiedPage(source);
  if (page === undefined || isTooLong(page)) return undefined;
  const text = (value: string): LocalizedText => ({ [language]: value });
  const taken = new Set<string>();
  const fields = page.questions.map((question) => ({
    id: newIdFrom(question.label, "field", taken),
    label: text(question.label),
    ...propertiesOf(question, language, text),
  }));
  const read = readStructure({
    title: text(page.title),
    ...(page.description.length > 0 && { description: text(page.description.join("\n")) }),
    default_language: language,
    languages: [language],
    pages: [{ id: "page_1", fields }],
  });
  if (!("structure" in read)) return undefined;
  const lists = fields.filter((field) => "choices" in field).map(({ label }) => label[language] ?? "");
  return { structure: read.structure, leftOut: page.leftOut, lists };
}

/** Such a page makes no form, and naming its parts would take long. */
function isTooLong({ questions }: CopiedPage): boolean {
  const longest = Math.max(0, ...questions.slice(0, limits.form_fields.max).map(({ below }) => below.length));
  return questions.length > limits.form_fields.max || longest > limits.field_choices.max;
}

type ToText = (value: string) => LocalizedText;

function propertiesOf(question: CopiedQuestion, language: Language, text: ToText): object {
  const { label, blank, below } = question;
  const required = question.isRequired && { required: true };
  if (blank !== undefined) {
    const known = knownLabel(label, getWords(language));
    const type = known === undefined ? "short_text" : typeOfLabel(known);
    const help = below.length > 0 && { description: text(below.join("\n")) };
    return { type: blank === "long" ? "long_text" : type, ...help, ...required };
  }
  if (question.isHeading) return { type: "section" };
  if (below.length === 0) return { type: "short_text", ...required };
  if (below.every((line) => isWord(line, "date"))) return { type: "date", ...required };
  if (below.includes(":")) return { type: "time", ...required };
  return { ...(readScale(below, text) ?? readChoices(question, language, text)), ...required };
}

/** Whole numbers, one after the other, and what may stand before the first and behind the last. */
function readScale(below: readonly string[], text: ToText): object | undefined {
  const first = below.findIndex((line) => /^[01]$/.test(line));
  const last = below.findLastIndex((line) => /^\d{1,2}$/.test(line));
  const numbers = below.slice(first, last + 1).map(Number);
  if (first === -1 || first > 1 || last < below.length - 2 || numbers.length < 3) return undefined;
  if (!numbers.every((value, at) => value === numbers[0]! + at)) return undefined;
  return {
    type: "scale",
    min: numbers[0],
    max: numbers.at(-1),
    ...(first === 1 && { min_label: text(below[0]!) }),
    ...(last === below.length - 2 && { max_label: text(below.at(-1)!) }),
  };
}

function readChoices({ label, below }: CopiedQuestion, language: Language, text: ToText): object {
  const isMenu = isWord(below[0] ?? "", "menu");
  const listed = isMenu ? below.slice(1) : below;
  const isOther = (line: string) => isWord(line.replace(/\s?:$/, ""), "other") && line.endsWith(":");
  const choices = listed.filter((line) => !isOther(line));
  const [only] = choices;
  if (listed.length === 1 && only !== undefined) return { type: "consent", statement: text(only) };
  const takesSeveral = asksFor(label, getWords(language)) === "several";
  const taken = new Set<string>();
  return {
    type: isMenu ? "dropdown" : takesSeveral ? "multiple_choice" : "single_choice",
    choices: choices.map((choice) => ({ id: newChoiceId(choice, "choice", taken), label: text(choice) })),
    ...(choices.length < listed.length && { allow_other: true }),
  };
}

/** Makes warnings about parts of a form text that the form lacks, and parts of the form that the text does not name. */
import type { FormStructure, Warning } from "../../generated/types.ts";
import type { CopiedForm } from "../forms/text/copied/copied-form.ts";
import type { Quoted } from "../forms/text/form-document.ts";
import type { ParsedForm } from "../forms/text/parse.ts";
import { shorten } from "../texts/shorten.ts";

/** More warnings are counted, not shown. */
const MAX_WARNINGS = 200;
const MAX_QUOTE = 200;

const CODES: Readonly<Record<Quoted["kind"], string>> = {
  comment: "comment",
  unread: "not_understood",
  bracket: "label_list",
  list: "read_as",
  heading: "read_as_heading",
  shown: "shown_text",
  several: "several_questions",
};

/** Makes one warning for all similar parts of a line, and one for all headings. */
export function textWarnings(
  { document, quoted, template }: ParsedForm,
  structure: FormStructure,
): Warning[] {
  const { source } = document;
  const lineAt = lineCounter(source);
  const identifyLine = ({ kind, span }: Quoted) =>
    kind === "heading" ? kind : `${kind} ${lineAt(span.from)}`;
  const warnings = [...Map.groupBy(quoted, identifyLine).values()].flatMap((line) => {
    const { kind } = line[0]!;
    const parts = line.map(({ span }) => quote(source.slice(span.from, span.to)));
    return chunks(parts).map(
      (some): Warning => ({ code: CODES[kind], message: MESSAGES[kind](some.join(", ")) }),
    );
  });
  return limitWarnings([...warnings, ...(template ? [addedFields(structure)] : [])]);
}

/** Counts the lines up to a position, which must not be before the last one: parts are quoted in the order of the text. */
function lineCounter(source: string): (at: number) => number {
  let line = 0;
  let end = source.indexOf("\n");
  return (at) => {
    for (; end !== -1 && end <= at; line++) end = source.indexOf("\n", end + 1);
    return line;
  };
}

/** Says what a copied text does not tell. @param others more lines that are not in the form */
export function copiedWarnings({ leftOut, lists }: CopiedForm, others: readonly string[]): Warning[] {
  const messages = [
    "The text was copied from the page of a form, so it does not say everything: compare the form with the page.",
    ...chunks([...others, ...leftOut].map(quote)).map(
      (parts) => `Lines of the page that are not in the form: ${parts.join(", ")}.`,
    ),
    ...chunks(lists.map(quote)).map(
      (parts) => `Check the choices, and whether several can be chosen: ${parts.join(", ")}.`,
    ),
  ];
  return messages.map((message) => ({ code: "copied_form", message }));
}

/** A message has at most 2,000 characters. */
const MAX_PARTS = 8;

function chunks(parts: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(parts.length / MAX_PARTS) }, (_, index) =>
    parts.slice(index * MAX_PARTS, (index + 1) * MAX_PARTS),
  );
}

const MESSAGES: Readonly<Record<Quoted["kind"], (parts: string) => string>> = {
  comment: (parts) => `A comment, so not in the form: ${parts}.`,
  unread: (parts) => `Not understood and not in the form: ${parts}.`,
  bracket: (parts) => `Read as part of the label: ${parts}. To make choices of it, write | between them.`,
  heading: (parts) => `Read as a heading: ${parts}.`,
  list: (parts) => `The lines below were read as choices: ${parts}.`,
  shown: (parts) => `Respondents read this: ${parts}. Remove it if it only asks for the form.`,
  several: (parts) =>
    `Read as a part of one question: ${parts}. If each of these is to be asked, write a line for each.`,
};

function addedFields({ pages, default_language: language }: FormStructure): Warning {
  const labels = pages.flatMap(({ fields }) => fields.map(({ label }) => quote(label[language] ?? "")));
  return {
    code: "fields_added",
    message: `The prompt names no fields, so the usual ones are there: ${labels.join(", ")}.`,
  };
}

function quote(text: string): string {
  return `"${shorten(text, MAX_QUOTE)}"`;
}

/** How many more there are stands in the last one. */
function limitWarnings(warnings: readonly Warning[]): Warning[] {
  if (warnings.length <= MAX_WARNINGS) return [...warnings];
  const rest = warnings.length - MAX_WARNINGS + 1;
  return [
    ...warnings.slice(0, MAX_WARNINGS - 1),
    { code: "more", message: `${rest} more parts are to be checked. Compare the form with the prompt.` },
  ];
}

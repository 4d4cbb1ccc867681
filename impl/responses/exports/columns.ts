/** The columns of an export. */
import type { FormField, FormStructure, LocalizedText } from "../../../generated/types.ts";
import { shownDigits } from "../../forms/amounts.ts";
import type { Answers } from "../../forms/answers/answer.ts";
import { answerTo } from "../../forms/answers/condition.ts";
import { takesAnswer } from "../../forms/fields/client/client-kinds.ts";
import { rowLabel } from "../../forms/fields/parts/row-label.ts";
import { isRetired } from "../../forms/structure/retirement.ts";
import type { Digits } from "../../texts/number.ts";
import type { StoredResponse } from "../responses.ts";
import { type Cell, chooseText, formatCell, rowCell, type Wording } from "./cell.ts";

/** A response without its stored answers, since the reader of an export may not see all of them. */
type ResponseFacts = Omit<StoredResponse, "answers">;

export interface Column {
  /** Unique in an export. */
  readonly header: string;
  /** The label for people, without the id. */
  readonly label: string;
  /** The part of the response that the column shows; undefined: the column shows an answer. */
  readonly own?: ResponseColumn;
  /** Set if the cells are days or times in ISO 8601. */
  readonly time?: "date" | "datetime" | undefined;
  /** Returns the cell of a response. @param answers the answers that may be shown */
  cell(response: ResponseFacts, answers: Answers): Cell;
}

/** A column of answers. */
export interface AnswerColumn extends Column {
  /** Id of the field, hidden field or calculation. */
  readonly field: string;
  /** The id of the field; for a row of a matrix, `FIELD.ROW`. It is the same in every version of the form. */
  readonly key: string;
  /** Whether the question or the row is no longer shown to new respondents. */
  readonly isRetired: boolean;
  /** How pages and mails round the numbers. Files have the stored numbers. */
  readonly digits: Digits | undefined;
  /** The label of the whole question; the column of a matrix shows one row of it. */
  readonly question: string;
  /** The label of the row of a matrix; undefined: the question is not a matrix. */
  readonly row?: string | undefined;
  /** The unit of the numbers in pages and mails. Files do not have it. */
  readonly unit?: string | undefined;
  /** Formats days, times and numbers for pages and mails. */
  readonly shown?: ((text: string) => string) | undefined;
}

const responseColumns = ["status", "submitted_at", "verified_at", "language", "form_version"] as const;

export type ResponseColumn = (typeof responseColumns)[number] | "response_id" | "respondent_email";

/**
 * The columns of an export: first those of the response itself, then those of the current structure, then those that only earlier
 * versions have. A header is the label with the id in brackets. The id is unique, and stays when the label changes.
 */
export interface ExportColumns {
  /**
   * Adds the fields of a version; call it for the current version first, then for the latest before it, and so on. Skips fields
   * that are already there.
   */
  add(structure: FormStructure): void;
  readonly all: readonly Column[];
}

export function exportColumns({
  withAddresses,
  withoutRetired = false,
  wording,
}: {
  readonly withAddresses: boolean;
  /** Leaves out parts that the current version has retired. */
  readonly withoutRetired?: boolean | undefined;
  readonly wording: Wording;
}): ExportColumns {
  const column = (name: ResponseColumn, cell: Column["cell"]): Column => ({
    own: name,
    header: name,
    label: name,
    time: name.endsWith("_at") ? "datetime" : undefined,
    cell,
  });
  const columns = [
    column("response_id", ({ id }) => id),
    ...responseColumns.map((name) => column(name, (response) => response[name] ?? undefined)),
    ...(withAddresses ? [column("respondent_email", ({ email }) => email ?? undefined)] : []),
  ];
  const known = new Set<string>();
  return {
    all: columns,
    add(structure) {
      for (const { id, make } of answerColumns(structure, withAddresses, wording)) {
        if (known.has(id)) continue;
        known.add(id);
        columns.push(...make().filter((one) => !(withoutRetired && one.isRetired)));
      }
    },
  };
}

/** Returns the columns of the answers to one version of a form, with email addresses and retired parts. */
export function versionColumns(structure: FormStructure, wording: Wording): readonly AnswerColumn[] {
  return answerColumns(structure, true, wording).flatMap(({ make }) => make());
}

interface AnswerColumns {
  readonly id: string;
  make(): readonly AnswerColumn[];
}

function answerColumns(structure: FormStructure, withAddresses: boolean, wording: Wording): AnswerColumns[] {
  const { pages, hidden_fields = [], calculations = [] } = structure;
  const digits = shownDigits(structure);
  const fields = pages
    .flatMap((page) => page.fields)
    .filter((field) => takesAnswer(field) && (withAddresses || field.type !== "email"));
  return [
    ...fields.map((field) => ({
      id: field.id,
      make: () => fieldColumns(field, digits.get(field.id), wording),
    })),
    ...hidden_fields.map((hidden) => plainColumns(hidden, digits.get(hidden.id), wording)),
    ...calculations.map((result) =>
      plainColumns(result, digits.get(result.id), wording, shownNumber(wording, digits.get(result.id))),
    ),
  ];
}

function plainColumns(
  { id, label }: { readonly id: string; readonly label?: LocalizedText },
  digits: Digits | undefined,
  wording: Wording,
  shown?: AnswerColumn["shown"],
): AnswerColumns {
  const column = {
    ...heading({ field: id, key: id, label }, wording),
    isRetired: false,
    digits,
    shown,
    cell: plainCell(id),
  };
  return { id, make: () => [column] };
}

/** Returns the format of the numbers of a column. The result of a calculation may also be a text. */
function shownNumber({ number }: Wording, digits: Digits | undefined): AnswerColumn["shown"] {
  if (number === undefined) return undefined;
  return (text) => {
    const value = Number(text);
    return Number.isFinite(value) ? number(value, digits) : text;
  };
}

function fieldColumns(field: FormField, digits: Digits | undefined, wording: Wording): AnswerColumn[] {
  const { id, label } = field;
  if (!("rows" in field)) return [fieldColumn(field, digits, wording)];
  return field.rows.map((row) => ({
    ...heading({ field: id, key: `${id}.${row.id}`, label, row: row.label }, wording),
    isRetired: isRetired(field) || isRetired(row),
    digits: undefined,
    cell: (_response, answers) => rowCell(field.columns, row.id, answerTo(answers, id), wording),
  }));
}

function fieldColumn(
  field: Exclude<FormField, { readonly rows: unknown }>,
  digits: Digits | undefined,
  wording: Wording,
): AnswerColumn {
  const { id, label } = field;
  const column = {
    ...heading({ field: id, key: id, label }, wording),
    isRetired: isRetired(field),
    digits,
    cell: (response: ResponseFacts, answers: Answers) =>
      formatCell(field, answerTo(answers, id), wording, response.id),
  };
  if (field.type === "number")
    return { ...column, unit: chooseText(field.unit, wording), shown: shownNumber(wording, digits) };
  if (field.type !== "date" && field.type !== "datetime") return column;
  const { type } = field;
  const shown = wording.time && ((iso: string) => wording.time?.(type, iso) ?? iso);
  return { ...column, time: type, shown };
}

function plainCell(id: string): Column["cell"] {
  return (_response, answers) => {
    const value = answerTo(answers, id);
    return typeof value === "string" || typeof value === "number" ? value : undefined;
  };
}

/** The names of a column before they are worded. */
interface HeadingSource extends Pick<AnswerColumn, "field" | "key"> {
  readonly label: LocalizedText | undefined;
  /** The label of the row of a matrix. */
  readonly row?: LocalizedText;
}

type Heading = Pick<AnswerColumn, "header" | "label" | "field" | "key" | "question" | "row">;

function heading({ field, key, label, row }: HeadingSource, wording: Wording): Heading {
  const question = chooseText(label, wording) ?? field;
  const rowText = chooseText(row, wording);
  const words = rowLabel(chooseText(label, wording), rowText);
  return words === ""
    ? { field, key, question, row: rowText, header: key, label: key }
    : { field, key, question, row: rowText, header: `${words} [${key}]`, label: words };
}

/** The columns of an export. */
import type { FormField, FormStructure, LocalizedText } from "../../../generated/types.ts";
import { shownDigits } from "../../forms/amounts.ts";
import type { Answers } from "../../forms/answers/answer.ts";
import { answerTo } from "../../forms/answers/condition.ts";
import { takesAnswer } from "../../forms/fields/client/client-kinds.ts";
import { rowLabel } from "../../forms/fields/parts/row-label.ts";
import { isRetired } from "../../forms/structure/is-retired.ts";
import type { Digits } from "../../texts/number.ts";
import type { StoredResponse } from "../responses.ts";
import { type Cell, chooseText, formatCell, rowCell, type Wording } from "./cell.ts";

/** A response without its answers, which its reader may not see as they are stored. */
type ResponseFacts = Omit<StoredResponse, "answers">;

export interface Column {
  /** Unique in an export. */
  readonly header: string;
  /** The question as people read it: without the id. */
  readonly label: string;
  /** The part of the response itself that it shows; undefined: an answer. */
  readonly own?: ResponseColumn;
  /** Its cells are days or times in ISO 8601. */
  readonly time?: "date" | "datetime" | undefined;
  /** Returns the cell of a response. @param answers the answers that may be shown */
  cell(response: ResponseFacts, answers: Answers): Cell;
}

/** A column of answers. */
export interface AnswerColumn extends Column {
  /** Id of the field, hidden field or calculation. */
  readonly field: string;
  /** The same in every version: the id, of a row of a matrix with the id of the row behind it. */
  readonly key: string;
  /** Whether new respondents no longer meet the question or the row. */
  readonly isRetired: boolean;
  /** How people see its numbers; a file has them as they are. */
  readonly digits: Digits | undefined;
  /** The label of the whole question; the column of a matrix shows one row of it. */
  readonly question: string;
  /** The label of its row of a matrix; undefined: it is no such row. */
  readonly row?: string | undefined;
  /** The unit of its numbers; a file does not have it. */
  readonly unit?: string | undefined;
  /** How people see its days, times and numbers. */
  readonly shown?: ((text: string) => string) | undefined;
}

const responseColumns = ["status", "submitted_at", "verified_at", "language", "form_version"] as const;

export type ResponseColumn = (typeof responseColumns)[number] | "response_id" | "respondent_email";

/**
 * The columns of an export: first the response's own, then the current structure's, then those that only earlier versions have.
 * A header is the label with the id in brackets; the id is unique and stays when the label changes.
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

/** The columns of the answers of one version, with all that their reader may see. */
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
  const column = { ...heading(id, id, label, wording), isRetired: false, digits, shown, cell: plainCell(id) };
  return { id, make: () => [column] };
}

/** How people see the numbers of a column. A result may also be a text. */
function shownNumber({ number }: Wording, digits: Digits | undefined): AnswerColumn["shown"] {
  if (number === undefined) return undefined;
  return (text) => {
    const value = Number(text);
    return Number.isFinite(value) ? number(value, digits) : text;
  };
}

function fieldColumns(field: FormField, digits: Digits | undefined, wording: Wording): AnswerColumn[] {
  const { id, label } = field;
  if (!("rows" in field)) {
    const cell: Column["cell"] = (response, answers) =>
      formatCell(field, answerTo(answers, id), wording, response.id);
    const time = field.type === "date" || field.type === "datetime" ? field.type : undefined;
    const shownTime = time && wording.time && ((iso: string) => wording.time?.(time, iso) ?? iso);
    const shown = field.type === "number" ? shownNumber(wording, digits) : shownTime;
    const unit = field.type === "number" ? chooseText(field.unit, wording) : undefined;
    return [
      { ...heading(id, id, label, wording), isRetired: isRetired(field), digits, unit, time, shown, cell },
    ];
  }
  return field.rows.map((row) => ({
    ...heading(id, `${id}.${row.id}`, label, wording, row.label),
    isRetired: isRetired(field) || isRetired(row),
    digits: undefined,
    cell: (_response, answers) => rowCell(field.columns, row.id, answerTo(answers, id), wording),
  }));
}

function plainCell(id: string): Column["cell"] {
  return (_response, answers) => {
    const value = answerTo(answers, id);
    return typeof value === "string" || typeof value === "number" ? value : undefined;
  };
}

function heading(
  field: string,
  key: string,
  label: LocalizedText | undefined,
  wording: Wording,
  row?: LocalizedText,
): Pick<AnswerColumn, "header" | "label" | "field" | "key" | "question" | "row"> {
  const question = chooseText(label, wording) ?? field;
  const rowText = chooseText(row, wording);
  const words = rowLabel(chooseText(label, wording), rowText);
  return words === ""
    ? { field, key, question, row: rowText, header: key, label: key }
    : { field, key, question, row: rowText, header: `${words} [${key}]`, label: words };
}

/** The columns of answers, by the version of the form that was answered. */

import { structureOfVersion } from "../../forms/forms.ts";
import { fillMentions, MISSING } from "../../forms/mention.ts";
import { readableForm } from "../../forms/structure/readable.ts";
import { getCached } from "../../platform/cache.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { numberFormat, writeNumber } from "../../texts/number.ts";
import type { Wording } from "../exports/cell.ts";
import { type AnswerColumn, versionColumns } from "../exports/columns.ts";
import type { ReadResponse } from "../latest.ts";

/** The columns of one version, each loaded once. */
export type ReadColumns = (version: number) => Promise<readonly AnswerColumn[]>;

/** Their labels hide the answers that they mention, because they stand above those of many respondents. */
export function columnsReader(queries: Queries, formId: string, wording: Wording): ReadColumns {
  const loaded = new Map<number, Promise<readonly AnswerColumn[]>>();
  return (version) =>
    getCached(loaded, version, async () => {
      const structure = await structureOfVersion(queries, formId, version);
      return structure === undefined ? [] : versionColumns(readableForm(structure), wording);
    });
}

/** Returns the text that owners' pages show for a response in a column; undefined if there is none. */
export function showIn(column: AnswerColumn, response: ReadResponse): string | undefined {
  const text = textIn(column, response);
  return text === undefined ? undefined : (column.shown?.(text) ?? text);
}

/** The same with the unit of a number. */
export function showWithUnit(column: AnswerColumn, response: ReadResponse): string | undefined {
  const text = showIn(column, response);
  return text === undefined || column.unit === undefined ? text : `${text} ${column.unit}`;
}

/** Returns a text of the form as a respondent read it: with the answers that it mentions. @param columns of all answers */
export function fillIn(text: string, columns: readonly AnswerColumn[], response: ReadResponse): string {
  const find = (id: string) => columns.find(({ key }) => key === id);
  const answerTo = (id: string) => {
    const column = find(id);
    return (column && showIn(column, response)) ?? MISSING;
  };
  return fillMentions(text, (id) => find(id) !== undefined, answerTo);
}

/** The same as `showIn` with days in ISO 8601, which can be sorted; undefined: nothing. */
export function textIn(column: AnswerColumn, response: ReadResponse): string | undefined {
  const value = column.cell(response, response.answers);
  // Numbers also have the form of files, with a point and without groups of digits, so that a search finds both forms.
  if (typeof value === "number" && column.digits)
    return writeNumber(value, numberFormat("en", column.digits)).replaceAll(",", "");
  return value === undefined || value === "" ? undefined : String(value);
}

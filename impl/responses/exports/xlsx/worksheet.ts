/** Writes the sheet of a spreadsheet. Texts are written as texts, so that none is a formula. */
import type { Cell } from "../cell.ts";
import { style } from "./styles.ts";
import { xmlText } from "./xml-text.ts";

export interface SheetColumn {
  readonly header: string;
  /** Its cells are days or times in ISO 8601; they are written as dates. Times have no zone. */
  readonly time?: "date" | "datetime" | undefined;
}

/** The first valid date; programs count earlier days differently. */
const FIRST_DAY = "1900-03-01";
const DAY_MS = 86_400_000;
/** Day 0 of a spreadsheet, for days after `FIRST_DAY`. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** Widths of columns, in characters. */
const [MIN_WIDTH, MAX_WIDTH] = [10, 60];

/** Returns the start of the part, with the heads. The widths of the columns fit some rows; longer texts are wrapped. */
export function sheetOpening(columns: readonly SheetColumn[], rows: readonly (readonly Cell[])[]): string {
  const heads = columns.map(({ header }, at) => textCell(`${columnName(at)}1`, header, style.head));
  return `${opening(columns, rows)}<row r="1">${heads.join("")}</row>`;
}

/** @param before how many rows were written before these, without the heads */
export function sheetRows(
  columns: readonly SheetColumn[],
  rows: readonly (readonly Cell[])[],
  before: number,
): string {
  return rows.map((cells, index) => row(before + 2 + index, columns, cells)).join("");
}

/** @param rows how many were written, without the heads */
export function sheetEnd(columns: number, rows: number): string {
  return `</sheetData><autoFilter ref="A1:${columnName(columns - 1)}${rows + 1}"/></worksheet>`;
}

function opening(columns: readonly SheetColumn[], batch: readonly (readonly Cell[])[]): string {
  const widths = columns.map((column, at) => {
    const cells = batch.map((cells) => shownLength(cells[at], column.time));
    // The button of the filter covers two characters of the head.
    const longest = Math.max(column.header.length + 2, ...cells) + 2;
    return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, longest));
  });
  const cols = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return `<?xml version="1.0" encoding="UTF-8"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<sheetViews><sheetView tabSelected="1" workbookViewId="0">${pane}</sheetView></sheetViews>
<sheetFormatPr defaultRowHeight="15"/><cols>${cols.join("")}</cols><sheetData>`;
}

function shownLength(cell: Cell, time: SheetColumn["time"]): number {
  if (cell === undefined) return 0;
  if (time !== undefined) return time === "date" ? 10 : 16;
  return Math.max(
    ...String(cell)
      .split("\n")
      .map((line) => line.length),
  );
}

function row(number: number, columns: readonly SheetColumn[], cells: readonly Cell[]): string {
  const written = cells.map((cell, at) => cellXml(`${columnName(at)}${number}`, cell, columns[at]?.time));
  return `<row r="${number}">${written.join("")}</row>`;
}

function cellXml(place: string, cell: Cell, time: SheetColumn["time"]): string {
  if (cell === undefined || cell === "") return "";
  if (typeof cell === "number") return numberCell(place, cell, style.plain);
  const date = time === undefined ? undefined : toSerial(cell);
  if (date !== undefined && time !== undefined) return numberCell(place, date, style[time]);
  return textCell(place, cell, cell.length > MAX_WIDTH || cell.includes("\n") ? style.wrapped : style.plain);
}

/** The number of a day or time; undefined: none, as where an earlier version of the form asked for a text there. */
function toSerial(iso: string): number | undefined {
  if (iso < FIRST_DAY) return undefined;
  const time = Date.parse(/T\d\d:\d\d(:\d\d)?$/.test(iso) ? `${iso}Z` : iso);
  return Number.isNaN(time) ? undefined : (time - DAY_ZERO) / DAY_MS;
}

function numberCell(place: string, value: number, index: number): string {
  return `<c r="${place}" s="${index}"><v>${value}</v></c>`;
}

function textCell(place: string, text: string, index: number): string {
  return `<c r="${place}" s="${index}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

/** A, B, ..., Z, AA, AB, ... @param at from 0 */
function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : `${columnName(Math.floor(at / 26) - 1)}${letter}`;
}

/** Writes the rows of tables: which answers show, in which columns, as CSV or as the XML of a sheet. A thread runs these functions. */
import type { FormStructure, Language } from "../../../../generated/types.ts";
import { readStored } from "../../../forms/structure/stored-structure.ts";
import { type OwnerLanguage, ownerTranslation } from "../../../texts/owner/owner-texts.ts";
import { emailFields, withoutAddresses } from "../../privacy.ts";
import { parseAnswers, type StoredResponse } from "../../responses.ts";
import type { Cell } from "../cell.ts";
import { type Column, type ExportColumns, exportColumns } from "../columns.ts";
import { BYTE_ORDER_MARK, csvRecord } from "../csv-record.ts";
import { type FileNames, fileReference } from "../file-reference.ts";
import { peopleColumns } from "../people-columns.ts";
import type { TableFormat } from "../request.ts";
import { sheetOpening, sheetRows } from "../xlsx/worksheet.ts";

/** The shape of a table, before the versions of its form are known. */
export interface TableShape {
  readonly format: TableFormat;
  readonly withAddresses: boolean;
  /** Leaves out the columns of questions that are no longer asked. */
  readonly withoutRetired?: boolean | undefined;
  /** The language of the form's own texts. */
  readonly formLanguage: Language;
  /** The language of a table for people. */
  readonly language: OwnerLanguage;
  /** The time zone of the times of a table for people. */
  readonly zone?: string | undefined;
  readonly files: FileNames;
}

/** A version of a form: its number, and its structure as it is stored. */
export type StoredVersion = readonly [version: number, structure: string];

/** Responses of a table as they are stored. */
export interface StoredRows {
  readonly table: string;
  readonly responses: readonly StoredResponse[];
  /** Versions that came after the table was opened, of these responses. */
  readonly laterVersions: readonly StoredVersion[];
  /** Rows of the table that are written already. */
  readonly before: number;
  /** Whether nothing is written yet, not even the heads. */
  readonly isFirst: boolean;
}

/** A piece of a table. */
export interface WrittenRows {
  readonly content: Uint8Array;
  /** How many of the responses are in it: at least one, if there are some. */
  readonly count: number;
  readonly headers: readonly string[];
}

interface OpenTable {
  readonly shape: TableShape;
  readonly collected: ExportColumns;
  readonly addresses: Map<number, ReadonlySet<string>>;
  /** Made with the first rows, when all versions are known. */
  columns?: readonly Column[];
}

/** Cells that are written at a time. */
const CELLS = 10_000;
/** Bytes of a piece, after which the next rows are another piece. */
const PIECE_BYTES = 4_000_000;

const tables = new Map<string, OpenTable>();

/** A task about a table that this thread does not know returns undefined: its caller opens the table again. */
export const tableTasks = {
  open({ table, shape }: { readonly table: string; readonly shape: TableShape }): void {
    const { withAddresses, withoutRetired, formLanguage: language, files } = shape;
    const t = translation(shape);
    const wording = {
      language,
      file: fileReference(files),
      ...(t && { boolean: (value: boolean) => t.say(value ? "yes" : "no") }),
    };
    const collected = exportColumns({ withAddresses, withoutRetired, wording });
    tables.set(table, { shape, collected, addresses: new Map() });
  },
  /** Adds the columns of a version: of the current one first, then of the latest before it, and so on. */
  addVersion({
    table,
    version,
  }: {
    readonly table: string;
    readonly version: StoredVersion;
  }): true | undefined {
    const open = tables.get(table);
    if (open === undefined) return undefined;
    const structure = rememberAddresses(open.addresses, version);
    open.collected.add(structure);
    return true;
  },
  writeRows(rows: StoredRows): WrittenRows | undefined {
    const open = tables.get(rows.table);
    return open && write(open, rows);
  },
  close({ table }: { readonly table: string }): void {
    tables.delete(table);
  },
};

function translation({ format, language, zone }: TableShape) {
  return format === "xlsx" || format === "live_csv" ? ownerTranslation(language, zone) : undefined;
}

function rememberAddresses(
  addresses: Map<number, ReadonlySet<string>>,
  [version, stored]: StoredVersion,
): FormStructure {
  const structure = readStored(stored);
  addresses.set(version, emailFields(structure));
  return structure;
}

function write(open: OpenTable, { responses, laterVersions, before, isFirst }: StoredRows): WrittenRows {
  open.columns ??= arrange(open);
  for (const version of laterVersions) rememberAddresses(open.addresses, version);
  const { columns } = open;
  const step = Math.ceil(CELLS / columns.length);
  const pieces: Uint8Array[] = [];
  let size = 0;
  let count = 0;
  do {
    const cells = responses.slice(count, count + step).map((response) => cellsOf(open, columns, response));
    const head = isFirst && count === 0 ? writeHead(open.shape, columns, cells) : "";
    const piece = Buffer.from(head + writeCells(open.shape, columns, cells, before + count));
    pieces.push(piece);
    size += piece.length;
    count += cells.length;
  } while (count < responses.length && size < PIECE_BYTES);
  return { content: join(pieces, size), count, headers: columns.map(({ header }) => header) };
}

/** Joins pieces in memory of their own, which can be given to another thread. */
function join(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const joined = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

function arrange({ shape, collected }: OpenTable): readonly Column[] {
  const t = translation(shape);
  const worded = t ? peopleColumns(collected.all, t) : collected.all;
  return shape.format === "live_csv" ? worded.map(withPlainTimes) : worded;
}

function cellsOf(
  { shape, addresses }: OpenTable,
  columns: readonly Column[],
  response: StoredResponse,
): Cell[] {
  const all = parseAnswers(response);
  const answers = shape.withAddresses
    ? all
    : withoutAddresses(all, response.email, addresses.get(response.form_version)!);
  return columns.map((column) => column.cell(response, answers));
}

function writeHead({ format }: TableShape, columns: readonly Column[], first: readonly Cell[][]): string {
  return format === "xlsx"
    ? sheetOpening(columns, first)
    : BYTE_ORDER_MARK + csvRecord(columns.map(({ header }) => header));
}

function writeCells(
  { format }: TableShape,
  columns: readonly Column[],
  cells: readonly Cell[][],
  before: number,
): string {
  return format === "xlsx" ? sheetRows(columns, cells, before) : cells.map(csvRecord).join("");
}

/** Writes days with a time as spreadsheets read them out of CSV: `2026-03-15 13:00:00`. With a T they take them for texts. */
function withPlainTimes(column: Column): Column {
  if (column.time !== "datetime") return column;
  return {
    ...column,
    cell(response, answers) {
      const value = column.cell(response, answers);
      return typeof value === "string" ? value.replace("T", " ") : value;
    },
  };
}

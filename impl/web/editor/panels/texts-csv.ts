/** Writes the texts of a form as CSV, and reads them again with a check of every line. */
import type { FormStructure } from "../../../../generated/types.ts";
import { collectTexts, type IdentifiedText, setAt } from "../../../forms/structure/identified-texts.ts";
import { BYTE_ORDER_MARK, csvRecord } from "../../../responses/exports/csv-record.ts";

const KEYS = ["id", "kind"];
/** The apostrophes that the export adds before texts that a spreadsheet could read as a formula. */
const GUARD = /^'(?=[\t\r\n])|(?<=(?:^|[;\t\r\n])[^\S\t\r\n]*)'(?=[=+\-@＝＋－＠])/g;
const CONTROL = /(?![\n\r\t])\p{Cc}/u;

const makeKeys = ({ id, path }: IdentifiedText) => [id, String(path.at(-1))];

/** Writes a line for each text and a column for each language. */
export function textsToCsv(structure: FormStructure): string {
  const lines = collectTexts(structure).map((one) =>
    csvRecord([...makeKeys(one), ...structure.languages.map((language) => one.text[language])]),
  );
  return [BYTE_ORDER_MARK, csvRecord([...KEYS, ...structure.languages]), ...lines].join("");
}

interface CsvProblem {
  readonly key: "csv_header" | "csv_column" | "csv_cells" | "csv_unknown" | "csv_text";
  readonly line: number;
  readonly column: string;
}

/** Reads a CSV file. A mistake rejects the whole file. Empty cells change nothing. */
export function readTextsCsv(structure: FormStructure, csv: string) {
  const [header, ...records] = readRecords(csv.replace(BYTE_ORDER_MARK, ""));
  const columns = header?.cells ?? [];
  const problems = headerProblems(structure, columns);
  if (problems.length > 0) return { problems };
  const texts = new Map(collectTexts(structure).map((one) => [makeKeys(one).join(" "), one]));
  let changed = structure;
  for (const { line, cells } of records) {
    const name = cells.slice(0, 2).join(" ");
    const found = texts.get(name);
    texts.delete(name);
    const words = found ? readCells(found, columns, cells) : [];
    const most = name === "form title" ? 200 : 2_000;
    const wrong = words.filter(([, text]) => [...text].length > most || CONTROL.test(text));
    problems.push(...wrong.map(([column]) => ({ key: "csv_text", line, column }) as const));
    if (found === undefined) problems.push({ key: "csv_unknown", line, column: "id" });
    else if (cells.length !== columns.length)
      problems.push({ key: "csv_cells", line, column: columns[cells.length] ?? "" });
    else changed = setAt(changed, found.path, { ...found.text, ...Object.fromEntries(words) });
  }
  return problems.length > 0 ? { problems } : { structure: changed };
}

function headerProblems({ languages }: FormStructure, columns: readonly string[]): CsvProblem[] {
  if (KEYS.some((key, at) => columns[at] !== key))
    return [{ key: "csv_header", line: 1, column: columns[0] ?? "" }];
  const known: readonly string[] = [...KEYS, ...languages];
  const wrong = columns.filter((column, at) => !known.includes(column) || columns.indexOf(column) < at);
  return wrong.map((column) => ({ key: "csv_column", line: 1, column }));
}

/** Lists the cells that differ from the form, by language. */
function readCells({ text }: IdentifiedText, columns: readonly string[], cells: readonly string[]) {
  const before = new Map(Object.entries(text));
  return columns.flatMap((column, at): [language: string, text: string][] => {
    const cell = cells[at] ?? "";
    const isSame = csvRecord([cell]) === csvRecord([before.get(column)]);
    return KEYS.includes(column) || cell.trim() === "" || isSame ? [] : [[column, cell.replace(GUARD, "")]];
  });
}

/** Splits CSV into cells. They are separated by commas, semicolons or tabs, as in the first line. */
function readRecords(csv: string) {
  const [, comma = ","] = /^"?id"?([,;\t])/.exec(csv) ?? [];
  const end = `(${comma}|\\r?\\n|\\r|$)`;
  const cell = new RegExp(`"((?:[^"]|"")*)"${end}|([^${comma}\\r\\n]*)${end}`, "y");
  let record = { line: 1, cells: [] as string[] };
  const records: (typeof record)[] = [];
  for (let line = 1; cell.lastIndex < csv.length || record.cells.length > 0; ) {
    const [all = "", quoted, quotedEnd, plain = "", plainEnd = quotedEnd] = cell.exec(csv) ?? [];
    record.cells.push(quoted?.replaceAll('""', '"') ?? plain);
    line += all.split(/\r\n|\r|\n/).length - 1;
    if (plainEnd === comma) continue;
    if (record.cells.join("") !== "") records.push(record);
    record = { line, cells: [] };
  }
  return records;
}

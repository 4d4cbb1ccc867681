/** Reads CSV (RFC 4180), also with another separator than a comma. */

/** Thrown for what is not CSV. */
export class CsvError extends Error {}

const separators = [",", ";", "\t", "|"];

/** How much of the text before a mistake is shown. */
const shownCharacters = 40;

/** Returns the rows and their cells. Empty lines are no rows. @throws CsvError if a quoted cell does not end where it should */
export function readCsv(source: string, separator = findSeparator(source)): string[][] {
  const text = source.replace(/^\uFEFF/, "");
  const rows: string[][] = [];
  for (let at = 0; at < text.length; ) {
    const { row, end } = readRow(text, at, separator);
    if (row.length > 1 || row[0] !== "") rows.push(row);
    at = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
  return rows;
}

/** Reads a row. It ends at a line break, or with the text. */
function readRow(text: string, start: number, separator: string) {
  const row: string[] = [];
  for (let at = start; ; ) {
    const { content, end } = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, separator);
    row.push(content);
    if (end >= text.length || isLineBreak(text[end])) return { row, end };
    if (text[end] !== separator) throw strayQuote(text, end);
    at = end + 1;
  }
}

interface Cell {
  readonly content: string;
  /** The place behind the cell, and behind blanks after a quoted one. */
  readonly end: number;
}

function readQuoted(text: string, start: number): Cell {
  let content = "";
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1)
      throw new CsvError(`it is not CSV: a quoted cell has no end, ${showBefore(text, start + 1)}`);
    content += text.slice(from, quote);
    from = quote + 2;
    if (text[quote + 1] === '"') {
      content += '"';
      continue;
    }
    let end = quote + 1;
    while (text[end] === " ") end++;
    return { content, end };
  }
}

/** A quote within a cell that does not begin with one is a letter like others. */
function readPlain(text: string, start: number, separator: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== separator && !isLineBreak(text[end])) end++;
  return { content: text.slice(start, end), end };
}

function isLineBreak(letter: string | undefined): boolean {
  return letter === "\n" || letter === "\r";
}

/** The separator that the first line has most often. */
function findSeparator(text: string): string {
  const [line = ""] = text.split(/[\r\n]/, 1);
  const count = (separator: string) => line.split(separator).length;
  return separators.reduce((most, each) => (count(each) > count(most) ? each : most));
}

function strayQuote(text: string, end: number): CsvError {
  return new CsvError(`it is not CSV: a quote in a quoted cell is not doubled, ${showBefore(text, end)}`);
}

function showBefore(text: string, end: number): string {
  return `after ${JSON.stringify(text.slice(Math.max(0, end - shownCharacters), end))}`;
}

/**
 * Returns what is wrong with a text that is said to be CSV. Where the first row has as many cells as the header, and others have more, the
 * separators in a cell of these should have been quoted. A first row that is wider may be the header, below a title.
 */
export function findCsvProblem(text: string): string | undefined {
  try {
    const [header = [], ...rows] = readCsv(text);
    const others = rows.filter(({ length }) => length !== header.length);
    const [first] = others;
    if (first === undefined || header.length < 2 || rows[0] === first) return undefined;
    return others.every(({ length }) => length > header.length)
      ? `it is not CSV: a row has ${first.length} cells and the header ${header.length}: ${JSON.stringify(first)}`
      : undefined;
  } catch (error) {
    if (error instanceof CsvError) return error.message;
    throw error;
  }
}

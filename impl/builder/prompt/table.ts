/** Reads fields from Markdown tables. */

/** Headings of the columns of a table of fields. */
const COLUMNS = {
  required:
    /^(?:required|mandatory|pflicht|pflichtfeld|obligatoire|obligatorio|obbligatorio|verplicht|wymagane)\??$/i,
  type: /^(?:type|field type|kind|format|typ|art|tipo|soort)$/i,
  choices: /^(?:options?|choices?|values|answers|optionen|auswahl|valeurs|opciones|opzioni|opties)$/i,
} as const;

const YES = /^(?:yes|y|true|x|✓|✔|✅|required|ja|oui|s[ií]|tak|1)$/i;
const RULE = /^\|?\s*:?-{2,}/;

/**
 * Rows of a Markdown table as bullets: `| Size | dropdown | no | S, M |` -> `- Size (dropdown) (optional) (S, M)`.
 * The first row may name the columns. Lines outside of tables stay as they are.
 */
export function readTables(lines: readonly string[]): string[] {
  let columns: readonly string[] | undefined;
  return lines.flatMap((line) => {
    const cells = cellsOf(line);
    if (!cells) {
      columns = undefined;
      return [line];
    }
    if (RULE.test(line.trim())) return [];
    if (!columns && isHeader(cells)) {
      columns = cells;
      return [];
    }
    columns ??= [];
    return [bulletOf(cells, columns)];
  });
}

function cellsOf(line: string): string[] | undefined {
  const text = line.trim();
  if (!text.startsWith("|") || !text.endsWith("|") || text.length < 3) return undefined;
  return text
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}

function isHeader(cells: readonly string[]): boolean {
  const [first = ""] = cells;
  if (cells.slice(1).some((cell) => Object.values(COLUMNS).some((name) => name.test(cell)))) return true;
  return /^(?:field|label|question|feld|frage|champ|campo|veld|pole)s?(?: name)?$/i.test(first);
}

function bulletOf([label = "", ...cells]: readonly string[], [, ...columns]: readonly string[]): string {
  const details = cells.map((cell, index) => detailOf(cell, columns[index] ?? ""));
  return `- ${[label, ...details].filter((part) => part !== "").join(" ")}`;
}

function detailOf(cell: string, column: string): string {
  if (cell === "" || cell === "-") return COLUMNS.required.test(column) ? "(optional)" : "";
  if (COLUMNS.required.test(column)) return YES.test(cell) ? "(required)" : "(optional)";
  return `(${cell.replace(/[()]/g, " ")})`;
}

/** Writes SARIF 2.1.0 logs for code scanning services, for the reports of the suite and of the generator. */

export interface SarifTool {
  /** The name of the program that found the results. */
  readonly name: string;
  /** Its version. */
  readonly version?: string;
  /** The rules that results name in `ruleId`. */
  readonly rules: readonly object[];
}

/** A part of a file. */
export interface SarifRegion {
  /** The line, from 1. */
  readonly startLine: number;
  /** The column in UTF-16 code units, from 1. */
  readonly startColumn?: number;
  /** The column after the part, in UTF-16 code units, from 1. */
  readonly endColumn?: number;
}

/**
 * Writes a log with one run.
 *
 * @param run more properties of the run
 * @returns JSON that ends with a newline
 */
export function sarifLog(driver: SarifTool, results: readonly object[], run: object = {}): string {
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, columnKind: "utf16CodeUnits", ...run, results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** Makes the location of a result. @param file a path with `/`, or an address */
export function sarifLocation(file: string, region?: SarifRegion): object {
  const uri = URL.canParse(file) ? file : file.split("/").map(encodeURIComponent).join("/");
  return { physicalLocation: { artifactLocation: { uri }, ...(region && { region }) } };
}

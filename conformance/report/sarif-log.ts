/** Writes SARIF 2.1.0 logs for code scanning services, for the reports of the suite and of the generator. */

export interface SarifTool {
  readonly name: string;
  readonly version?: string;
  /** The rules that results name in `ruleId`. */
  readonly rules: readonly object[];
}

export interface SarifRegion {
  readonly startLine: number;
  /** The column in UTF-16 code units, from 1. */
  readonly startColumn?: number;
  readonly endColumn?: number;
}

/**
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

/** @param file a path with `/`, or an address */
export function sarifLocation(file: string, region?: SarifRegion): object {
  const uri = URL.canParse(file) ? file : file.split("/").map(encodeURIComponent).join("/");
  return { physicalLocation: { artifactLocation: { uri }, ...(region && { region }) } };
}

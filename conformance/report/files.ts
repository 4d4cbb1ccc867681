import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../results/report.ts";
import { htmlReport } from "./html.ts";
import { jsonReport } from "./json.ts";
import { junitReport } from "./junit.ts";
import { sarifReport } from "./sarif.ts";
import { specLinesIn } from "./spec-place.ts";

/** Writes the report files. The SARIF report names lines of the spec in `specFolder`. */
export function writeReports(report: Report, folder: string, specFolder: string): void {
  mkdirSync(folder, { recursive: true });
  const files: Readonly<Record<string, string>> = {
    "report.html": htmlReport(report),
    "report.json": jsonReport(report),
    "junit.xml": junitReport(report),
    "report.sarif": sarifReport(report, specFolder, specLinesIn(specFolder)),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Report, scriptFile, scriptMark } from "../results/report.ts";
import { accessPage } from "./access-page.ts";
import { htmlReport } from "./html.ts";
import { jsonReport } from "./json.ts";
import { junitReport } from "./junit.ts";
import { pagesWith } from "./page.ts";
import { sarifReport } from "./sarif.ts";
import { specLinesIn } from "./spec-place.ts";
import { statesPage } from "./states-page.ts";

const pageOf = { "access.html": accessPage, "states.html": statesPage } as const;

/** Writes the report files. The SARIF report names lines of the spec in `specFolder`. */
export function writeReports(report: Report, folder: string, specFolder: string): void {
  const scripts = report.results.flatMap(({ subject, verdict }) =>
    verdict.status === "failed" && verdict.script ? [[scriptFile(subject.id), verdict.script]] : [],
  );
  mkdirSync(scripts.length > 0 ? join(folder, "scripts") : folder, { recursive: true });
  removeScripts(join(folder, "scripts"));
  const files: Readonly<Record<string, string>> = {
    "report.html": htmlReport(report),
    ...Object.fromEntries(pagesWith(report).map((file) => [file, pageOf[file](report)])),
    ...Object.fromEntries(scripts),
    "report.json": jsonReport(report),
    "junit.xml": junitReport(report),
    "report.sarif": sarifReport(report, specFolder, specLinesIn(specFolder)),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

/** Removes the scripts of an earlier run. Other files in the folder belong to the user. */
function removeScripts(folder: string): void {
  for (const path of globSync("*.sh", { cwd: folder }).map((name) => join(folder, name)))
    if (readFileSync(path, "utf8").includes(scriptMark)) rmSync(path);
}

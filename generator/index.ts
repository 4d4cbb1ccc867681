/** `toolwright`: from a spec to its model, its diagnostics and its generated files, without touching disk. */
export { type Compiled, compile, emit } from "./compile.ts";
export type { Diagnostic, Place } from "./diagnostics/diagnostic.ts";
export type { GeneratedFile } from "./emit/file.ts";
export type { Model } from "./model/model.ts";
export type { SpecSource } from "./parse/source.ts";
export { type ReportFormat, type ReportOptions, report, reportFormats } from "./report/report.ts";

/** `toolwright`: from a spec to its model, its diagnostics and its generated files, without touching disk. */
export { type Compiled, compile, emit } from "./compile.ts";
export type { Diagnostic, Place } from "./diagnostic.ts";
export type { SpecSource } from "./document.ts";
export type { GeneratedFile } from "./emit/file.ts";
export type { Model } from "./model.ts";
export { type ReportFormat, type ReportOptions, report, reportFormats } from "./report.ts";

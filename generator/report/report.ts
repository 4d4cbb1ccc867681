/** Prints diagnostics for people, as JSON, for GitHub and as SARIF. */

import { formatCount, githubCommand, printable, withoutControls } from "@toolwright/check/report";
import { sarifLocation, sarifLog } from "@toolwright/conformance/sarif";
import { type Diagnostic, isError, type Place } from "../diagnostics/diagnostic.ts";
import type { SpecSource } from "../parse/source.ts";

/** The formats in which mistakes are reported. */
export const reportFormats = ["human", "json", "github", "sarif"] as const;
/** One of these formats. */
export type ReportFormat = (typeof reportFormats)[number];

/** How mistakes are reported. */
export interface ReportOptions {
  /** The format. */
  readonly format: ReportFormat;
  /** Prefix of file names, such as `spec/`, so that they can be opened from the working directory. */
  readonly folder: string;
  /** ANSI colours; only for a terminal. */
  readonly colour: boolean;
  /** The version of this package, for SARIF. */
  readonly version?: string;
}

/** Diagnostics as text for people or as data for tools. Ends with a newline. */
export function report(
  diagnostics: readonly Diagnostic[],
  sources: readonly SpecSource[],
  options: ReportOptions,
): string {
  const located = diagnostics.map((diagnostic) => inFolder(diagnostic, options.folder));
  switch (options.format) {
    case "json":
      return `${JSON.stringify({ diagnostics: located }, null, 2)}\n`;
    case "github":
      return located.map(annotation).join("");
    case "sarif":
      return sarifReport(located, options.version);
    case "human": {
      // The CR of a line end is not shown.
      const shown = (text: string) => withoutControls(text.replace(/\r(?=\n|$)/g, "")).split("\n");
      const lines = new Map(sources.map(({ path, text }) => [options.folder + path, shown(text)]));
      return `${printable(located)
        .map((diagnostic) => humanText(diagnostic, lines, options.colour))
        .join("\n")}${summary(diagnostics)}\n`;
    }
  }
}

/** `2 errors, 1 warning`; empty without diagnostics. */
function summary(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(isError).length;
  const counts = Object.entries({ error: errors, warning: diagnostics.length - errors });
  const parts = counts.flatMap(([word, count]) => (count === 0 ? [] : [formatCount(count, word)]));
  return parts.length === 0 ? "" : `\n${parts.join(", ")}`;
}

function humanText(
  diagnostic: Diagnostic,
  lines: ReadonlyMap<string, readonly string[]>,
  colour: boolean,
): string {
  const { severity, code, message, place, detail, hint, related = [] } = diagnostic;
  const paint = (style: string, text: string) => (colour ? `\u001b[${style}m${text}\u001b[0m` : text);
  const tint = severity === "error" ? "1;31" : "1;33";
  const gutter = " ".repeat(String(Math.max(place.line, ...related.map((other) => other.place.line))).length);
  const frame = (at: Place, note: string, mark: string, style: string): string[] => {
    const head = `${gutter}${paint("34", "-->")} ${at.file}:${at.line}:${at.column}`;
    const line = lines.get(at.file)?.[at.line - 1];
    if (line === undefined) return note === "" ? [head] : [head, `${gutter} ${paint("34", "=")} ${note}`];
    const { shown, before, length } = excerpt(line, at);
    const marked = paint(style, `${mark.repeat(length)}${note === "" ? "" : ` ${note}`}`);
    return [
      head,
      `${gutter} ${paint("34", "|")}`,
      `${paint("34", `${String(at.line).padStart(gutter.length)} |`)} ${shown}`,
      `${gutter} ${paint("34", "|")} ${" ".repeat(before)}${marked}`,
    ];
  };
  return [
    `${paint(tint, `${severity}[${code}]`)}${paint("1", `: ${message}`)}`,
    ...frame(place, detail ?? "", "^", tint),
    ...related.flatMap((other) => frame(other.place, other.message, "-", "36")),
    ...(hint === undefined ? [] : [`${gutter} ${paint("34", "=")} ${paint("1", "hint")}: ${hint}`]),
    "",
  ].join("\n");
}

/** Control characters: a terminal would execute them. */
const control = /\p{Cc}/gu;

/** Columns of a terminal that a text takes: East Asian characters and emoji take two, marks and format characters none. */
function width(text: string): number {
  const wide =
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
  const columns = (character: string) => {
    if (/[\p{Mn}\p{Cf}]/u.test(character)) return 0;
    return wide.test(character) ? 2 : 1;
  };
  return [...text].reduce((sum, character) => sum + columns(character), 0);
}

/** The longest excerpt of a line, in characters. */
const frameWidth = 110;

/** Returns a part of a line around a place, and the columns before the place and in it. `...` replaces omitted text. */
function excerpt(line: string, place: Place): { shown: string; before: number; length: number } {
  const text = line.replaceAll("\t", " ").replace(control, "\uFFFD");
  const from = place.column - 1 < 90 ? 0 : place.column - 51;
  const end = from + frameWidth;
  const head = from > 0 ? `...${text.slice(from + 3, end)}` : text.slice(0, end);
  const shown = text.length > end ? `${head.slice(0, -3)}...` : head;
  const column = place.column - 1 - from;
  const length = Math.max(1, width(shown.slice(column, column + place.length)));
  return { shown, before: width(shown.slice(0, column)), length };
}

function annotation({ severity, code, message, place, detail, hint }: Diagnostic): string {
  const { file, line, column: col, length } = place;
  const text = [message, detail, hint].filter((part) => part !== undefined).join(" ");
  return githubCommand(severity, { file, line, col, endColumn: col + length, title: code }, text);
}

function sarifReport(diagnostics: readonly Diagnostic[], version: string | undefined): string {
  const rules = new Map(diagnostics.map((diagnostic) => [diagnostic.code, sarifRule(diagnostic)]));
  const results = diagnostics.map(({ severity, code, message, place, detail, hint, related = [] }) => ({
    ruleId: code,
    level: severity,
    message: { text: [message, detail, hint].filter((part) => part !== undefined).join(" ") },
    locations: [sarifPlace(place)],
    ...(related.length > 0 && {
      relatedLocations: related.map((other) => ({
        ...sarifPlace(other.place),
        message: { text: other.message },
      })),
    }),
  }));
  const tool = {
    name: "toolwright",
    ...(version !== undefined && { version }),
    rules: [...rules.values()],
  };
  return sarifLog(tool, results);
}

/** Describes a rule for SARIF, with the level of a spec that does not accept violations. SARIF defaults to a warning. */
function sarifRule({ code, message, severity, accepted }: Diagnostic): object {
  return {
    id: code,
    shortDescription: { text: message },
    defaultConfiguration: { level: accepted ? "error" : severity },
  };
}

function sarifPlace({ file, line, column, length }: Place): object {
  return sarifLocation(file, { startLine: line, startColumn: column, endColumn: column + length });
}

/** The same diagnostic, with a folder as prefix of every file name. */
export function inFolder(diagnostic: Diagnostic, folder: string): Diagnostic {
  const move = (place: Place): Place => ({ ...place, file: folder + place.file });
  return {
    ...diagnostic,
    place: move(diagnostic.place),
    ...(diagnostic.related && {
      related: diagnostic.related.map((other) => ({ ...other, place: move(other.place) })),
    }),
  };
}

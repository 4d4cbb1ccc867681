import { withoutControls } from "@toolwright/check/report";
import type { Operation, Tool } from "../model/operation.ts";

/**
 * GitHub's Markdown from texts of the spec. Code spans, lists and paragraphs keep their meaning; all other characters are
 * escaped.
 */

/** A text of several paragraphs. */
export function prose(text: string): string {
  return withoutControls(text)
    .trim()
    .split("\n")
    .map((line) => escapeLine(line.trimEnd()))
    .join("\n");
}

/** A text on one line, such as a heading. */
export function words(text: string): string {
  return escapeInline(withoutControls(text.replace(/\s+/g, " ").trim()));
}

/** A text in a cell of a table; `<br>` separates paragraphs. */
export function cell(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map(words)
    .join("<br><br>");
}

/** A code span around any text. */
export function code(span: string): string {
  const text = withoutControls(span.replace(/\s+/g, " "));
  // A table needs its bars escaped even in a code span, where a backslash before the bar cannot be written.
  if (/\\\|/.test(text)) return `<code>${escapeLetters(text).replaceAll("|", "&#124;")}</code>`;
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** A block of text as it is. */
export function textBlock(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

export function json(value: unknown): string {
  return `\`\`\`json\n${formatJson(value, "")}\n\`\`\``;
}

/** JSON with each value that fits on one line on one line. */
function formatJson(value: unknown, indent: string): string {
  const line = onLine(value, 100 - indent.length);
  if (line !== undefined || typeof value !== "object" || value === null) return line ?? JSON.stringify(value);
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const entries = Array.isArray(value)
    ? value.map((item) => formatJson(item, deeper))
    : Object.entries(value).map(([key, child]) => `${JSON.stringify(key)}: ${formatJson(child, deeper)}`);
  return `${open}\n${entries.map((entry) => deeper + entry).join(",\n")}\n${indent}${close}`;
}

/** JSON on one line, if it is no longer than `maxLength`. The first test avoids formatting long values. */
function onLine(value: unknown, maxLength: number): string | undefined {
  if (JSON.stringify(value).length > maxLength) return undefined;
  const line = JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
  return line.length <= maxLength ? line : undefined;
}

/** A heading with an anchor that does not depend on its text. */
export function heading(level: number, anchor: string, title: string): string {
  return `<a id="${anchor}"></a>\n\n${"#".repeat(level)} ${title}`;
}

export function link(text: string, anchor: string): string {
  return `[${text}](#${anchor})`;
}

/** A name as part of an anchor: different names make different anchors. */
export function anchorPart(name: string): string {
  return name.replace(/[^\w.-]/g, (character) => `~${character.codePointAt(0)!.toString(16)}`);
}

/** A table of cells in Markdown. Empty columns are left out. */
export function table(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = headers.map((_, index) => index).filter((index) => rows.some((row) => row[index] !== ""));
  const line = (cells: readonly string[]) =>
    `| ${columns.map((index) => escapeCell(cells[index]!)).join(" | ")} |`;
  return [line(headers), `|${"---|".repeat(columns.length)}`, ...rows.map(line)].join("\n");
}

/** Escapes bars, which end a cell even within a code span, and line breaks. */
function escapeCell(markdown: string): string {
  return markdown.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function escapeLine(line: string): string {
  // A line of `=` or `-` alone would turn the line above it into a heading, or become a rule.
  if (/^\s*[=-]+\s*$/.test(line)) return `\\${line.trimStart()}`;
  return escapeInline(line).replace(/^(\s*)([#+>])/, "$1\\$2");
}

/** Keeps code spans, and underscores within words, which do not emphasise. */
function escapeInline(text: string): string {
  return text
    .split(/(`+)(?!`)([\s\S]*?)(?<!`)\1(?!`)/)
    .map((part, index) => {
      if (index % 3 === 0) return escapeLetters(part);
      return index % 3 === 1 ? "" : code(part.replace(/^ (.*\S.*) $/, "$1"));
    })
    .join("");
}

function escapeLetters(text: string): string {
  return text
    .replace(/&(?=[#\w]+;)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/[\\`*[\]~]/g, "\\$&")
    .replace(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "\\_");
}

/** Joins blocks of Markdown, without empty ones. */
export function blocks(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

export function makeAnchor(
  kind: "tool" | "scope" | "limit" | "failure" | "account-state",
  name: string,
): string {
  return `${kind}-${anchorPart(name)}`;
}

export function scopeLink(scope: string): string {
  return link(code(scope), makeAnchor("scope", scope));
}

/** Lists refusals with links; the table of failures explains each of them. */
export function refusals(failures: readonly string[]): string {
  const links = failures.map((name) => link(code(name), makeAnchor("failure", name)));
  return links.length === 0 ? "" : `Refuses with ${links.join(", ")}.`;
}

/** Tools have sections with an anchor; resources and prompts are only named. */
export function operationLinks(operations: readonly Operation[]): string {
  return operations
    .map((operation) => ("mode" in operation ? toolLinks([operation]) : code(operation.name)))
    .join(", ");
}

export function toolLinks(tools: readonly Pick<Tool, "name">[]): string {
  return tools.map(({ name }) => link(code(name), makeAnchor("tool", name))).join(", ");
}

/** Prints how clients handle tools, resources and prompts: a table, with the findings below it. */

import { escapeMarkdown, formatCode } from "../compatibility/markdown-report.ts";
import { githubCommand } from "../report/github-command.ts";
import { withoutControls } from "../report/wording.ts";
import { type Client, chooseCell, type Effect, effects, type Finding, type Portability } from "./finding.ts";

/** The formats in which the table is printed. */
export const portabilityFormats = ["human", "json", "github", "markdown"] as const;
/** One of these formats. */
export type PortabilityFormat = (typeof portabilityFormats)[number];

const cells = { taken: "yes", noted: "note", lost: "lost", refused: "NO", unchecked: "-" };

/**
 * Formats a report; it ends with a newline, unless it is empty. @param file the file for GitHub annotations, if a file
 * describes the checked interface
 */
export function portabilityReport(
  portability: Portability,
  format: PortabilityFormat,
  file: string | undefined,
): string {
  switch (format) {
    case "json":
      return `${JSON.stringify(toJson(portability), null, 2)}\n`;
    case "github":
      return portability.findings.map((each) => annotation(each, file)).join("");
    case "markdown":
      return markdownText(portability);
    case "human":
      return humanText(portability);
  }
}

function toJson(portability: Portability): object {
  const { tools, offers, clients, findings } = portability;
  const cellsOf = (name: string) => clients.map((each) => [each.name, chooseCell(portability, name, each)]);
  const table = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, Object.fromEntries(cellsOf(name))]));
  return { clients, tools: table(tools), offers: table(offers), findings };
}

const levels: Readonly<Record<Effect, string>> = { refused: "error", lost: "error", noted: "notice" };

function annotation(
  { tool, client, effect, place, what, instead }: Finding,
  file: string | undefined,
): string {
  const text = `${tool}${place} (${client}): ${what} ${instead}`;
  return githubCommand(levels[effect], { file, title: `portability-${effect}` }, text);
}

function makeRows(portability: Portability): string[][] {
  const { tools, offers, clients } = portability;
  return [
    ["tool", ...clients.map(({ name }) => name)],
    ...[...tools, ...offers].map((name) => [
      name,
      ...clients.map((each) => cells[chooseCell(portability, name, each)]),
    ]),
  ];
}

function humanText(portability: Portability): string {
  const rows = makeRows(portability);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const table = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const blocks = effects.flatMap((effect) => {
    const own = portability.findings.filter((each) => each.effect === effect);
    return own.length === 0
      ? []
      : ["", `${effect} (${own.length})`, ...groupByFinding(own).flatMap(showLines)];
  });
  return withoutControls([...table, ...blocks, "", ...legend(portability)].join("\n").concat("\n"));
}

/** A finding of one or several clients. */
interface SharedFinding extends Finding {
  readonly clients: string;
}

/** Joins findings that differ only in the client. */
function groupByFinding(findings: readonly Finding[]): SharedFinding[] {
  const groups = Map.groupBy(findings, ({ tool, place, what }) => JSON.stringify([tool, place, what]));
  return [...groups.values()].flatMap((group) => {
    const clients = group.map(({ client }) => client).join(", ");
    return group.slice(0, 1).map((each) => ({ ...each, clients }));
  });
}

function showLines({ tool, clients, place, what, instead }: SharedFinding): string[] {
  return [`  ${tool}  ${place}  [${clients}]`, `    ${what}`, `    do: ${instead}`];
}

/** Explains the columns, and names clients that were not checked. */
function legend({ clients }: Portability): string[] {
  return clients.map((client) => `${client.name}: ${client.title}; ${describeClient(client)}.`);
}

function describeClient({ ran }: Client): string {
  if (!ran) return "by rules";
  return ran.version === null
    ? `not checked, since ${ran.package} is not installed here`
    : `by ${ran.package} ${ran.version}`;
}

function markdownText(portability: Portability): string {
  const [head = [], ...rows] = makeRows(portability);
  const line = (row: readonly string[]) => `| ${row.map(escapeMarkdown).join(" | ")} |`;
  const findings = groupByFinding(portability.findings).map(
    ({ tool, clients, place, effect, what, instead }) =>
      `- **${effect}** ${formatCode(tool + place)} (${escapeMarkdown(clients)}): ${escapeMarkdown(what)} ${escapeMarkdown(instead)}`,
  );
  const legendLines = legend(portability).map((each) => `- ${escapeMarkdown(each)}`);
  const table = [line(head), line(head.map(() => "---")).replaceAll("\\", ""), ...rows.map(line)];
  return `${[...table, "", ...findings, "", ...legendLines].join("\n")}\n`;
}

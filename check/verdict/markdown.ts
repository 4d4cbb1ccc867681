/** Prints a verdict as the comment of a pull request. GitHub takes 65,536 characters; the comment stays below. */
import { escapeMarkdown, formatCode } from "../compatibility/markdown-report.ts";
import type { JudgedCheckFinding, JudgedSection, Verdict } from "./judge.ts";
import { mostShown } from "./terminal.ts";

const mostCharacters = 60_000;

export function markdownText(verdict: Verdict): string {
  const { server, comparedWith, sections, stale, sentence, exitCode } = verdict;
  const against = comparedWith === undefined ? "" : `, compared with ${formatCode(comparedWith)}`;
  const head = [
    `### ${exitCode === 0 ? "✅" : "❌"} ${escapeMarkdown(sentence)}`,
    "",
    `${formatCode(`${server.name} ${server.version}`)}${against}`,
    "",
    "| | |",
    "|---|---|",
    ...sections.map(({ name, summary }) => `| **${name}** | ${escapeMarkdown(summary)} |`),
    "",
  ];
  const parts = [
    ...sections.map(sectionText),
    ...stale.map(
      ({ finding }) => `- **stale** nothing needs ${formatCode(finding)} any more: take it out.\n`,
    ),
  ].filter((part) => part !== "");
  return fitted([head.join("\n"), ...parts]);
}

/** Leaves out the last parts where there is no room for them, and says so. */
function fitted(parts: readonly string[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const part of parts) {
    if (length + part.length > mostCharacters - 200) {
      kept.push("The rest does not fit into a comment: `--format json` has it.\n");
      break;
    }
    kept.push(part);
    length += part.length + 1;
  }
  return kept.join("\n");
}

function sectionText({ name, findings, notes }: JudgedSection): string {
  const open = findings.filter(({ isKnown, acceptedFor }) => !isKnown && acceptedFor === undefined);
  const folded = findings.filter((finding) => !open.includes(finding));
  if (open.length + folded.length + notes.length === 0) return "";
  const shown = open.slice(0, mostShown).map(findingText);
  const rest = [...open.slice(mostShown), ...folded];
  return [
    `#### ${name}`,
    "",
    ...shown,
    ...(shown.length > 0 ? [""] : []),
    ...details(`${rest.length} more, as before or accepted`, rest.map(briefText)),
    ...notes.map((note) => `<sub>${escapeMarkdown(note)}</sub>\n`),
  ].join("\n");
}

function details(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return [`<details><summary>${title}</summary>`, "", ...lines, "", "</details>", ""];
}

const words = { fail: "**fails**", advice: "advice", note: "note" } as const;

function findingText({ level, says, places, shown = [], advice, source, code }: JudgedCheckFinding): string {
  const named = places.slice(0, 4).map(formatCode).join(", ");
  const others = places.length > 4 ? ` and ${places.length - 4} more` : "";
  return [
    `- ${words[level]} ${named}${others}: ${escapeMarkdown(says)} (\`${code}\`)`,
    ...shown.map((line) => `  - ${formatCode(line.slice(0, 300))}`),
    ...(advice === undefined ? [] : [`  - ${escapeMarkdown(advice)}`]),
    ...(source === undefined ? [] : [`  - ${source}`]),
  ].join("\n");
}

function briefText({ level, says, places, code, acceptedFor }: JudgedCheckFinding): string {
  const accepted = acceptedFor === undefined ? "" : ` Accepted: ${escapeMarkdown(acceptedFor)}`;
  const named = places.slice(0, 2).map(formatCode).join(", ");
  return `- ${words[level]} ${named}: ${escapeMarkdown(says)}${accepted} (\`${code}\`)`;
}

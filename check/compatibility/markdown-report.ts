/** Prints a comparison as Markdown: comments of pull requests, and changelogs. */
import { classes, type FindingClass } from "./codes.ts";
import { type DiffReport, showTitle, staleText, summarize } from "./diff-report.ts";
import { atEachPlace, type JudgedFinding } from "./finding-groups.ts";
import { short } from "./keyword-words.ts";

/** Formats a report as the comment of a pull request. */
export function markdownText(report: DiffReport): string {
  const lines = classSections(report.findings);
  const others = [
    ...section("Problems", report.problems ?? []),
    ...section("Stale accepted breaks", report.stale.map(staleText)),
    ...section("Not compared", report.notes),
  ];
  return `## ${escapeMarkdown(report.old)} to ${escapeMarkdown(report.current)}\n\n${summarize(report)}\n\n${[...lines, ...others].join("\n")}`
    .trimEnd()
    .concat("\n");
}

/** The findings of each class below its title. */
export function classSections(findings: readonly JudgedFinding[]): string[] {
  return classes.flatMap((kind) => {
    const all = findings.filter((each) => each.class === kind);
    return all.length === 0 ? [] : [`### ${titles[kind]}`, "", ...all.map(markdownLine), ""];
  });
}

function section(title: string, sentences: readonly string[]): string[] {
  return sentences.length === 0
    ? []
    : [`### ${title}`, "", ...sentences.map((each) => `- ${escapeMarkdown(each)}`), ""];
}

const titles: Readonly<Record<FindingClass, string>> = {
  breaking: "Breaking",
  risky: "Risky",
  additive: "Added",
  wording: "Wording",
};

export function markdownLine(each: JudgedFinding): string {
  const { before, after, witness, acceptedFor, code } = each;
  const change =
    before === undefined && after === undefined
      ? ""
      : ` Before: ${formatCode(before ?? "none")}, after: ${formatCode(after ?? "none")}.`;
  const value =
    witness && each.class === "breaking" ? ` For example ${formatCode(short(witness.value, 120))}.` : "";
  const accepted = acceptedFor === undefined ? "" : ` Accepted: ${escapeMarkdown(acceptedFor)}`;
  const places = atEachPlace(each).map((one) => formatCode(showTitle(one)));
  return `- ${places.join(", ")}: ${escapeMarkdown(each.detail)}${change}${value}${accepted} (\`${code}\`)`;
}

/** Formats any text of a manifest as Markdown code. */
export function formatCode(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const ticks = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(ticks + 1);
  return ticks === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

export function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>|#]/g, "\\$&");
}

/** Prints a verdict as the comment of a pull request. GitHub takes 65,536 characters; the comment stays below. */
import { escapeMarkdown, formatCode } from "../compatibility/markdown-report.ts";
import { formatCount, shorten } from "../report/wording.ts";
import { callText } from "./call-text.ts";
import { placesText } from "./places.ts";
import { withoutRepeatedAdvice } from "./repeated-advice.ts";
import type { RefusedCall } from "./verdict.ts";
import {
  canBeAccepted,
  isFailing,
  isOpen,
  type JudgedCheckFinding,
  type JudgedSection,
  type Verdict,
} from "./verdict-data.ts";

const mostCharacters = 60_000;
/** Findings of a section in full, notes of a section, lines of a finding. */
const mostShown = 10;
/** Findings that fail and are read without unfolding, in each section. */
const mostUnfolded = 5;
/** Characters of a remedy, which may name the settings of several SDKs. */
const mostAdvice = 800;

/** Findings of a section: those that are shown in full, and those that are named in the folded list. */
interface Extent {
  readonly shown: number;
  readonly named: number;
}

/** From the longest comment to the shortest: heads are always there. */
const extents: readonly Extent[] = [
  { shown: mostShown, named: 200 },
  { shown: mostShown, named: 40 },
  { shown: mostShown, named: 10 },
  { shown: 5, named: 5 },
  { shown: 2, named: 0 },
  { shown: 0, named: 0 },
];

export function markdownText(verdict: Verdict): string {
  const texts = extents.map((extent) => () => commentText(verdict, extent));
  let text = "";
  for (const print of texts) {
    text = print();
    if (text.length < mostCharacters) break;
  }
  return text;
}

function commentText(verdict: Verdict, extent: Extent): string {
  const { server, comparedWith, sections, stale, sentence, exitCode } = verdict;
  const against = comparedWith === undefined ? "" : `, compared with ${formatCode(comparedWith)}`;
  return [
    `### ${exitCode === 0 ? "✅" : "❌"} ${escapeComment(sentence)}`,
    "",
    `${formatCode(shorten(`${server.name} ${server.version}`, 200))}${against}`,
    "",
    ...sections.flatMap((section) => sectionLines(section, extent)),
    ...stale
      .slice(0, 20)
      .map(
        ({ finding }) =>
          `- **stale**: nothing needs ${formatCode(shorten(finding, 200))} any more. Take it out.`,
      ),
    ...(stale.length > 20 ? [`- ${stale.length - 20} more are stale.`] : []),
    ...acceptLines(sections, comparedWith),
    "",
  ].join("\n");
}

/** Formats a section. Findings that fail and the section of the change are shown at once; any other section is a line to unfold. */
function sectionLines(section: JudgedSection, extent: Extent): string[] {
  const { name, summary, findings, notes, isChecked } = section;
  const failing = findings.filter(isFailing).slice(0, extent.shown);
  const said = notes.slice(0, mostShown).map((note) => escapeComment(shorten(note, 400)));
  if (failing.length === 0 && name !== "breaks" && isChecked !== false) {
    const folded = [...restLines(findings, failing, extent), ...bulletLines(said)];
    const icon = chooseIcon(section);
    if (folded.length === 0) return [`${icon} **${name}**: ${escapeComment(shorten(summary, 300))}`, ""];
    return details(`${icon} <b>${name}</b>: ${escapeHtml(shorten(summary, 300))}`, folded);
  }
  const blocks = formatBlocks(failing);
  return [
    `#### ${chooseIcon(section)} ${name}: ${escapeComment(shorten(summary, 300))}`,
    "",
    ...blocks.slice(0, mostUnfolded).flat(),
    ...details(`${failing.length - mostUnfolded} more that fail`, blocks.slice(mostUnfolded).flat()),
    ...restLines(findings, failing, extent),
    ...bulletLines(said),
  ];
}

/** Advice in full and everything else in a line, each in a fold. */
function restLines(
  findings: readonly JudgedCheckFinding[],
  failing: readonly JudgedCheckFinding[],
  { shown, named }: Extent,
): string[] {
  const advice = findings.filter((each) => each.level === "advice" && isOpen(each)).slice(0, shown);
  const others = findings.filter((finding) => !failing.includes(finding) && !advice.includes(finding));
  return [
    ...details(`${advice.length} to look at`, formatBlocks(advice).flat()),
    ...details(countText(others), briefLines(others, named)),
  ];
}

function details(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return [`<details><summary>${title}</summary>`, "", ...lines, "", "</details>", ""];
}

function bulletLines(sentences: readonly string[]): string[] {
  return sentences.length === 0 ? [] : [...sentences.map((sentence) => `- ${sentence}`), ""];
}

function chooseIcon({ findings, isChecked }: JudgedSection): string {
  if (isChecked === false) return "⚪";
  if (findings.some(isFailing)) return "❌";
  return findings.some((finding) => finding.level === "advice" && isOpen(finding)) ? "⚠️" : "✅";
}

/** `6 notes, 2 as before, 1 accepted`. */
function countText(findings: readonly JudgedCheckFinding[]): string {
  const accepted = findings.filter(({ acceptedFor }) => acceptedFor !== undefined).length;
  const open = findings.filter(isOpen);
  const known = findings.length - accepted - open.length;
  const areNotes = open.every(({ level }) => level === "note");
  return [
    ...(open.length > 0 ? [areNotes ? formatCount(open.length, "note") : `${open.length} more`] : []),
    ...(known > 0 ? [`${known} as before`] : []),
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
  ].join(", ");
}

function briefLines(findings: readonly JudgedCheckFinding[], named: number): string[] {
  const rest = findings.length - named;
  return [
    ...findings.slice(0, named).map(briefLine),
    ...(rest > 0 ? [`- ${rest} more: the report as JSON has them (\`--report FILE.json\`)`] : []),
  ];
}

const icons = { fail: "❌", advice: "⚠️", note: "ℹ️" } as const;
const mostPlaces = 6;
const mostCalls = 3;

/** The lines of each finding. */
function formatBlocks(findings: readonly JudgedCheckFinding[]): string[][] {
  return findings.map((finding, index) =>
    findingLines(withoutRepeatedAdvice(finding, findings.slice(0, index))),
  );
}

function findingLines(finding: JudgedCheckFinding): string[] {
  const { level, says, calls = [], shown = [], advice, source, code } = finding;
  return [
    `- ${icons[level]} ${formatPlaces(finding)}: ${escapeComment(shorten(says, 400))} (${formatCode(code)})`,
    "",
    ...callLines(calls),
    ...fenceLines(...changeLines(shown.slice(0, mostShown))),
    ...(advice === undefined ? [] : [`  **Do:** ${escapeComment(shorten(advice, mostAdvice))}`, ""]),
    ...(source === undefined ? [] : [`  ${escapeComment(shorten(source, 300))}`, ""]),
  ];
}

function callLines(calls: readonly RefusedCall[]): string[] {
  if (calls.length === 0) return [];
  const more = calls.length - mostCalls;
  return [
    calls.length === 1
      ? "  This call was right, and is refused now:"
      : "  These calls were right, and are refused now:",
    ...fenceLines("text", [
      ...calls.slice(0, mostCalls).map((call) => callText(call, 300)),
      ...(more > 0 ? [`and ${formatCount(more, "more call")} like these`] : []),
    ]),
  ];
}

/** Values before and after as the lines of a difference, which GitHub colours. */
function changeLines(lines: readonly string[]): ["diff" | "text", readonly string[]] {
  const signs = { before: "-", after: "+" } as const;
  const isChange = lines.some((line) => /^(before|after) {2}/.test(line));
  if (!isChange) return ["text", lines];
  return [
    "diff",
    lines.map((line) => {
      const [, word, value] = /^(before|after) {2,3}(.*)$/s.exec(line) ?? [];
      return word === undefined ? `  ${line}` : `${signs[word as keyof typeof signs]} ${value}`;
    }),
  ];
}

/** Lines as a code block inside a list item; a fence is longer than every run of backticks in it. */
function fenceLines(language: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const shown = lines.map((line) => shorten(line.replaceAll(/[\r\n]+/g, " "), 400));
  const longest = Math.max(
    2,
    ...shown.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length)),
  );
  const fence = "`".repeat(longest + 1);
  return [`  ${fence}${language}`, ...shown.map((line) => `  ${line}`), `  ${fence}`, ""];
}

function briefLine(finding: JudgedCheckFinding): string {
  const { level, says, code, acceptedFor } = finding;
  const accepted = acceptedFor === undefined ? "" : ` Accepted: ${escapeComment(shorten(acceptedFor, 200))}`;
  return `- ${icons[level]} ${formatPlaces(finding)}: ${escapeComment(shorten(says, 200))}${accepted} (${formatCode(code)})`;
}

/** Names as code: no text of a server has an effect. */
function formatPlaces(finding: JudgedCheckFinding): string {
  return placesText(finding, mostPlaces, (place) => formatCode(shorten(place, 120)));
}

/** The options with which the team accepts what fails, for whoever reads the comment and did not start the check. */
function acceptLines(sections: readonly JudgedSection[], comparedWith = ""): string[] {
  const failing = sections.flatMap(({ findings }) => findings.filter(canBeAccepted)).length;
  if (failing === 0) return [];
  const [, revision] = / at (\S+)$/.exec(comparedWith) ?? [];
  const base = revision === undefined ? "" : `--base ${revision} `;
  const all = failing === 1 ? "it" : "all that fails";
  return [
    "---",
    `If it is meant: ${formatCode(`toolwright check ... ${base}--accept all --reason "..."`)} accepts ${all} in the lock file, ` +
      `${formatCode('--accept "CODE PLACE"')} one. Then commit the file.`,
  ];
}

/** The same inside an element of HTML, where Markdown has no effect. */
function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("@", "@&#8203;")
    .replaceAll(/#(?=\d)/g, "#&#8203;");
}

/** Text of others in a comment: GitHub makes no mention of its `@name` and no reference of its `#1`. */
function escapeComment(text: string): string {
  return escapeMarkdown(text)
    .replaceAll("@", "@&#8203;")
    .replaceAll(/\\#(?=\d)/g, "\\#&#8203;");
}

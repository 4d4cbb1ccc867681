/** Prints a comparison for people, as Markdown, and for tools. */
import { sarifLocation, sarifLog } from "@toolwright/conformance/sarif";
import type { AcceptedBreak, Judged, JudgedFinding } from "./accepted.ts";
import { classes, codes, type FindingClass, idOf, subjects } from "./codes.ts";
import { short } from "./keyword-words.ts";

export const diffFormats = ["human", "json", "github", "sarif", "markdown"] as const;
export type DiffFormat = (typeof diffFormats)[number];

export interface DiffReport extends Judged {
  /** What was compared, as the user names it. */
  readonly old: string;
  readonly current: string;
  readonly notes: readonly string[];
  /** The file of the spec to which a finding about a tool belongs, from the working directory. */
  fileOf(tool: string | undefined): string;
}

export interface DiffOptions {
  readonly format: DiffFormat;
  readonly colour: boolean;
  /** The version of this package. */
  readonly version: string;
}

/** Ends with a newline. */
export function diffReport(report: DiffReport, { format, colour, version }: DiffOptions): string {
  switch (format) {
    case "json":
      return `${JSON.stringify(jsonOf(report), null, 2)}\n`;
    case "github":
      return [
        ...report.findings.map((each) => githubCommand(each, report)),
        ...report.stale.map(staleCommand),
      ].join("");
    case "sarif":
      return sarifOf(report, version);
    case "markdown":
      return markdownOf(report);
    case "human":
      return humanText(report, colour);
  }
}

function jsonOf({ old, current, findings, stale, notes }: DiffReport): object {
  return {
    old,
    new: current,
    counts: Object.fromEntries(classes.map((kind) => [kind, count(findings, kind)])),
    findings: findings.map((each) => ({ id: idOf(each), ...each, advice: codes[each.code].advice })),
    stale,
    notes,
  };
}

function count(findings: readonly JudgedFinding[], kind: FindingClass): number {
  return findings.filter((each) => each.class === kind).length;
}

/** `2 breaking (1 accepted), 3 additive`. */
function summaryOf({ findings, stale }: Judged): string {
  const parts = classes.flatMap((kind) => {
    const all = findings.filter((each) => each.class === kind);
    const accepted = all.filter(({ acceptedFor }) => acceptedFor !== undefined).length;
    return all.length === 0 ? [] : [`${all.length} ${kind}${accepted > 0 ? ` (${accepted} accepted)` : ""}`];
  });
  const old = stale.length === 0 ? [] : [`${stale.length} stale ${stale.length === 1 ? "entry" : "entries"}`];
  return [...parts, ...old].join(", ") || "no difference";
}

const tints: Readonly<Record<FindingClass, string>> = {
  breaking: "1;31",
  risky: "1;33",
  additive: "1;32",
  wording: "1;36",
};

function humanText(report: DiffReport, colour: boolean): string {
  const paint = (style: string, text: string) => (colour ? `\u001b[${style}m${text}\u001b[0m` : text);
  const blocks = classes.flatMap((kind) => {
    const all = report.findings.filter((each) => each.class === kind);
    if (all.length === 0) return [];
    const groups = subjects.flatMap((subject) => {
      const own = all.filter((each) => each.subject === subject);
      return own.length === 0
        ? []
        : [`  ${paint("1", subject)}`, ...own.flatMap((each) => linesOf(each, paint))];
    });
    return [paint(tints[kind], `${kind} (${all.length})`), ...groups, ""];
  });
  const stale = report.stale.map(
    (entry) =>
      `${paint("1;31", "stale")}: nothing needs the accepted break ${JSON.stringify(entry.finding)} any more: take it out.`,
  );
  const notes = report.notes.map((note) => `note: ${note}`);
  const end = withoutControls(`${report.old} -> ${report.current}: ${summaryOf(report)}`);
  const gap = stale.length + notes.length > 0 ? [""] : [];
  return `${[...blocks, ...stale, ...notes, ...gap, end].join("\n")}\n`;
}

type Paint = (style: string, text: string) => string;

function linesOf(each: JudgedFinding, paint: Paint): string[] {
  const { code, tool, place, detail, before, after, witness, acceptedFor } = each;
  const row = (label: string, text: string) => `      ${label.padEnd(8)}  ${withoutControls(text)}`;
  const isInput = each.subject === "INPUT";
  return [
    `    ${paint("1", withoutControls(tool === undefined ? place : `${tool}  ${place}`))}  ${paint("2", `[${code}]`)}`,
    `      ${withoutControls(detail)} ${codes[code].sees}`,
    ...(before === undefined ? [] : [row("before", before)]),
    ...(after === undefined ? [] : [row("after", after)]),
    ...(witness ? [row(isInput ? "call" : "result", shown(each))] : []),
    ...(acceptedFor === undefined ? [] : [row("accepted", acceptedFor)]),
    ...(each.class === "breaking" && acceptedFor === undefined ? [row("do", codes[code].advice)] : []),
  ];
}

/** The value that shows a finding: it fits only one of the two schemas. */
function shown({ witness, class: kind, subject }: JudgedFinding): string {
  const value = short(witness!.value, 160);
  const isBreak = kind === "breaking" || kind === "risky";
  if (subject === "INPUT") return `${value}  ${isBreak ? "was right, is refused" : "was refused, is right"}`;
  return `${value}  ${isBreak ? "was not possible, is now" : "was possible, is not now"}`;
}

/** Texts of a manifest may hold control characters, which a terminal would execute. Colours are added later. */
function withoutControls(text: string): string {
  return text.replace(/(?!\n)\p{Cc}/gu, "\ufffd");
}

function sentence({ detail, code, before, after, witness, subject }: JudgedFinding): string {
  const change =
    before === undefined && after === undefined
      ? ""
      : ` Before: ${before ?? "none"}. After: ${after ?? "none"}.`;
  const value = witness ? ` ${subject === "INPUT" ? "Call" : "Result"}: ${short(witness.value, 160)}.` : "";
  return `${detail} ${codes[code].sees}${change}${value}`;
}

function titleOf({ tool, place }: JudgedFinding): string {
  return tool === undefined ? place : `${tool} ${place}`;
}

const levels: Readonly<Record<FindingClass, "error" | "warning" | "notice">> = {
  breaking: "error",
  risky: "warning",
  additive: "notice",
  wording: "notice",
};

function levelOf({ class: kind, acceptedFor }: JudgedFinding): "error" | "warning" | "notice" {
  return acceptedFor === undefined ? levels[kind] : "notice";
}

function githubCommand(each: JudgedFinding, report: DiffReport): string {
  const data = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const property = (text: string) => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
  const accepted = each.acceptedFor === undefined ? "" : ` Accepted: ${each.acceptedFor}`;
  return `::${levelOf(each)} file=${property(report.fileOf(each.tool))},title=${property(each.code)}::${data(`${titleOf(each)}: ${sentence(each)}${accepted}`)}\n`;
}

function staleCommand({ finding }: AcceptedBreak): string {
  return `::error title=stale accepted break::Nothing needs ${finding.replaceAll("%", "%25").replaceAll("\n", "%0A")} any more. Take it out.\n`;
}

function sarifOf(report: DiffReport, version: string): string {
  const used = [...new Set(report.findings.map(({ code }) => code))];
  const rules = used.map((code) => ({
    id: code,
    shortDescription: { text: codes[code].says },
    help: { text: codes[code].advice },
    defaultConfiguration: { level: sarifLevel(levels[codes[code].class]) },
  }));
  const results = report.findings.map((each) => ({
    ruleId: each.code,
    level: sarifLevel(levelOf(each)),
    message: { text: `${titleOf(each)}: ${sentence(each)}` },
    locations: [sarifLocation(report.fileOf(each.tool), { startLine: 1 })],
    ...(each.acceptedFor !== undefined && {
      suppressions: [{ kind: "external", justification: each.acceptedFor }],
    }),
  }));
  const stale = report.stale.map(({ finding }) => ({
    ruleId: "stale-accepted-break",
    level: "error",
    message: { text: `Nothing needs ${finding} any more. Take it out.` },
    locations: [sarifLocation(report.fileOf(undefined), { startLine: 1 })],
  }));
  const staleRule = {
    id: "stale-accepted-break",
    shortDescription: { text: "An accepted break is still there." },
  };
  return sarifLog(
    { name: "toolwright diff", version, rules: [...rules, ...(stale.length > 0 ? [staleRule] : [])] },
    [...results, ...stale],
  );
}

function sarifLevel(level: "error" | "warning" | "notice"): string {
  return level === "notice" ? "note" : level;
}

/** For a changelog or the comment of a pull request. */
function markdownOf(report: DiffReport): string {
  const lines = classes.flatMap((kind) => {
    const all = report.findings.filter((each) => each.class === kind);
    return all.length === 0 ? [] : [`### ${titles[kind]}`, "", ...all.map(markdownLine), ""];
  });
  return `## ${escaped(report.old)} to ${escaped(report.current)}\n\n${summaryOf(report)}\n\n${lines.join("\n")}`
    .trimEnd()
    .concat("\n");
}

export const titles: Readonly<Record<FindingClass, string>> = {
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
      : ` Before: ${quoted(before ?? "none")}, after: ${quoted(after ?? "none")}.`;
  const value =
    witness && each.class === "breaking" ? ` For example ${quoted(short(witness.value, 120))}.` : "";
  const accepted = acceptedFor === undefined ? "" : ` Accepted: ${escaped(acceptedFor)}`;
  return `- ${quoted(titleOf(each))}: ${escaped(each.detail)}${change}${value}${accepted} (\`${code}\`)`;
}

/** Text of a manifest as code, whatever it holds. */
function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const ticks = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(ticks + 1);
  return ticks === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

function escaped(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>|#]/g, "\\$&");
}

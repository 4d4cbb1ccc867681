/** Prints a comparison in each format: for people in a terminal, and as JSON; other files have the rest. */
import { withoutControls } from "../report/wording.ts";
import { githubText, sarifText } from "./ci-report.ts";
import { classes, codes, type FindingClass, makeId, subjects } from "./codes.ts";
import { count, type DiffReport, showTitle, summarize } from "./diff-report.ts";
import { atEachPlace, type JudgedFinding } from "./finding-groups.ts";
import { short } from "./keyword-words.ts";
import { markdownText } from "./markdown-report.ts";

/** The formats in which a comparison is printed. */
export const diffFormats = ["human", "json", "github", "sarif", "markdown"] as const;
/** One of these formats. */
export type DiffFormat = (typeof diffFormats)[number];

/** How a comparison is printed. */
export interface DiffOptions {
  /** The format. */
  readonly format: DiffFormat;
  /** Whether the human format has colours of a terminal. */
  readonly colour: boolean;
  /** The version of this package. */
  readonly version: string;
}

/** Ends with a newline. */
export function diffReport(report: DiffReport, options: DiffOptions): string {
  return printers[options.format](report, options);
}

type Printer = (report: DiffReport, options: DiffOptions) => string;

const printers: Readonly<Record<DiffFormat, Printer>> = {
  human: humanText,
  json: (report) => `${JSON.stringify(toJson(report), null, 2)}\n`,
  github: githubText,
  sarif: sarifText,
  markdown: markdownText,
};

function toJson({ old, current, findings, stale, notes, problems, placeOf }: DiffReport): object {
  return {
    old,
    new: current,
    counts: Object.fromEntries(classes.map((kind) => [kind, count(findings, kind)])),
    findings: findings.map((each) => findingJson(each, placeOf)),
    stale,
    notes,
    ...(problems && { problems }),
  };
}

function findingJson(each: JudgedFinding, placeOf: DiffReport["placeOf"]): object {
  const { also: _, change: __, ...first } = each;
  const places = atEachPlace(each).map((one) => ({
    id: makeId(one),
    tool: one.tool,
    place: one.place,
    at: placeOf(one),
  }));
  return { id: makeId(first), ...first, advice: codes[first.code].advice, at: placeOf(first), places };
}

const tints: Readonly<Record<FindingClass, string>> = {
  breaking: "1;31",
  risky: "1;33",
  additive: "1;32",
  wording: "1;36",
};

function humanText(report: DiffReport, { colour }: DiffOptions): string {
  const paint = (style: string, text: string) => (colour ? `\u001b[${style}m${text}\u001b[0m` : text);
  const blocks = classes.flatMap((kind) => {
    const all = report.findings.filter((each) => each.class === kind);
    if (all.length === 0) return [];
    const groups = subjects.flatMap((subject) => {
      const own = all.filter((each) => each.subject === subject);
      return own.length === 0 ? [] : [`  ${paint("1", subject)}`, ...showBlocks(own, report, paint)];
    });
    return [paint(tints[kind], `${kind} (${all.length})`), ...groups, ""];
  });
  const stale = report.stale.map(
    (entry) =>
      `${paint("1;31", "stale")}: nothing needs the accepted break ${JSON.stringify(entry.finding)} any more: take it out.`,
  );
  const problems = (report.problems ?? []).map(
    (text) => `${paint("1;31", "problem")}: ${withoutControls(text)}`,
  );
  const notes = [...problems, ...report.notes.map((note) => `note: ${note}`)];
  const end = withoutControls(`${report.old} -> ${report.current}: ${summarize(report)}`);
  const gap = stale.length + notes.length > 0 ? [""] : [];
  return `${[...blocks, ...stale, ...notes, ...gap, end].join("\n")}\n`;
}

type Paint = (style: string, text: string) => string;

/** The number from which findings about descriptions are shown as one. */
const minGroup = 5;

/**
 * Formats findings as blocks. Descriptions of parameters often change in large numbers, so findings with one code become one
 * block with a line for each tool.
 */
function showBlocks(findings: readonly JudgedFinding[], report: DiffReport, paint: Paint): string[] {
  const byCode = Map.groupBy(findings, ({ code }) => code);
  const isGrouped = ({ code }: JudgedFinding) =>
    /-description-changed$/.test(code) && byCode.get(code)!.length >= minGroup;
  const groups = [...byCode.values()].filter(([first]) => isGrouped(first!));
  return [
    ...findings.filter((each) => !isGrouped(each)).flatMap((each) => showLines(each, report, paint)),
    ...groups.flatMap((group) => linesOfGroup(group, paint)),
  ];
}

function linesOfGroup(findings: readonly JudgedFinding[], paint: Paint): string[] {
  const { code } = findings[0]!;
  const places = findings.flatMap(atEachPlace);
  const byTool = Map.groupBy(places, ({ tool }) => tool ?? "");
  const title = `${places.length} descriptions in ${byTool.size} ${byTool.size === 1 ? "tool" : "tools"}`;
  return [
    `    ${paint("1", title)}  ${paint("2", `[${code}]`)}`,
    `      The descriptions differ. ${codes[code].sees} --format json shows each with its text before and after.`,
    ...[...byTool].map(
      ([tool, own]) =>
        `      ${withoutControls([tool, own.map(({ place }) => place).join(", ")].join("  "))}`,
    ),
  ];
}

function showLines(each: JudgedFinding, report: DiffReport, paint: Paint): string[] {
  const { code, tool, place, detail, before, after, witness, acceptedFor, also = [] } = each;
  const row = (label: string, text: string) => `      ${label.padEnd(8)}  ${withoutControls(text)}`;
  const isInput = each.subject === "INPUT";
  const at = formatLine(each, report);
  return [
    `    ${paint("1", withoutControls(tool === undefined ? place : `${tool}  ${place}`))}  ${paint("2", `[${code}]`)}`,
    `      ${withoutControls(detail)} ${codes[code].sees}`,
    ...(before === undefined ? [] : [row("before", before)]),
    ...(after === undefined ? [] : [row("after", after)]),
    ...(witness ? [row(isInput ? "call" : "result", describeWitness(each))] : []),
    ...(at === undefined ? [] : [row("at", at)]),
    ...also.map((other) =>
      row("also", [showTitle(other), formatLine(other, report) ?? ""].join("  ").trimEnd()),
    ),
    ...(acceptedFor === undefined ? [] : [row("accepted", acceptedFor)]),
    ...(each.class === "breaking" && acceptedFor === undefined ? [row("do", codes[code].advice)] : []),
  ];
}

/** `spec/tools/find_book.yaml:6`. */
function formatLine(each: JudgedFinding, report: DiffReport): string | undefined {
  const { file, line } = report.placeOf(each) ?? {};
  return line === undefined ? undefined : `${file}:${line}`;
}

/** The value that shows a finding: it fits only one of the two schemas. */
function describeWitness({ witness, class: kind, subject }: JudgedFinding): string {
  const value = short(witness!.value, 160);
  const isBreak = kind === "breaking" || kind === "risky";
  if (subject === "INPUT") return `${value}  ${isBreak ? "was right, is refused" : "was refused, is right"}`;
  return `${value}  ${isBreak ? "was not possible, is now" : "was possible, is not now"}`;
}

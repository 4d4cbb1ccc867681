import { describeEntryProblem, type ReportedResult } from "../results/accepted.ts";
import { type Finding, groupByReason, groupFindings, showExtent } from "../results/findings.ts";
import { listNextSteps } from "../results/next-steps.ts";
import {
  classifyResult,
  countDecided,
  countVerdicts,
  formatDrawn,
  formatTime,
  type Report,
  repeatCommand,
  scriptFile,
} from "../results/report.ts";
import { type Cause, causes, type Inapplicable, type Unverified } from "../results/verdict.ts";
import { formatMatrix } from "./terminal-matrix.ts";
import type { Style } from "./terminal-style.ts";
import { unseenPart } from "./unseen.ts";

const shownFindings = 20;
const shownPerCause = 5;
const shownDifferences = 30;
/** The width of an output that is not a terminal, such as the log of a CI job. */
const defaultWidth = 120;

/**
 * Formats the report for a terminal of this width: what to do first, then notes, matrix, findings, unverified and accepted results. Beside an
 * earlier run it begins with the difference, and shows what is new in full.
 */
export function terminalReport(report: Report, style: Style, width = defaultWidth): string {
  const results = listNewResults(report);
  return [
    since(report, style),
    nextSteps({ ...report, results }, style),
    ...report.notes.map((note) => style.warn(note)),
    formatMatrix(report, style, width),
    findings({ ...report, results }, style),
    unverifiedPart(results, style),
    unimplementedPart(report, style),
    acceptedPart(report.results, style),
    wrongEntries(report, style),
    volatilePart(report, style),
    ...(report.since === undefined ? [coverage(report, style)] : []),
    ...(report.since === undefined ? [unseenPart(report, style)] : []),
    inapplicablePart(results, style),
    summary(report, style),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Lists the results that an earlier run did not have: new failures, and cases that it decided; without an earlier run, all results. */
function listNewResults({ results, since: difference }: Report): readonly ReportedResult[] {
  if (difference === undefined) return results;
  const shown = new Set([...difference.failed, ...difference.undecided]);
  return results.filter(({ subject }) => shown.has(subject.id));
}

function nextSteps(report: Report, style: Style): string {
  const steps = listNextSteps(report).map(
    ({ todo, why }, at) => `${at + 1}. ${style.strong(todo)}\n   ${style.dim(why)}`,
  );
  return steps.length === 0 ? "" : ["To do next:", ...steps].join("\n");
}

function findings(report: Report, style: Style): string {
  const all = groupFindings(report.results);
  const more = all.slice(shownFindings).flatMap((each) => each.results).length;
  return [
    ...all.slice(0, shownFindings).map((each) => finding(each, report, style)),
    ...(more > 0 ? [style.dim(`and ${more} more, in the report`)] : []),
  ].join("\n\n");
}

function finding({ example, counted, results, tools }: Finding, report: Report, style: Style): string {
  const { subject, verdict } = example;
  if (verdict.status !== "failed") return "";
  const mark = counted === "advice" ? style.warn("!") : style.bad("✗");
  return [
    `${mark} ${style.strong(subject.id)}  ${style.dim(subject.at)}`,
    `  ${subject.must}`,
    `  expected ${verdict.expected}`,
    `  got      ${verdict.got}`,
    ...(verdict.remedy ? [`  do       ${verdict.remedy}`] : []),
    ...(verdict.evidence ? [`  ${style.dim(verdict.evidence.curl)}`] : []),
    `  repeat   ${style.dim(repeatCommand(report, example))}`,
    ...(verdict.script ? [`  script   ${style.dim(scriptFile(subject.id))}`] : []),
    ...(verdict.withoutScript ? [`  script   ${style.dim(`none: ${verdict.withoutScript}`)}`] : []),
    ...(results.length > 1 ? [`  ${showExtent({ results, tools })}: ${showList(results.slice(1))}`] : []),
  ].join("\n");
}

/** Lists the ids of results, first one of each tool. */
function showList(results: readonly ReportedResult[]): string {
  const byTool = Map.groupBy(results, ({ subject }) => subject.tool);
  const firsts = [...byTool.values()].map(([first]) => first!);
  return showSome([...new Set([...firsts, ...results])].map(({ subject }) => subject.id));
}

function showSome(names: readonly string[]): string {
  return [...names.slice(0, shownPerCause), ...(names.length > shownPerCause ? ["…"] : [])].join(", ");
}

function unverifiedPart(results: readonly ReportedResult[], style: Style): string {
  const open = results.filter((result) => classifyResult(result) === "unverified");
  const byCause = Map.groupBy(open, ({ verdict }) => (verdict as Unverified).cause);
  return [...byCause]
    .map(([cause, found]) => {
      const reasons = groupByReason(found);
      const lines = reasons.slice(0, shownPerCause).map((each) => reasonLine(each, cause, style));
      const rest = reasons.slice(shownPerCause).flatMap(([, group]) => group);
      const names = lacking.includes(cause) ? `: ${showGroups(rest)}` : "";
      const more = rest.length > 0 ? [style.dim(`  and ${rest.length} more${names}`)] : [];
      return [
        `${style.warn("?")} ${style.strong(`${found.length} not verified: ${cause}`)}  ${causes[cause]}`,
        ...lines,
        ...more,
      ].join("\n");
    })
    .join("\n\n");
}

/** A reason, once for all its cases. */
function reasonLine(
  [why, group]: readonly [why: string, group: readonly ReportedResult[]],
  cause: Cause,
  style: Style,
): string {
  if (group.length === 1) return `  ${group[0]!.subject.id}  ${style.dim(why)}`;
  const names = lacking.includes(cause) ? showGroups(group) : showList(group);
  return `  ${group.length} cases: ${why}  ${style.dim(names)}`;
}

/** Causes in a target that lacks something: the report names every case, since more requests would not decide it. */
const lacking: readonly Cause[] = ["no-account", "no-control", "no-hook"];

/** Groups results by workflow or tool: `scenarios/a-copy (3), access/notes_get`. */
function showGroups(results: readonly ReportedResult[]): string {
  const groups = Map.groupBy(results, ({ subject }) => subject.id.split("/").slice(0, 2).join("/"));
  return [...groups].map(([name, { length }]) => (length === 1 ? name : `${name} (${length})`)).join(", ");
}

/** Lists the accepted results by their reasons. */
function acceptedPart(results: readonly ReportedResult[], style: Style): string {
  const accepted = results.filter(({ acceptedFor }) => acceptedFor !== undefined);
  const total = String(accepted.length);
  const lines = [...Map.groupBy(accepted, ({ acceptedFor }) => acceptedFor!)].map(
    ([reason, { length }]) => `  ${String(length).padStart(total.length)}  ${style.dim(reason)}`,
  );
  if (lines.length === 0) return "";
  return [`${style.dim("~")} ${style.strong(`${total} accepted, because:`)}`, ...lines].join("\n");
}

function wrongEntries({ wrongEntries: entries }: Report, style: Style): string {
  if (entries.length === 0) return "";
  const lines = entries.flatMap((entry) => [
    `  ${entry.case}${entry.cause === undefined ? "" : ` (${entry.cause})`}: ${describeEntryProblem(entry)}`,
    `    ${style.dim(entry.reason)}`,
  ]);
  return [
    `${style.bad("✗")} ${style.strong("Accepted entries that do not describe this run:")}`,
    ...lines,
  ].join("\n");
}

function unimplementedPart({ unimplemented }: Report, style: Style): string {
  if (unimplemented.length === 0) return "";
  const head = `${unimplemented.length} ${unimplemented.length === 1 ? "tool has" : "tools have"} no handler. The results of such a tool prove nothing.`;
  return `${style.warn("○")} ${style.strong(head)}\n  ${unimplemented.join(", ")}`;
}

function volatilePart({ behaviour }: Report, style: Style): string {
  const places = behaviour?.volatile ?? [];
  if (places.length === 0) return "";
  const names = places.map(({ tool, place }) => `${tool} ${place}`).join(", ");
  return style.dim(`~ not compared, since these values change by themselves: ${names}`);
}

function coverage({ coverage: covered }: Report, style: Style): string {
  if (covered === undefined || covered.constraints === 0) return "";
  const { constraints, exercised, missing } = covered;
  const reasons = [...Map.groupBy(missing, ({ why }) => why)];
  const lines = reasons.slice(0, shownPerCause).map(([why, group]) => {
    const places = [...new Set(group.map(({ at }) => at))];
    const more = places.length === 1 ? "" : ` and ${places.length - 1} more`;
    return `  ${places[0]}${more}  ${style.dim(why)}`;
  });
  if (reasons.length > shownPerCause) lines.push(style.dim("  the rest is in the report"));
  return [`${exercised} of ${constraints} constraints exercised`, ...lines].join("\n");
}

/** Lists the reasons why cases do not apply, each with its tools. */
function inapplicablePart(results: readonly ReportedResult[], style: Style): string {
  const inapplicable = results.filter((result) => classifyResult(result) === "inapplicable");
  const total = String(inapplicable.length);
  const lines = [...Map.groupBy(inapplicable, ({ verdict }) => (verdict as Inapplicable).why)].map(
    ([why, found]) => {
      const tools = [...new Set(found.flatMap(({ subject }) => subject.tool ?? []))];
      const reason = tools.length === 0 ? why : `${why} (${showSome(tools)})`;
      return `  ${String(found.length).padStart(total.length)}  ${style.dim(reason)}`;
    },
  );
  if (lines.length === 0) return "";
  return [`${style.dim("·")} ${style.strong(`${total} not applicable, because:`)}`, ...lines].join("\n");
}

function since({ since: difference }: Report, style: Style): string {
  if (difference === undefined) return "";
  const { date, failed, gone, undecided, untried, still } = difference;
  const lines = [
    ...failed.map((id) => `  ${style.bad("+")} ${id} fails`),
    ...undecided.map((id) => `  ${style.warn("?")} ${id} is not verified any more`),
    ...gone.map((id) => `  ${style.good("-")} ${id} does not fail any more`),
  ];
  const counts = `${failed.length} new, ${gone.length} gone, ${still.length} still there, ${undecided.length} no longer verified`;
  const notTried =
    untried.length > 0
      ? [`  ${untried.length} not tried again, since a limit of the run was reached: ${showSome(untried)}`]
      : [];
  const more =
    lines.length > shownDifferences
      ? [style.dim(`  and ${lines.length - shownDifferences} more, in report.json`)]
      : [];
  return [
    `${style.strong(`Failures since ${date}:`)} ${counts}`,
    ...lines.slice(0, shownDifferences),
    ...more,
    ...notTried.map(style.dim),
  ].join("\n");
}

function summary(report: Report, style: Style): string {
  const { results, requests, seconds, seed, unselected, drawn, slowest, target, date } = report;
  const { held, failed, unverified, accepted, advice, inapplicable } = countVerdicts(results);
  const parts = [
    style.good(`${held} held`),
    failed > 0 ? style.bad(`${failed} failed`) : "0 failed",
    unverified > 0 ? style.warn(`${unverified} not verified`) : "0 not verified",
    ...(advice > 0 ? [style.warn(`${advice} advice`)] : []),
    ...(accepted > 0 ? [style.dim(`${accepted} accepted`)] : []),
    ...(inapplicable > 0 ? [style.dim(`${inapplicable} not applicable`)] : []),
    ...(unselected > 0 ? [style.dim(`${unselected} not selected`)] : []),
  ];
  const decided = countDecided(report).map(
    ({ kind, cases, decided, requests }) => `${kind} ${decided} of ${cases} (${requests})`,
  );
  const speed = Math.round(results.length / Math.max(seconds, 0.001));
  return [
    parts.join(", "),
    ...(drawn.length > 0 ? [style.dim(`drawn: ${drawn.map(formatDrawn).join(", ")}`)] : []),
    style.dim(`${requests} requests in ${seconds.toFixed(1)} s, ${speed} cases a second, seed ${seed}`),
    ...(unverified > 0 ? [style.dim(`decided (requests): ${decided.join(", ")}`)] : []),
    ...(slowest.length > 0 ? [style.dim(`slowest: ${slowest.map(formatTime).join(", ")}`)] : []),
    style.dim(`${target}, ${date}`),
  ].join("\n");
}

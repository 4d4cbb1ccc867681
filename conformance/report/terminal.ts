import type { ReportedResult } from "../results/accepted.ts";
import { countedAs, matrixOf, type Report, type Tally, tallyOf } from "../results/report.ts";
import { causes, type Unverified } from "../results/verdict.ts";

const shownFindings = 20;
const shownPerCause = 5;

/** The report for a terminal: matrix, findings, unverified results. */
export function terminalReport(report: Report, style: Style): string {
  return [
    matrix(report, style),
    findings(report.results, style),
    unverifiedPart(report.results, style),
    stale(report, style),
    coverage(report, style),
    ...report.notes.map((note) => style.warn(note)),
    summary(report, style),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** How text is emphasised; without colour it is left unchanged. */
export interface Style {
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
  dim(text: string): string;
  strong(text: string): string;
}

export function styleFor(colour: boolean): Style {
  const sgr = (code: number) => (text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { good: sgr(32), bad: sgr(31), warn: sgr(33), dim: sgr(2), strong: sgr(1) };
}

function matrix({ results }: Report, style: Style): string {
  const { columns, rows } = matrixOf(results);
  const width = Math.max(4, ...rows.map(({ name }) => name.length));
  const texts = rows.map(({ cells }) => cells.map((cell) => cellText(cell)));
  const widths = columns.map((kind, index) =>
    Math.max(kind.length, ...texts.map((row) => row[index]!.length)),
  );
  const head = ["tool".padEnd(width), ...columns.map((kind, index) => kind.padStart(widths[index]!))].join(
    "  ",
  );
  const lines = rows.map(({ name, cells }, row) =>
    [
      name.padEnd(width),
      ...cells.map((cell, index) => coloured(cell, texts[row]![index]!.padStart(widths[index]!), style)),
    ].join("  "),
  );
  return [style.dim(head), ...lines].join("\n");
}

/** `77`, `75 ✗2`, `4 !1` (advice), `60 ?17`, `12 ~3` (accepted); inapplicable checks are not shown. */
function cellText({ held, failed, unverified, accepted, advice }: Tally): string {
  if (held + failed + unverified + accepted + advice === 0) return "·";
  return [
    String(held),
    ...(failed > 0 ? [`✗${failed}`] : []),
    ...(advice > 0 ? [`!${advice}`] : []),
    ...(unverified > 0 ? [`?${unverified}`] : []),
    ...(accepted > 0 ? [`~${accepted}`] : []),
  ].join(" ");
}

function coloured({ held, failed, unverified, accepted, advice }: Tally, text: string, style: Style): string {
  if (failed > 0) return style.bad(text);
  if (unverified + advice > 0) return style.warn(text);
  if (held + accepted === 0) return style.dim(text);
  return accepted > 0 ? style.dim(text) : style.good(text);
}

function findings(results: readonly ReportedResult[], style: Style): string {
  const failures = results.filter((result) => ["failed", "advice"].includes(countedAs(result)));
  if (failures.length === 0) return "";
  const alike = [...Map.groupBy(failures, sameFinding).values()];
  const more = alike.slice(shownFindings).flat().length;
  return [
    ...alike.slice(0, shownFindings).map((results) => finding(results, style)),
    ...(more > 0 ? [style.dim(`and ${more} more, in the report`)] : []),
  ].join("\n\n");
}

/** Findings with the same key are shown as one: several tools often share a mistake, such as one in a library. */
function sameFinding({ subject, verdict, ...result }: ReportedResult): string {
  const { expected = "", got = "" } = verdict.status === "failed" ? verdict : {};
  return JSON.stringify([countedAs({ subject, verdict, ...result }), subject.must, expected, got]);
}

/** The first of several equal findings, followed by the ids of the others. */
function finding([result, ...others]: readonly ReportedResult[], style: Style): string {
  const { subject, verdict } = result!;
  if (verdict.status !== "failed") return "";
  const mark = countedAs(result!) === "advice" ? style.warn("!") : style.bad("✗");
  return [
    `${mark} ${style.strong(subject.id)}  ${style.dim(subject.at)}`,
    `  ${subject.must}`,
    `  expected ${verdict.expected}`,
    `  got      ${verdict.got}`,
    ...(verdict.evidence ? [`  ${style.dim(verdict.evidence.curl)}`] : []),
    ...(others.length > 0 ? [`  ${others.length} more alike: ${idsOf(others)}`] : []),
  ].join("\n");
}

function idsOf(results: readonly ReportedResult[]): string {
  const ids = results.slice(0, shownPerCause).map(({ subject }) => subject.id);
  return [...ids, ...(results.length > shownPerCause ? ["…"] : [])].join(", ");
}

function unverifiedPart(results: readonly ReportedResult[], style: Style): string {
  const open = results.filter(
    ({ verdict, acceptedFor }) => verdict.status === "unverified" && acceptedFor === undefined,
  );
  const byCause = Map.groupBy(open, ({ verdict }) => (verdict as Unverified).cause);
  return [...byCause]
    .map(([cause, found]) => {
      const lines = found
        .slice(0, shownPerCause)
        .map(({ subject, verdict }) => `  ${subject.id}  ${style.dim((verdict as Unverified).why)}`);
      const more =
        found.length > shownPerCause ? [style.dim(`  and ${found.length - shownPerCause} more`)] : [];
      return [
        `${style.warn("?")} ${style.strong(`${found.length} not verified: ${cause}`)}  ${causes[cause]}`,
        ...lines,
        ...more,
      ].join("\n");
    })
    .join("\n\n");
}

function stale({ stale: entries }: Report, style: Style): string {
  if (entries.length === 0) return "";
  const lines = entries.map(
    (entry) => `  ${entry.case}${entry.cause === undefined ? "" : ` (${entry.cause})`}: ${entry.reason}`,
  );
  return [
    `${style.bad("✗")} ${style.strong("Accepted entries that are no longer needed. Take these entries out:")}`,
    ...lines,
  ].join("\n");
}

function coverage({ coverage: covered }: Report, style: Style): string {
  if (covered === undefined || covered.constraints === 0) return "";
  const { constraints, exercised, missing } = covered;
  const lines = missing
    .slice(0, shownPerCause)
    .map(({ at, constraint, why }) => `  ${constraint}  ${style.dim(`${at}: ${why}`)}`);
  const more =
    missing.length > shownPerCause
      ? [style.dim(`  and ${missing.length - shownPerCause} more, in the report`)]
      : [];
  return [`${exercised} of ${constraints} constraints exercised`, ...lines, ...more].join("\n");
}

/** Why checks do not apply; there is seldom more than one reason. */
function reasonsOf(results: readonly ReportedResult[]): string {
  const reasons = results.flatMap(({ verdict }) => (verdict.status === "inapplicable" ? [verdict.why] : []));
  return [...new Set(reasons)].join(", ");
}

function summary({ results, requests, seconds, seed }: Report, style: Style): string {
  const { held, failed, unverified, accepted, advice, inapplicable } = tallyOf(results);
  const parts = [
    style.good(`${held} held`),
    failed > 0 ? style.bad(`${failed} failed`) : "0 failed",
    unverified > 0 ? style.warn(`${unverified} not verified`) : "0 not verified",
    ...(advice > 0 ? [style.warn(`${advice} advice`)] : []),
    ...(accepted > 0 ? [style.dim(`${accepted} accepted`)] : []),
    ...(inapplicable > 0 ? [style.dim(`${inapplicable} not applicable: ${reasonsOf(results)}`)] : []),
  ];
  const speed = Math.round(results.length / Math.max(seconds, 0.001));
  return `${parts.join(", ")}\n${style.dim(`${requests} requests in ${seconds.toFixed(1)} s, ${speed} cases a second, seed ${seed}`)}`;
}

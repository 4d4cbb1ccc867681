import { describeEntryProblem, type ReportedResult } from "../results/accepted.ts";
import { type Finding, groupByReason, groupFindings, showExtent } from "../results/findings.ts";
import {
  classifyResult,
  countVerdicts,
  formatDrawn,
  formatTime,
  listKinds,
  makeMatrix,
  type Report,
  repeatCommand,
  type Tally,
} from "../results/report.ts";
import { causes, type Unverified, type Verdict } from "../results/verdict.ts";
import { escapeMarkup } from "./markup.ts";
import { nextStepsList, sinceList } from "./opening.ts";
import { head } from "./page.ts";
import { unseenSection } from "./unseen.ts";

const statusLabels: Readonly<Record<keyof Tally, string>> = {
  failed: "failed",
  advice: "advice",
  unverified: "not verified",
  accepted: "accepted",
  held: "held",
  inapplicable: "not applicable",
};
const order = ["failed", "advice", "unverified", "accepted", "held", "inapplicable"] as const;

/** Creates the report for users: one HTML file without scripts, which filters with CSS only. */
export function htmlReport(report: Report): string {
  const { results, target, address, date, server, slowest } = report;
  const tally = countVerdicts(results);
  const kinds = listKinds(results);
  const where = address === target ? "" : ` (${escapeMarkup(address)})`;
  const what = `Conformance of ${escapeMarkup(target)}${where} to ${escapeMarkup(server.name)} ${escapeMarkup(server.version)}`;
  const when = `${date.slice(0, 16).replace("T", " ")} UTC`;
  return `${head(report, "report.html", showVerdict(report), filterRules(kinds))}
<p class="kicker">${what}, <time datetime="${date}">${when}</time></p>
<h1 class="${statusOfRun(report, tally)}">${showVerdict(report)}</h1>
${nextStepsList(report)}${sinceList(report)}
${bar(tally)}
<p class="facts">${facts(report)}</p>
${slowest.length > 0 ? `<p class="facts">slowest: ${slowest.map(formatTime).map(escapeMarkup).join(", ")}</p>` : ""}
${notes(report).join("\n")}
</header>
<main>
${matrix(report)}
${filters(kinds, tally)}
${wrongEntriesSection(report)}
${order.map((status) => section(status, report)).join("\n")}
${coverageSection(report)}${unseenSection(report)}${volatileSection(report)}
</main>
</html>
`;
}

function notes({ notes: told, unimplemented }: Report): string[] {
  const missing = `${countNoun(unimplemented.length, "tool")} without a handler (the results of such a tool prove nothing): ${unimplemented.join(", ")}`;
  return (unimplemented.length === 0 ? told : [...told, missing]).map(
    (note) => `<p class="note">${escapeMarkup(note)}</p>`,
  );
}

function showVerdict({ results, wrongEntries }: Report): string {
  const { failed, unverified, held, accepted, inapplicable } = countVerdicts(results);
  if (failed > 0) return `${failed} of ${results.length - inapplicable} cases failed`;
  if (wrongEntries.length > 0) return "Accepted entries do not describe this run";
  return unverified > 0
    ? `${countNoun(unverified, "case")} could not be verified`
    : `All ${held} cases held${accepted > 0 ? `, ${accepted} are accepted` : ""}`;
}

function bar(tally: Tally): string {
  const parts = order.filter((status) => tally[status] > 0);
  const segments = parts.map((status) => `<i class="${status}" style="flex:${tally[status]}"></i>`).join("");
  const legend = parts
    .map((status) => `<span class="${status}"><b>${tally[status]}</b> ${statusLabels[status]}</span>`)
    .join(" ");
  return `<div class="bar" aria-hidden="true">${segments}</div>\n<p class="legend">${legend}</p>`;
}

function facts({ requests, seconds, seed, coverage, drawn, unselected }: Report): string {
  return [
    ...(coverage ? [`${coverage.exercised} of ${coverage.constraints} constraints exercised`] : []),
    ...(unselected > 0 ? [`${unselected} cases not selected`] : []),
    ...drawn.map((each) => `drew ${escapeMarkup(formatDrawn(each))}`),
    `${requests} requests`,
    `${seconds.toFixed(1)} s`,
    `seed ${seed}`,
  ].join(" · ");
}

function matrix({ results }: Report): string {
  const { columns, rows } = makeMatrix(results);
  const headings = columns.map((kind) => `<th scope="col">${kind}</th>`).join("");
  const body = rows.map(
    ({ name, cells }) =>
      `<tr><th scope="row">${escapeMarkup(name)}</th>${cells.map((cell, at) => matrixCell(cell, columns[at]!)).join("")}</tr>`,
  );
  const table = `<thead><tr><td></td>${headings}</tr></thead><tbody>\n${body.join("\n")}\n</tbody>`;
  const region = `class="scroll" role="region" aria-label="Results by tool and kind" tabindex="0"`;
  return `<div ${region}><table class="matrix">${table}</table></div>`;
}

/** Returns the status of the run. A wrong entry counts as a failure. */
function statusOfRun({ wrongEntries }: Report, { failed, unverified }: Tally): keyof Tally {
  if (failed > 0 || wrongEntries.length > 0) return "failed";
  return unverified > 0 ? "unverified" : "held";
}

function countNoun(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Formats a cell of the matrix: problems as `2 of 31`, otherwise the number of held cases and of accepted ones. */
function matrixCell(tally: Tally, kind: string): string {
  const total = order.reduce((sum, status) => sum + tally[status], 0);
  if (total === 0) return "<td></td>";
  const concerned = total - tally.inapplicable;
  const title = order
    .filter((status) => tally[status] > 0)
    .map((status) => `${tally[status]} ${statusLabels[status]}`);
  const bad = order.slice(0, 3).find((status) => tally[status] > 0);
  const status = bad ?? (["held", "accepted"] as const).find((each) => tally[each] > 0) ?? "inapplicable";
  let beside = "";
  if (bad) beside = ` <small>of ${concerned}</small>`;
  else if (status === "held" && tally.accepted > 0) beside = ` <small>+${tally.accepted}</small>`;
  return `<td class="${status}" data-kind="${kind}" title="${title.join(", ")}">${tally[status]}${beside}</td>`;
}

/** Creates radio buttons. The rules of `filterRules` hide results that do not match the selected one. */
function filters(kinds: readonly string[], tally: Tally): string {
  const choice = (group: string, value: string, text: string, checked: boolean) =>
    `<label><input type="radio" name="${group}" id="${group}-${value}"${checked ? " checked" : ""}><span>${text}</span></label>`;
  const statuses = order
    .filter((status) => tally[status] > 0)
    .map((status) => choice("status", status, statusLabels[status], false));
  const ofKind = kinds.map((kind) => choice("kind", kind, kind, false));
  return `<form class="filters" aria-label="Show">
<fieldset>${[choice("status", "all", "every result", true), ...statuses].join("")}</fieldset>
<fieldset>${[choice("kind", "all", "every kind", true), ...ofKind].join("")}</fieldset>
</form>`;
}

function filterRules(kinds: readonly string[]): string {
  return [
    ...order.map(
      (status) => `body:has(#status-${status}:checked) section.results:not(.of-${status}){display:none}`,
    ),
    ...kinds.map((kind) => `body:has(#kind-${kind}:checked) .result:not(.is-${kind}){display:none}`),
  ].join("\n");
}

function section(status: keyof Tally, report: Report): string {
  const selected = report.results.filter((result) => classifyResult(result) === status);
  if (selected.length === 0) return "";
  const heading = `<h2><span class="dot ${status}"></span>${selected.length} ${statusLabels[status]}</h2>`;
  return `<section class="results of-${status}">${heading}\n${sectionBody(status, selected, report)}\n</section>`;
}

function sectionBody(status: keyof Tally, selected: readonly ReportedResult[], report: Report): string {
  if (status === "failed" || status === "advice")
    return groupFindings(selected)
      .map((each) => finding(each, report))
      .join("\n");
  if (status === "unverified") return unverifiedGroups(selected);
  return `${reasons(selected)}${collapse(status, selected)}`;
}

function finding({ example, results, tools }: Finding, report: Report): string {
  const { subject, verdict } = example;
  if (verdict.status !== "failed") return "";
  const { evidence, remedy, script, withoutScript } = verdict;
  const advice = remedy === undefined ? "" : `<dt>do</dt><dd>${escapeMarkup(remedy)}</dd>`;
  const repeat = [repeatCommand(report, example), evidence?.curl, script ?? withoutScript];
  const details = [`<details><summary>repeat it</summary>${repeat.map(command).join("")}</details>`];
  if (results.length > 1)
    details.push(
      `<details><summary>${showExtent({ results, tools })}</summary>\n<ul>${results
        .slice(1)
        .map((each) => line(each))
        .join("\n")}</ul></details>`,
    );
  return `<article class="result is-${subject.kind}">
<h3>${escapeMarkup(subject.must)}</h3>
<p class="where"><code>${escapeMarkup(subject.id)}</code> ${place(subject.at)}</p>
<dl><dt>expected</dt><dd>${escapeMarkup(verdict.expected)}</dd><dt>got</dt><dd>${escapeMarkup(verdict.got)}</dd>${advice}</dl>
${details.join("\n")}
</article>`;
}

function command(line: string | undefined): string {
  return line === undefined ? "" : `<pre>${escapeMarkup(line)}</pre>`;
}

function place(at: string): string {
  return at.startsWith("https://")
    ? `<a href="${escapeMarkup(at)}">${escapeMarkup(at)}</a>`
    : `<span>${escapeMarkup(at)}</span>`;
}

function unverifiedGroups(selected: readonly ReportedResult[]): string {
  const byCause = Map.groupBy(selected, ({ verdict }) => (verdict as Unverified).cause);
  return [...byCause]
    .map(
      ([cause, group]) =>
        `<h3 class="cause">${cause}: ${escapeMarkup(causes[cause])}</h3>\n<ul>${groupByReason(group).map(reasonItem).join("\n")}</ul>`,
    )
    .join("\n");
}

/** A reason, once for all its cases. */
function reasonItem([why, group]: readonly [why: string, group: readonly ReportedResult[]]): string {
  if (group.length === 1) return line(group[0]!);
  const items = group.map((each) => line(each, "")).join("\n");
  return `<li>${escapeMarkup(why)} <small>${countNoun(group.length, "case")}</small>\n<ul>${items}</ul></li>`;
}

/** Lists the reasons why checks do not apply, each once. */
function reasons(selected: readonly ReportedResult[]): string {
  const why = selected.flatMap(({ verdict }) => (verdict.status === "inapplicable" ? [verdict.why] : []));
  return [...new Set(why)].map((text) => `<p class="why">${escapeMarkup(text)}</p>\n`).join("");
}

function collapse(status: "accepted" | "held" | keyof Tally, selected: readonly ReportedResult[]): string {
  const byTool = Map.groupBy(selected, ({ subject }) => subject.tool ?? "server");
  return [...byTool]
    .map(
      ([tool, group]) =>
        `<details><summary>${escapeMarkup(tool)} <small>${group.length} ${statusLabels[status]}</small></summary>\n<ul>${group.map((each) => line(each)).join("\n")}</ul></details>`,
    )
    .join("\n");
}

function line(result: ReportedResult, reason = findReason(result.verdict)): string {
  const { subject, acceptedFor } = result;
  const more = [acceptedFor, reason]
    .filter((text) => text !== undefined && text !== "")
    .map((text) => `<small>${escapeMarkup(text!)}</small>`);
  return `<li class="result is-${subject.kind}">${escapeMarkup(subject.must)} <code>${escapeMarkup(subject.id)}</code>${more.join("")}</li>`;
}

/** Returns the reason why a result is not held. */
function findReason(verdict: Verdict): string | undefined {
  if (verdict.status === "failed") return `got ${verdict.got}`;
  return verdict.status === "unverified" ? verdict.why : undefined;
}

function wrongEntriesSection({ wrongEntries }: Report): string {
  if (wrongEntries.length === 0) return "";
  const lines = wrongEntries.map(
    (entry) =>
      `<li><code>${escapeMarkup(entry.case)}</code> ${escapeMarkup(describeEntryProblem(entry))}<small>${escapeMarkup(entry.reason)}</small></li>`,
  );
  return `<section><h2><span class="dot failed"></span>Accepted entries that do not describe this run</h2><ul>${lines.join("")}</ul></section>`;
}

function volatileSection({ behaviour }: Report): string {
  const places = behaviour?.volatile ?? [];
  if (places.length === 0) return "";
  const byTool = Map.groupBy(places, ({ tool }) => tool);
  const lines = [...byTool].map(
    ([tool, ofTool]) =>
      `<li>${escapeMarkup(tool)} ${ofTool.map(({ place }) => `<code>${escapeMarkup(place)}</code>`).join(" ")}</li>`,
  );
  const why = "These places changed without a call that changes them, so they are not compared.";
  const list = `<p class="why">${why}</p><ul>${lines.join("\n")}</ul>`;
  return `\n<section><h2>Values that change by themselves</h2>${list}</section>`;
}

function coverageSection({ coverage }: Report): string {
  if (coverage === undefined || coverage.missing.length === 0) return "";
  const lines = coverage.missing.map(
    ({ constraint, at, why }) =>
      `<li><code>${escapeMarkup(constraint)}</code> <span>${escapeMarkup(at)}</span><small>${escapeMarkup(why)}</small></li>`,
  );
  return `<section><h2>Not exercised: ${countNoun(coverage.missing.length, "constraint")}</h2><ul>${lines.join("\n")}</ul></section>`;
}

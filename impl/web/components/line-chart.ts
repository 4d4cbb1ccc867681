/** Draws numbers over time as lines, with the same figures as a table for screen readers. Needs no script and no inline style. */
import type { Course, CourseUnit } from "../../forms/answers/tallies/course.ts";
import { type Html, html } from "../../platform/html.ts";
import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";

/** One line: its numbers in the order of the labels. */
export interface Line {
  readonly label: string;
  readonly values: readonly number[];
}

const HEIGHT = 100;
/** Points that are marked; more would touch each other on a phone. */
const MARKED = 13;

/** @param head the head of the table's first column @param labels of the points @param lines at most three, the highest first */
export function lineChart(
  t: OwnerTranslation,
  {
    caption,
    head,
    labels,
    lines,
  }: {
    readonly caption: string;
    readonly head: string;
    readonly labels: readonly string[];
    readonly lines: readonly Line[];
  },
): Html {
  const highest = Math.max(1, ...lines.flatMap(({ values }) => values));
  const width = Math.max(1, labels.length - 1);
  const marks = lines.length === 1 && labels.length <= MARKED;
  const drawn = lines.map(({ values }, at) => {
    const points = values.map((value, x) => `${x} ${round(HEIGHT - (HEIGHT * value) / highest)}`);
    return html`
      <path class="line-${at}" d="M${points.join("L")}"/>
      ${marks && html`<path class="points" d="${points.map((point) => `M${point}h.01`).join("")}"/>`}
    `;
  });
  const axis = [labels[0], labels.length % 2 === 1 && labels[(labels.length - 1) / 2], labels.at(-1)];
  const rows = labels.map(
    (label, at) =>
      html`<tr><th scope="row">${label}</th>${lines.map(({ values }) => html`<td>${t.number(values[at] ?? 0)}</td>`)}</tr>`,
  );
  return html`
    <div class="lines" aria-hidden="true">
      <p class="highest">${t.number(highest)}</p>
      <svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none">${drawn}</svg>
      <p class="axis">${axis.map((label) => label !== false && html`<span>${label}</span>`)}</p>
      ${lines.length > 1 && legend(lines)}
    </div>
    <div class="vh">
      <table>
        <caption>${caption}</caption>
        <thead><tr><th scope="col">${head}</th>${lines.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead>
        <tbody>${rows}</tbody>
      </table>
    </div>
  `;
}

function legend(lines: readonly Line[]): Html {
  const items = lines.map(
    ({ label }, at) =>
      html`<li><svg viewBox="0 0 24 2"><path class="line-${at}" d="M0 1h24"/></svg>${label}</li>`,
  );
  return html`<ul class="legend">${items}</ul>`;
}

/** Draws counts over time. */
export function courseChart(
  t: OwnerTranslation,
  { unit, columns }: Course,
  { caption, line }: { readonly caption: string; readonly line: string },
): Html {
  return lineChart(t, {
    caption,
    head: unitHead(t, unit),
    labels: columns.map(({ from }) => unitLabel(t, unit, from)),
    lines: [{ label: line, values: columns.map(({ count }) => count) }],
  });
}

export function unitHead(t: OwnerTranslation, unit: CourseUnit): string {
  return t.say(`summary_by_${unit}`);
}

/** @param from the first day of the unit, `YYYY-MM-DD` */
export function unitLabel({ locale }: OwnerTranslation, unit: CourseUnit, from: string): string {
  return new Intl.DateTimeFormat(locale, { ...LABELS[unit], timeZone: "UTC" }).format(new Date(from));
}

const LABELS: Readonly<Record<CourseUnit, Intl.DateTimeFormatOptions>> = {
  day: { day: "numeric", month: "short" },
  week: { day: "numeric", month: "short" },
  month: { month: "short", year: "2-digit" },
  year: { year: "numeric" },
};

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

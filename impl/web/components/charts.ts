/**
 * Draws charts as SVG, with their figures as text: bars beside labels, and columns above labels. Charts need no script and no
 * inline style. They are hidden from screen readers, which read a table with the same figures.
 */
import type { Counted } from "../../forms/answers/tallies/tally.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";
import { columnHead, table } from "./blocks/table.ts";

/** A bar, and the address of what it counts; undefined: there is no page of it. */
export type Bar = Counted & { readonly address?: string | undefined };

/** Draws a table with a bar in each row. A share is a part of `whole`. @param head the head of the labels; undefined: "Answer" */
export function barTable(
  t: OwnerTranslation,
  {
    caption,
    bars,
    whole,
    lang,
    head = t.say("summary_answer"),
  }: { caption: string; bars: readonly Bar[]; whole: number; lang?: string | undefined; head?: string },
): Html {
  const rows = bars.map(
    ({ label, count, address }) =>
      html`
        <tr>
          <th scope="row">
            <span class="bar-label"${attributes({ lang })}>${address ? html`<a href="${address}">${label}</a>` : label}</span>
            ${bar(count / Math.max(1, whole))}
          </th>
          <td>${t.number(count)}</td>
          <td>${percent(t, count, whole)}</td>
        </tr>
      `,
  );
  const heads = [head, t.say("summary_count"), t.say("summary_share")].map((text) => columnHead(text));
  return table({ className: "bars", caption, heads, isHeadHidden: true, rows });
}

/** Draws a bar. @param share 0 to 1 */
export function bar(share: number): Html {
  return html`
    <svg class="bar-line" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="1000" height="10"/>
      <rect class="value" width="${round(1_000 * Math.min(1, share))}" height="10"/>
    </svg>
  `;
}

/** The number of characters of labels that fit side by side on a phone. */
const LABEL_LINE = 45;

interface ColumnChart {
  readonly caption: string;
  readonly columns: readonly Bar[];
  /** The head of the labels, for screen readers. */
  readonly head: string;
}

/**
 * Draws columns with their counts above and their labels below. If there are many columns, only some have a label. The table
 * for screen readers is in a separate element, because no style makes a table narrower than its content.
 */
export function columnChart(t: OwnerTranslation, chart: ColumnChart): Html {
  const { caption, columns, head } = chart;
  if (columns.length <= MAX_LINKED && columns.some(({ address }) => address !== undefined))
    return linkedColumns(t, chart);
  const highest = Math.max(1, ...columns.map(({ count }) => count));
  const isDense = columns.length > 13;
  const characters = sum(columns.map(({ label }) => label.length + 1));
  const step = isDense ? Math.ceil(columns.length / 6) : Math.ceil(characters / LABEL_LINE);
  const drawn = columns.map(({ label, count }, index) => {
    const shown = index % step === 0 ? label : "";
    return html`
      <li>
        ${!isDense && html`<b>${count > 0 && t.number(count)}</b>`}
        <svg viewBox="0 0 10 100" preserveAspectRatio="none">
          <rect
            class="value"
            y="${round(100 - (100 * count) / highest)}"
            width="10"
            height="${round((100 * count) / highest)}"
          />
        </svg>
        <span>${shown}</span>
      </li>
    `;
  });
  const rows = columns.map(
    ({ label, count }) => html`<tr><th scope="row">${label}</th><td>${t.number(count)}</td></tr>`,
  );
  return html`
    <ol class="columns${isDense && " dense"}" aria-hidden="true">${drawn}</ol>
    <div class="vh">
      <table>
        <caption>${caption}</caption>
        <thead><tr><th scope="col">${head}</th><th scope="col">${t.say("summary_count")}</th></tr></thead>
        <tbody>${rows}</tbody>
      </table>
    </div>
  `;
}

/** The numbers of characters of labels that fit side by side on a phone and on a screen, if ranges are in two lines. */
const CHARACTERS = { phone: 32, screen: 60 };

/** Returns the class of columns whose labels fit only if they are written upright. */
function uprightClass(columns: readonly Bar[]): string {
  const longest = Math.max(...columns.flatMap(({ label }) => label.split("–").map(({ length }) => length)));
  const characters = longest * columns.length;
  if (characters > CHARACTERS.screen) return " upright";
  return characters > CHARACTERS.phone ? " upright-on-phones" : "";
}

/** More columns are too narrow for fingers. */
const MAX_LINKED = 13;

/** Draws columns that lead to what they count. Screen readers read them as a list, without a table. */
function linkedColumns(t: OwnerTranslation, { caption, columns }: ColumnChart): Html {
  const highest = Math.max(1, ...columns.map(({ count }) => count));
  const items = columns.map(({ label, count, address }) => {
    const height = round((100 * count) / highest);
    // Read as "5: 12"; the styles put the number above the column.
    const drawn = html`
      <span>${label}<span class="vh">: ${t.number(count)}</span></span>
      <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
        <rect class="value" y="${round(100 - (100 * count) / highest)}" width="10" height="${height}"/>
      </svg>
      <b aria-hidden="true">${count > 0 && t.number(count)}</b>
    `;
    return address === undefined ? html`<li>${drawn}</li>` : html`<li><a href="${address}">${drawn}</a></li>`;
  });
  return html`<ol class="columns linked${uprightClass(columns)}" aria-label="${caption}">${items}</ol>`;
}

/** Draws the parts of a whole side by side. */
export function stackedBar(parts: readonly { readonly name: string; readonly count: number }[]): Html {
  const whole = Math.max(1, sum(parts.map(({ count }) => count)));
  let x = 0;
  const rects = parts.map(({ name, count }) => {
    const width = (1_000 * count) / whole;
    x += width;
    return html`<rect class="${name}" x="${round(x - width)}" width="${round(width)}" height="10"/>`;
  });
  return html`<svg class="stacked" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${rects}</svg>`;
}

export function percent({ locale }: OwnerTranslation, count: number, whole: number): string {
  const format = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  return format.format(whole === 0 ? 0 : count / whole);
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Draws the result of one question in the summary, by the kind of its answers. */
import type { CountedPart, NumberColumn, Result } from "../../forms/answers/tallies/tally.ts";
import { OTHER } from "../../forms/fields/parts/inputs.ts";
import { attributes, type Html, type HtmlValue, html } from "../../platform/html.ts";
import type { Digits } from "../../texts/number.ts";
import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";
import { shorten } from "../../texts/shorten.ts";
import { factList } from "./blocks/facts.ts";
import { columnHead, table } from "./blocks/table.ts";
import { bar, barTable, columnChart, percent, stackedBar } from "./charts.ts";
import { courseChart } from "./line-chart.ts";

interface ResultContext {
  readonly t: OwnerTranslation;
  readonly label: string;
  /** The digits of its numbers. */
  readonly digits?: Digits | undefined;
  /** The unit of its numbers. */
  readonly unit?: string | undefined;
  /** The number of responses that are 100 %. */
  readonly counted: number;
  /** The language of the form's texts; undefined: the language of the page. */
  readonly lang: string | undefined;
  /** Whether the first, last and middle number are left out, which are those of single people. */
  readonly hidesSingles?: boolean;
  /** Returns the address of the responses that a part of the chart counts; undefined: there is no page of them. */
  readonly addressOf?: ((part: CountedPart) => string | undefined) | undefined;
}

type ResultOf<Kind extends Result["kind"]> = Extract<Result, { kind: Kind }>;

const TEXT_LENGTH = 300;

export function questionResult(context: ResultContext, result: Result): Html {
  switch (result.kind) {
    case "choices":
      return choices(context, result);
    case "numbers":
      return numbers(context, result);
    case "nps":
      return nps(context, result);
    case "ranking":
      return ranking(context, result);
    case "matrix":
      return matrix(context, result);
    case "values":
      return values(context, result);
    case "texts":
      return texts(result.latest);
    case "files":
      return html`<p class="figure">${files(context, result)}</p>`;
  }
}

function choices({ t, label, counted, lang, addressOf }: ResultContext, result: ResultOf<"choices">): Html {
  const { isMultiple, others, latestOthers, left } = result;
  const other = others > 0 ? [{ choice: OTHER, label: t.say("summary_other"), count: others }] : [];
  const bars = [...result.bars, ...other].map((one) => ({
    ...one,
    address: one.count > 0 ? addressOf?.({ choice: one.choice }) : undefined,
  }));
  return html`
    ${barTable(t, { caption: label, bars, whole: counted, lang })}
    ${isMultiple && note(t.say("summary_multiple"))}
    ${left > 0 && note(t.say("summary_left", { count: left }))}
    ${latestOthers.length > 0 && html`${note(t.say("summary_latest_others"))}${texts(latestOthers)}`}
  `;
}

function note(text: string): Html {
  return html`<p class="soft small">${text}</p>`;
}

function numbers(context: ResultContext, result: ResultOf<"numbers">): Html {
  const { t, digits } = context;
  const unit = context.unit === undefined ? "" : ` ${context.unit}`;
  const { average, median, min, max, columns } = result;
  // One column has no shape.
  const chart = columns.length > 1 && numberColumns(context, columns);
  const facts: [string, string][] = [
    [t.say("summary_average"), t.number(Number(average.toFixed(2)), digits) + unit],
    [t.say("summary_median"), t.number(Number(median.toFixed(2)), digits) + unit],
    [t.say("summary_range"), `${t.number(min, digits)} – ${t.number(max, digits)}${unit}`],
  ];
  return html`${factList(context.hidesSingles ? facts.slice(0, 1) : facts, "figures")}${chart}`;
}

/** Draws columns that lead to the responses that they count. */
function numberColumns({ t, label, addressOf }: ResultContext, columns: readonly NumberColumn[]): Html {
  const linked = columns.map((column) => ({
    ...column,
    address: column.part && column.count > 0 ? addressOf?.(column.part) : undefined,
  }));
  return columnChart(t, { caption: label, columns: linked, head: t.say("summary_answer") });
}

/** The first and the last answer of each group. */
const NPS_GROUPS = { detractors: [0, 6], passives: [7, 8], promoters: [9, 10] } as const;

function nps(context: ResultContext, result: ResultOf<"nps">): Html {
  const { t, addressOf } = context;
  const { score, columns, ...groups } = result;
  const names = ["detractors", "passives", "promoters"] as const;
  const whole = groups.detractors + groups.passives + groups.promoters;
  const sign = score > 0 ? "+" : score < 0 ? "−" : "";
  const parts = names.map((name) => ({ name, count: groups[name] }));
  const legend = parts.map(({ name, count }) => {
    const [from, to] = NPS_GROUPS[name];
    const address = count > 0 ? addressOf?.({ from, to }) : undefined;
    const share = percent(t, count, whole);
    return html`<li><i class="${name}"></i>${maybeLink(t.say(`summary_${name}`), address)} <b>${share}</b></li>`;
  });
  return html`
    ${factList([[t.say("summary_nps"), `${sign}${Math.abs(score)}`]], "figures")}
    ${stackedBar(parts)}
    <ul class="legend">${legend}</ul>
    ${numberColumns(context, columns)}
  `;
}

function maybeLink(text: string, address: string | undefined): HtmlValue {
  return address === undefined ? text : html`<a href="${address}">${text}</a>`;
}

function ranking({ t, label, counted, lang }: ResultContext, result: ResultOf<"ranking">): Html {
  const rows = result.places.map(
    (one) =>
      html`
        <tr>
          <th scope="row">
            <span class="bar-label"${attributes({ lang })}>${one.label}</span>
            ${bar((result.choices - one.place + 1) / result.choices)}
          </th>
          <td>${t.number(one.place, [1, 1])}</td>
          <td>${percent(t, one.first, counted)}</td>
        </tr>
      `,
  );
  const heads = [html`<td></td>`, columnHead(t.say("summary_place")), columnHead(t.say("summary_first"))];
  return table({ className: "bars", caption: label, heads, rows });
}

/** Draws a table in which cells with more answers are darker. Each cell has its number, too. */
function matrix({ t, label, lang, addressOf }: ResultContext, { columns, rows }: ResultOf<"matrix">): Html {
  const highest = Math.max(1, ...rows.flatMap(({ cells }) => cells.map(({ count }) => count)));
  const shade = (count: number) => (count === 0 ? 0 : Math.max(1, Math.round((4 * count) / highest)));
  const heads = columns.map((column) => columnHead(column, { lang }));
  const lines = rows.map(
    (row) =>
      html`
        <tr>
          <th scope="row"${attributes({ lang })}>${row.label}</th>
          ${row.cells.map(({ count, part }) => {
            const address = count > 0 ? addressOf?.(part) : undefined;
            return html`<td class="shade-${shade(count)}">${maybeLink(t.number(count), address)}</td>`;
          })}
        </tr>
      `,
  );
  return html`
    <div class="sideways plain" role="region" tabindex="0" aria-label="${label}">
      ${table({ className: "shades", heads: [html`<td></td>`, heads], rows: lines })}
    </div>
  `;
}

function values({ t, label, counted }: ResultContext, result: ResultOf<"values">): Html {
  const { top, distinct, first, last, isOrdered, course } = result;
  const left = distinct - top.length;
  const range = first === last ? first : `${first} – ${last}`;
  if (course !== undefined)
    return html`
      ${factList([[t.say("summary_range"), range]], "figures")}
      ${courseChart(t, course, { caption: label, line: t.say("summary_count") })}
    `;
  // If all values differ, bars show nothing.
  if (isOrdered && left > 0 && top[0]?.count === 1)
    return html`
      ${factList([[t.say("summary_range"), range]], "figures")}
      ${note(t.say("summary_distinct", { count: distinct }))}
    `;
  return html`
    ${isOrdered && factList([[t.say("summary_range"), range]], "figures")}
    ${barTable(t, { caption: label, bars: top, whole: counted })}
    ${left > 0 && note(t.say("summary_left_values", { count: left }))}
  `;
}

function texts(latest: readonly string[]): Html {
  const items = latest.map((text) => html`<li>${shorten(text, TEXT_LENGTH)}</li>`);
  return html`<ul class="quotes">${items}</ul>`;
}

function files({ t }: ResultContext, { files: count, bytes }: ResultOf<"files">): string {
  const size = t.number(Math.max(1, Math.round(bytes / 1_000)));
  return `${t.say("summary_files", { count })}, ${t.say("response_file_size", { size })}`;
}

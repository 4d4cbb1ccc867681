/** Draws how often a form was opened, started and sent, how long that took, and where visits ended. */
import type { FormStructure } from "../../../generated/types.ts";
import { createAxis, startOfUnit } from "../../forms/answers/tallies/course.ts";
import type { Counted } from "../../forms/answers/tallies/tally.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import type { VisitFigures, VisitSteps } from "../../responses/visits/figures.ts";
import { leftQuestions } from "../../responses/visits/left-questions.ts";
import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";
import { UTC } from "../../texts/time-zone.ts";
import { languageName } from "../../texts/translate.ts";
import { factList } from "./blocks/facts.ts";
import { columnHead, table } from "./blocks/table.ts";
import { barTable } from "./charts.ts";
import { lineChart, unitHead, unitLabel } from "./line-chart.ts";

export interface VisitsView {
  readonly t: OwnerTranslation;
  readonly structure: FormStructure;
  readonly figures: VisitFigures;
}

/** With more questions, only those are shown at which visits ended. */
const MAX_QUESTIONS = 25;
const STEPS = ["opened", "started", "sent"] as const;

/** Draws the figures of visits. Returns undefined if the form has not been opened. */
export function visitFigures(view: VisitsView): Html | undefined {
  const { t, figures } = view;
  if (figures.opened === 0) return undefined;
  const bars = STEPS.map((step) => ({ label: t.say(`visits_${step}`), count: figures[step] }));
  const head = t.say("visits_step");
  return html`
    <section class="question visits" aria-labelledby="visits">
      <h2 id="visits">${t.say("visits_title")}</h2>
      <p class="soft">${t.say("visits_text")} ${t.zone !== UTC && t.say("visits_days")}</p>
      <div class="visit-parts">
        <div>
          ${barTable(t, { caption: t.say("visits_title"), bars, whole: figures.opened, head })}
          ${medianTime(t, figures)}
        </div>
        <div>${byDay(t, figures)}</div>
        ${byQuestion(view)}
        ${byLanguage(t, figures)}
      </div>
    </section>
  `;
}

function medianTime(t: OwnerTranslation, { medianSeconds }: VisitSteps): Html | undefined {
  return medianSeconds === undefined
    ? undefined
    : factList([[t.say("visits_median"), duration(t, medianSeconds)]], "figures");
}

/** Writes a duration in its two largest units. */
function duration(t: OwnerTranslation, total: number): string {
  const [hours, minutes, seconds] = [Math.floor(total / 3_600), Math.floor(total / 60) % 60, total % 60];
  if (hours > 0) return t.say("visits_hours", { hours: t.number(hours), minutes });
  return minutes > 0 ? t.say("visits_minutes", { minutes, seconds }) : t.say("visits_seconds", { seconds });
}

function byDay(t: OwnerTranslation, { days }: VisitFigures): Html | undefined {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const { unit, starts } = createAxis(first.day, last.day);
  const groups = Map.groupBy(days, ({ day }) => startOfUnit(unit, day));
  const head = t.zone === UTC ? unitHead(t, unit) : `${unitHead(t, unit)} (${UTC})`;
  const lines = STEPS.map((step) => ({
    label: t.say(`visits_${step}`),
    values: starts.map((start) => (groups.get(start) ?? []).reduce((sum, one) => sum + one[step], 0)),
  }));
  const labels = starts.map((start) => unitLabel(t, unit, start));
  return html`<h3>${head}</h3>${lineChart(t, { caption: head, head, labels, lines })}`;
}

function byQuestion({ t, structure, figures }: VisitsView): Html | undefined {
  const count = figures.started - figures.sent;
  if (count <= 0) return undefined;
  const all = leftQuestions(structure, figures.left);
  const bars = all
    .filter(({ visits }) => visits > 0 || all.length <= MAX_QUESTIONS)
    .map(({ label, visits }): Counted => ({ label: label ?? t.say("visits_address"), count: visits }));
  const caption = t.say("visits_left");
  const lang = structure.default_language === t.language ? undefined : structure.default_language;
  return html`
    <div class="across">
      <h3>${caption}</h3>
      <p class="soft">${t.say("visits_left_text", { count })}</p>
      <div${attributes({ class: bars.length > 1 && "bar-columns" })}>
        ${barTable(t, { caption, bars, whole: figures.started, head: t.say("visits_question"), lang })}
      </div>
    </div>
  `;
}

function byLanguage(t: OwnerTranslation, { languages }: VisitFigures): Html | undefined {
  if (languages.length < 2) return undefined;
  const caption = t.say("visits_languages");
  const rows = languages.map(
    ({ language, medianSeconds, ...steps }) =>
      html`
        <tr>
          <th scope="row"${attributes({ lang: language })}>${languageName(language)}</th>
          ${STEPS.map((step) => html`<td data-step="${t.say(`visits_${step}`)}">${t.number(steps[step])}</td>`)}
          <td data-step="${t.say("summary_median")}">${
            medianSeconds === undefined ? "–" : duration(t, medianSeconds)
          }</td>
        </tr>
      `,
  );
  const heads = [
    columnHead(t.say("visits_language")),
    STEPS.map((step) => columnHead(t.say(`visits_${step}`))),
    columnHead(t.say("summary_median")),
  ];
  return html`
    <div class="across">
      <h3>${caption}</h3>
      <div class="by-language" role="region" tabindex="0" aria-label="${caption}">
        ${table({ className: "steps-by", caption, heads, rows })}
      </div>
    </div>
  `;
}

/** Responses for the conversation: the latest as a table, and a chart for each question about all of them. */
import type { FormStructure, Language } from "../../../generated/types.ts";
import { readableForm } from "../../forms/structure/readable.ts";
import { type Html, html } from "../../platform/html.ts";
import { showIn } from "../../responses/analysis/read-columns.ts";
import { answerSums, type QuestionSummary } from "../../responses/analysis/summary.ts";
import { answerWording, summaryWording } from "../../responses/exports/answer-wording.ts";
import { versionColumns } from "../../responses/exports/columns.ts";
import type { ReadResponse } from "../../responses/latest.ts";
import type { VisitFigures } from "../../responses/visits/figures.ts";
import {
  isOwnerLanguage,
  type OwnerLanguage,
  type OwnerTranslation,
  ownerTranslation,
} from "../../texts/owner/owner-texts.ts";
import { shorten } from "../../texts/shorten.ts";
import { questionResult } from "../../web/components/question-result.ts";
import { visitFigures } from "../../web/components/visit-figures.ts";
import type { Views } from "./views.ts";

const ROWS = 10;
const COLUMNS = 5;
const CELL_LENGTH = 80;
const CHARTS = 8;

/** The responses that the charts sum up. */
export interface Charted {
  readonly count: number;
  /** Whether older responses were left out. */
  readonly hasOlder: boolean;
  batches(): AsyncIterable<readonly ReadResponse[]> | Iterable<readonly ReadResponse[]>;
}

/** The charts and figures below the table; each is undefined if there is none. */
export interface Summed {
  readonly charted: Charted | undefined;
  readonly figures: VisitFigures | undefined;
}

/**
 * Draws views of responses. It removes no data: the responses are already redacted for the caller.
 * @param total the number of responses on all pages
 * @param ownLanguage the language that the caller chose for the pages, if any
 */
export async function responsesViews(
  responses: readonly ReadResponse[],
  structure: FormStructure,
  { charted, figures }: Summed,
  total: number,
  ownLanguage: string | null,
): Promise<Views> {
  const lang = structure.default_language;
  const views = viewLanguages(structure, ownLanguage).map((language) => {
    const t = ownerTranslation(language);
    return { t, language, sums: answerSums(readableForm(structure), summaryWording(t, lang)) };
  });
  for await (const batch of charted?.batches() ?? [])
    for (const { answers } of batch) for (const { sums } of views) sums.add(answers);
  return views.map(({ t, language, sums }) => {
    const cards = charted && charts(t, sums.questions(), { ...charted, total }, lang);
    const visits = figures && visitFigures({ t, structure, figures });
    return [language, html`${table(t, responses, structure, lang)}${visits}${cards}`];
  });
}

/** The languages in which a reader may have the host: English, that of the account, and those of the form. */
function viewLanguages({ languages }: FormStructure, ownLanguage: string | null): readonly OwnerLanguage[] {
  const wanted = ["en", ownLanguage ?? "en", ...languages];
  return [...new Set(wanted.filter(isOwnerLanguage))];
}

function table(
  t: OwnerTranslation,
  responses: readonly ReadResponse[],
  structure: FormStructure,
  language: Language,
): Html {
  const wording = answerWording(t, { language });
  const shown = responses.slice(0, ROWS);
  const columns = versionColumns(structure, wording)
    .filter(({ cell }) => shown.some((response) => cell(response, response.answers) !== undefined))
    .slice(0, COLUMNS);
  const rows = shown.map((response) => {
    const cells = columns.map((column) => {
      const text = showIn(column, response) ?? "";
      return html`<td lang="${language}">${shorten(text, CELL_LENGTH)}</td>`;
    });
    const day = response.submitted_at.slice(0, 10);
    return html`<tr><th scope="row"><time datetime="${response.submitted_at}">${t.date(day)}</time></th>${cells}</tr>`;
  });
  const heads = columns.map(
    ({ label }) => html`<th scope="col" lang="${language}">${shorten(label, CELL_LENGTH)}</th>`,
  );
  const caption = t.say("responses_count", { count: shown.length });
  return html`
    <div class="wide" tabindex="0" role="region" aria-label="${caption}">
      <table class="answers">
        <thead><tr><th scope="col">${t.say("response_submitted")}</th>${heads}</tr></thead>
        <tbody data-rows>${rows}</tbody>
      </table>
    </div>
  `;
}

/** Draws charts, without questions for texts or files, which the table shows better. */
function charts(
  t: OwnerTranslation,
  questions: readonly QuestionSummary[],
  { count, hasOlder, total }: Charted & { readonly total: number },
  language: Language,
): Html {
  const lang = language === t.language ? undefined : language;
  const cards = questions.flatMap(({ label, digits, unit, answered, counted, result }) =>
    result === undefined || result.kind === "texts" || result.kind === "files"
      ? []
      : [
          html`
            <section class="question">
              <h2 lang="${language}">${label}</h2>
              <p class="soft">${t.say("summary_answered", { count: answered, total: count })}</p>
              ${questionResult({ t, label, digits, unit, counted, lang }, result)}
            </section>
          `,
        ],
  );
  const of = t.say(hasOlder ? "charts_latest" : "charts_all", { count, total });
  return html`<p class="soft">${of}</p><div class="questions">${cards.slice(0, CHARTS)}</div>`;
}

/** Responses for the conversation: the latest as a table, and a chart for each question. */
import type { FormStructure, Language } from "../../../generated/types.ts";
import { type Html, html } from "../../platform/html.ts";
import { summariseAnswers } from "../../responses/analysis/summary.ts";
import { versionColumns } from "../../responses/exports/columns.ts";
import type { ReadResponse } from "../../responses/latest.ts";
import { type OwnerTranslation, ownerLanguages, ownerTranslation } from "../../texts/owner/owner-texts.ts";
import { shorten } from "../../texts/shorten.ts";
import { summaryWording } from "../owner/forms/summary.ts";
import { questionResult } from "../views/owner/forms/question-result.ts";
import type { Views } from "./views.ts";

const ROWS = 10;
const COLUMNS = 5;
const CELL_LENGTH = 80;
const CHARTS = 8;

/** @param responses as the caller may see them: nothing is removed here */
export function responsesViews(responses: readonly ReadResponse[], structure: FormStructure): Views {
  return ownerLanguages.map((language) => {
    const t = ownerTranslation(language);
    const lang = structure.default_language;
    const view = html`${table(t, responses, structure, lang)}${charts(t, responses, structure, lang)}`;
    return [language, view];
  });
}

function table(
  t: OwnerTranslation,
  responses: readonly ReadResponse[],
  structure: FormStructure,
  language: Language,
): Html {
  const wording = {
    language,
    file: ({ name }: { readonly name: string }) => name,
    boolean: (value: boolean) => t.say(value ? "yes" : "no"),
  };
  const shown = responses.slice(0, ROWS);
  const columns = versionColumns(structure, wording)
    .filter(({ cell }) => shown.some((response) => cell(response, response.answers) !== undefined))
    .slice(0, COLUMNS);
  const rows = shown.map((response) => {
    const cells = columns.map((column) => {
      const cell = column.cell(response, response.answers);
      return html`<td lang="${language}">${cell === undefined ? "" : shorten(String(cell), CELL_LENGTH)}</td>`;
    });
    const day = response.submitted_at.slice(0, 10);
    return html`<tr><th scope="row"><time datetime="${response.submitted_at}">${t.date(day)}</time></th>${cells}</tr>`;
  });
  const heads = columns.map(
    ({ label }) => html`<th scope="col" lang="${language}">${shorten(label, CELL_LENGTH)}</th>`,
  );
  const caption = t.say("responses_count", { count: responses.length });
  return html`<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table class="answers"><thead><tr><th scope="col">${t.say("response_submitted")}</th>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Of questions whose answers are texts or files the table has more to say. */
function charts(
  t: OwnerTranslation,
  responses: readonly ReadResponse[],
  structure: FormStructure,
  language: Language,
): Html {
  const answers = responses.map((response) => response.answers);
  const lang = language === t.language ? undefined : language;
  const questions = summariseAnswers(answers, structure, summaryWording(t, language));
  const cards = questions.flatMap(({ label, answered, result }) =>
    result === undefined || result.kind === "texts" || result.kind === "files"
      ? []
      : [
          html`<section class="question"><h2 lang="${language}">${label}</h2><p class="soft">${t.say("summary_answered", { count: answered, total: responses.length })}</p>${questionResult({ t, label, answered, lang }, result)}</section>`,
        ],
  );
  return html`<div class="questions">${cards.slice(0, CHARTS)}</div>`;
}

/** The page with the results of a form for everybody who has its secret link. It works without scripts, and prints. */
import type { FormStructure, Language } from "../../../../generated/types.ts";
import { attributes, type Html, html } from "../../../platform/html.ts";
import { LEAST_PEOPLE, type ResultsForAll } from "../../../responses/analysis/shared-results.ts";
import type { QuestionSummary } from "../../../responses/analysis/summary.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import type { PageView } from "../../components/layout.ts";
import type { Look } from "../../components/look.ts";
import { questionResult } from "../../components/question-result.ts";

interface ResultsView {
  readonly t: OwnerTranslation;
  readonly structure: FormStructure;
  /** The language of the form's texts. */
  readonly language: Language;
  readonly look: Look;
  /** Undefined: fewer than five people have answered. */
  readonly results: ResultsForAll | undefined;
}

export function resultsPage(view: ResultsView): PageView {
  const { t, structure, language, look, results } = view;
  const lang = language === t.language ? undefined : language;
  const title = structure.title[language] ?? structure.title[structure.default_language] ?? "";
  return {
    language: t.language,
    title: `${t.say("results_title")}: ${title}`,
    styles: ["owner"],
    icon: look.icon,
    head: html`<meta name="robots" content="noindex">${look.head}`,
    footer: look.footer,
    embedded: false,
    wide: true,
    main: html`
      <header class="results-head">
        <p class="eyebrow">${t.say("results_title")}</p>
        <h1${attributes({ lang })}>${title}</h1>
        ${results === undefined ? tooFew(t) : counted(t, results)}
      </header>
      ${results && html`<div class="questions">${results.questions.map((question) => card(view, question, results.count))}</div>`}
    `,
  };
}

function tooFew(t: OwnerTranslation): Html {
  return html`<p class="empty">${t.say("results_few", { least: LEAST_PEOPLE })}</p>`;
}

function counted(t: OwnerTranslation, { count, hasOlder }: ResultsForAll): Html {
  return html`
    <p><strong>${t.say("responses_count", { count })}</strong></p>
    <p class="soft">${t.say("results_steps", { least: LEAST_PEOPLE })}</p>
    ${hasOlder && html`<p class="soft">${t.say("results_latest")}</p>`}
  `;
}

function card({ t, language }: ResultsView, question: QuestionSummary, total: number): Html {
  const { label, digits, unit, answered, counted, result } = question;
  const lang = language === t.language ? undefined : language;
  if (result === undefined)
    return html`
      <section class="question">
        <h2${attributes({ lang })}>${label}</h2>
        <p class="soft">${t.say("results_few_answers", { least: LEAST_PEOPLE })}</p>
      </section>
    `;
  return html`
    <section class="question">
      <h2${attributes({ lang })}>${label}</h2>
      <p class="soft">${t.say("summary_answered", { count: answered, total })}</p>
      ${questionResult({ t, label, digits, unit, counted, lang, hidesSingles: true }, result)}
    </section>
  `;
}

/** The answer key, shown once a response counts: the respondent's answers, whether they are right, and the right ones. */
import type { FormStructure } from "../../../../generated/types.ts";
import { shownDigits } from "../../../forms/amounts.ts";
import type { Answers } from "../../../forms/answers/answer.ts";
import { type MarkedAnswer, type MarkedAnswers, markAnswers } from "../../../forms/answers/answer-key.ts";
import { drawWording } from "../../../forms/fields/parts/wordings.ts";
import { type Html, html } from "../../../platform/html.ts";
import type { Digits } from "../../../texts/number.ts";
import type { Translation } from "../../../texts/translate.ts";
import { answerText, type Mentions } from "../mentions.ts";

/** Icons beside the word, so the verdicts do not differ by colour alone. */
const SIGNS = {
  right: html`<path d="M6 12.500l4 4 8-9"/>`,
  partly: html`<path d="M6 12h12"/>`,
  wrong: html`<path d="M7.500 7.500l9 9M16.500 7.500l-9 9"/>`,
  unanswered: html`<circle cx="12" cy="12" r="6"/>`,
};

/**
 * @param structure the version that was answered
 * @param key id of the calculation that defines the right choices; undefined: there is none
 */
export function answerKey(
  t: Translation,
  structure: FormStructure,
  answers: Answers,
  mentions: Mentions,
  key: string | undefined,
): Html | undefined {
  const marked = markAnswers(structure, answers, key);
  if (marked === undefined) return undefined;
  const { questions, addsUp, calculation } = marked;
  const items = questions.map(
    (one) =>
      html`
        <li data-verdict="${one.verdict}">
          <h3>${drawWording(t, one.field.label, mentions.show)}</h3>
          <p class="verdict">
            <svg viewBox="0 0 24 24" aria-hidden="true">${SIGNS[one.verdict]}</svg>
            ${t.say(`key_${one.verdict}`)}
            ${addsUp && html` <span class="points">${t.say("key_points", { points: one.points, most: one.most })}</span>`}
          </p>
          <dl>${yours(t, one)}${right(t, one)}</dl>
        </li>
      `,
  );
  return html`
    <section class="key">
      <h2>${t.say("key_title")}</h2>
      ${total(t, marked, shownDigits(structure).get(calculation.id))}
      <ol>${items}</ol>
    </section>
  `;
}

/** Draws the total under the owner's name for it. */
function total(t: Translation, { calculation: { label }, result, most }: MarkedAnswers, digits?: Digits) {
  if (result === undefined || most === undefined) return undefined;
  const [is, of] = [t.number(result, digits), t.number(most, digits)];
  const text = label
    ? html`${drawWording(t, label)}: ${is} / ${of}`
    : t.say("key_points", { points: is, most: of });
  return html`<p class="total">${text}</p>`;
}

function yours(t: Translation, { field, answer }: MarkedAnswer): Html | undefined {
  if (answer.length === 0) return undefined;
  const items = answer.map((one) => {
    const choice = field.choices.find(({ id }) => id === one);
    return html`<dd>${choice ? drawWording(t, choice.label) : answerText(field, one, t)}</dd>`;
  });
  return html`<div><dt>${t.say("key_yours")}</dt>${items}</div>`;
}

function right(t: Translation, { verdict, right: choices }: MarkedAnswer): Html | undefined {
  if (verdict === "right") return undefined;
  const name = t.say(choices.length > 1 ? "key_answers" : "key_answer");
  return html`<div><dt>${name}</dt>${choices.map(({ label }) => html`<dd>${drawWording(t, label)}</dd>`)}</div>`;
}

/** The places that a response has taken: shown once it counts, so a respondent knows what is theirs. */
import type { FormStructure } from "../../../../generated/types.ts";
import type { Answers } from "../../../forms/answers/answer.ts";
import { isChosen } from "../../../forms/choice-totals.ts";
import { drawWording } from "../../../forms/fields/parts/worded.ts";
import { isChoiceField } from "../../../forms/structure/capacities.ts";
import { type Html, html } from "../../../platform/html.ts";
import type { Translation } from "../../../texts/translate.ts";
import type { Mentions } from "../mentions.ts";

/**
 * Draws the chosen choices that have a capacity, below their questions; undefined if there are none. Other answers are not shown:
 * the page has no password, and its address may be sent to others.
 * @param structure the version that was answered
 */
export function takenPlaces(
  t: Translation,
  structure: FormStructure,
  answers: Answers,
  mentions: Mentions,
): Html | undefined {
  const questions = structure.pages
    .flatMap(({ fields }) => fields)
    .filter(isChoiceField)
    .map(({ id, label, choices }) => ({
      label,
      taken: choices.filter((choice) => choice.capacity !== undefined && isChosen(answers, id, choice.id)),
    }))
    .filter(({ taken }) => taken.length > 0);
  if (questions.length === 0) return undefined;
  const rows = questions.map(
    ({ label, taken }) => html`
      <dt>${drawWording(t, label, mentions.show)}</dt>
      ${taken.map((choice) => html`<dd>${drawWording(t, choice.label)}</dd>`)}
    `,
  );
  return html`<section class="taken"><h2>${t.say("places_taken")}</h2><dl>${rows}</dl></section>`;
}

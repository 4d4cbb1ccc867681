/** The places of a response: those that are held until it is confirmed, and those that it has then. */
import type { FormStructure } from "../../../../generated/types.ts";
import type { Answers } from "../../../forms/answers/answer.ts";
import { isChosen } from "../../../forms/choice-totals.ts";
import { drawWording } from "../../../forms/fields/parts/wordings.ts";
import { isChoiceField } from "../../../forms/structure/capacities.ts";
import { type Html, html } from "../../../platform/html.ts";
import type { Translation } from "../../../texts/translate.ts";
import type { Mentions } from "../mentions.ts";

/** The response whose places are drawn. */
interface Placed {
  readonly structure: FormStructure;
  readonly answers: Answers;
  readonly mentions: Mentions;
}

/** Draws the places of a response that counts, so a respondent knows what is theirs; undefined if it has none. */
export function takenPlaces(t: Translation, response: Placed): Html | undefined {
  return drawPlaces(t, html`<h2>${t.say("places_taken")}</h2>`, response);
}

/**
 * Draws the places that are held, and the time that is left to confirm. The script of the page counts the time down, and
 * then shows that it is over.
 */
export function heldPlaces(t: Translation, response: Placed, secondsLeft: number): Html | undefined {
  const time = wholeMinutes(t, secondsLeft);
  const isOver = secondsLeft <= 0;
  const left = html`
    <div data-left="${secondsLeft}">
      <h2>${t.say("places_held")}</h2>
      <p>${t.say("hold_left", { time })}</p>
    </div>
  `;
  const over = html`
    <div${isOver ? undefined : html` hidden`}>
      <h2>${t.say("hold_ended")}</h2>
      <p>${t.say("hold_over")}</p>
    </div>
  `;
  return drawPlaces(t, html`${!isOver && left}${over}`, response);
}

/** Writes a time as begun minutes, such as `30 minutes`. */
export function wholeMinutes({ locale }: Translation, seconds: number): string {
  const minutes = new Intl.NumberFormat(locale, { style: "unit", unit: "minute", unitDisplay: "long" });
  return minutes.format(Math.ceil(seconds / 60));
}

/**
 * Draws the chosen choices that have a capacity, below their questions; undefined if there are none. Other answers are not shown:
 * the page has no password, and its address may be sent to others.
 */
function drawPlaces(t: Translation, head: Html, { structure, answers, mentions }: Placed): Html | undefined {
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
  return html`<section class="taken">${head}<dl>${rows}</dl></section>`;
}

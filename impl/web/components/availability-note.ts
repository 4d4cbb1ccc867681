/** Says when a form opens, and that it has closed. */
import type { FormSettings, LocalizedText } from "../../../generated/types.ts";
import { hasClosed } from "../../forms/closing-date.ts";
import { drawFormatted } from "../../forms/fields/parts/formatted-text.ts";
import { isUpcoming } from "../../forms/opening-date.ts";
import { type Html, html } from "../../platform/html.ts";
import { UTC, writeZonedTime } from "../../texts/time-zone.ts";
import type { Translation } from "../../texts/translate.ts";

/**
 * Draws why a form takes no answers at this time; undefined: its dates allow answers.
 * @param zone the time zone of the form's owner
 */
export function availabilityNote(
  t: Translation,
  settings: FormSettings = {},
  now: Date,
  zone: string = UTC,
): Html | undefined {
  if (isUpcoming(settings, now)) return html`<p>${openingText(t, settings, zone)}</p>`;
  if (!hasClosed(settings, now)) return undefined;
  return drawOwnText(t, settings.closed_text) ?? html`<p>${t.say("closed_text")}</p>`;
}

/** Returns the sentence that says when a form opens; "": it has no opening date. */
export function openingText(t: Translation, { opens_at }: FormSettings, zone: string): string {
  return opens_at === undefined ? "" : t.say("upcoming_text", { time: writeZonedTime(t, opens_at, zone) });
}

/** Draws the owner's own text of a closed or full form. Respondents have given no answers there, so it mentions none. */
export function drawOwnText(t: Translation, text: LocalizedText | undefined): Html | undefined {
  return text && drawFormatted(t, text, { show: (words) => html`${words}` });
}

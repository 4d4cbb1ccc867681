/** The links below an ending: where it leads to, and its calendar file. */
import type { Ending } from "../../../../generated/types.ts";
import { type CalendarEntry, calendarFile } from "../../../platform/calendar-file.ts";
import { type Html, html } from "../../../platform/html.ts";
import type { Translation } from "../../../texts/translate.ts";
import { actions } from "../controls/buttons.ts";
import type { Mentions } from "../mentions.ts";

/** The name of the calendar file in its address and on the respondent's device. */
export const CALENDAR_FILE_NAME = "event.ics";

/** Draws the links of an ending; undefined if it has none. @param calendarAddress the address of its calendar file */
export function endingLinks(
  t: Translation,
  ending: Ending | undefined,
  calendarAddress: (ending: Ending) => string,
): Html | undefined {
  const next = continueLink(t, ending?.redirect_url);
  const calendar =
    ending?.calendar &&
    html`
      <a class="${next ? "quiet" : "main"}" href="${calendarAddress(ending)}" download="${CALENDAR_FILE_NAME}">
        ${t.say("add_to_calendar")}
      </a>
    `;
  return (next ?? calendar) && actions(next, calendar);
}

/** Draws a link with its host, so the respondent can decide whether to follow it; undefined for an invalid address. */
function continueLink(t: Translation, url: string | undefined): Html | undefined {
  const host = URL.parse(url ?? "")?.host;
  if (url === undefined || host === undefined) return undefined;
  return html`<a class="main" href="${url}" target="_top" rel="noopener">${t.say("continue_to", { host })}</a>`;
}

/** Writes the calendar file of an ending for one respondent; undefined if it has none. */
export function endingCalendar(
  t: Translation,
  ending: Ending | undefined,
  mentions: Mentions,
  { uid, now }: Pick<CalendarEntry, "uid" | "now">,
): string | undefined {
  if (ending?.calendar === undefined) return undefined;
  const { title, place, start, end } = ending.calendar;
  return calendarFile({
    uid,
    title: mentions.plain(t.of(title)),
    place: place && mentions.plain(t.of(place)),
    start,
    end,
    now,
  });
}

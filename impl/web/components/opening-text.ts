/** Says when a form opens. */
import type { FormSettings } from "../../../generated/types.ts";
import { isUpcoming } from "../../forms/opening-date.ts";
import type { Translation } from "../../texts/translate.ts";

/** Returns the sentence that says when a form opens; undefined: it has opened. */
export function openingText(
  t: Translation,
  settings: FormSettings | undefined,
  now: Date,
): string | undefined {
  if (settings?.opens_at === undefined || !isUpcoming(settings, now)) return undefined;
  return t.say("upcoming_text", { time: `${writeUtc(t, settings.opens_at)} UTC` });
}

/** Writes a moment, which may have any zone, as its time in UTC. */
export function writeUtc(t: Pick<Translation, "datetime">, iso: string): string {
  return t.datetime(new Date(iso).toISOString().slice(0, 16));
}

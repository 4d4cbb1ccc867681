/** Shows why a form was refused in the part of the page that has this form. */
import { type Html, html } from "../../../../platform/html.ts";
import type { OverviewView, RefusedPart } from "./overview-view.ts";
import { refusalBox } from "./parts.ts";

/** Draws the refusal of a form in a part of the page, or above all parts. The browser moves to it. */
export function refusalIn(
  { t, refused }: Pick<OverviewView, "t" | "refused">,
  place: RefusedPart | undefined,
): Html | undefined {
  if (refused === undefined || refused.part !== place) return undefined;
  const box = refusalBox(t.say("refused_title"), refused);
  return place === undefined ? box : html`<div tabindex="-1" autofocus>${box}</div>`;
}

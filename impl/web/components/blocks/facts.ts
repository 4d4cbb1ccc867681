import { type Html, type HtmlValue, html } from "../../../platform/html.ts";

/** A name with its value; `false` is left out. */
export type Fact = readonly [name: string, value: HtmlValue] | false;

/** Draws names with their values. @param look `facts across`: side by side if they fit; `figures`: large numbers */
export function factList(facts: readonly Fact[], look: "facts" | "facts across" | "figures" = "facts"): Html {
  const items = facts.map((one) => one && html`<div><dt>${one[0]}</dt><dd>${one[1]}</dd></div>`);
  return html`<dl class="${look}">${items}</dl>`;
}

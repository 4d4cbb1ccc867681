import { type Html, type HtmlValue, html } from "../../../platform/html.ts";

/** `false`: left out. */
export type Fact = readonly [name: string, value: HtmlValue] | false;

/** Names with their values. @param look `facts across`: beside each other, where there is room; `figures`: large numbers */
export function factList(facts: readonly Fact[], look: "facts" | "facts across" | "figures" = "facts"): Html {
  const items = facts.map((one) => one && html`<div><dt>${one[0]}</dt><dd>${one[1]}</dd></div>`);
  return html`<dl class="${look}">${items}</dl>`;
}

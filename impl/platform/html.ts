/** Templates for HTML: Hono's tag, typed so that only text and pieces of HTML can be put into it. */
import { raw, html as tag } from "hono/html";

/** A piece of HTML. Other templates take it as it is. */
export interface Html {
  readonly isEscaped: true;
  toString(): string;
}

/** What a template takes: text is escaped, pieces of HTML are not, `false`, `null` and `undefined` are left out. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

/**
 * A template for HTML: ``html`<p title="${title}">${text}</p>` ``. Values stand in text or in attributes in double
 * quotes, never in scripts, styles or attribute names.
 *
 * Hono's tag also takes promises and then returns one. `HtmlValue` has none, so the result is always a piece of HTML.
 */
export const html = tag as (strings: TemplateStringsArray, ...values: HtmlValue[]) => Html;

/** Attributes with their values, in order: `true` gives the bare name, `false` and `undefined` leave the attribute out. */
export function attributes(values: Readonly<Record<string, string | number | boolean | undefined>>): Html {
  const parts = Object.entries(values).map(([name, value]) => {
    if (value === undefined || value === false) return "";
    return value === true ? ` ${name}` : ` ${name}="${html`${value}`}"`;
  });
  return raw(parts.join(""));
}

/** JSON for a data block (`<script type="application/json">`): without `<`, no text in it can end the block. */
export function rawJson(value: unknown): Html {
  return raw(JSON.stringify(value).replaceAll("<", "\\u003c"));
}

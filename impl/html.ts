/** A piece of HTML: everything that was put into it is escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }

  toString(): string {
    return this.markup;
  }
}

/** What can stand in a template: text is escaped, pieces of HTML are not, nothing is nothing. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

/**
 * A template for HTML: ``html`<p title="${title}">${text}</p>` ``. Values stand in text or in attributes in double
 * quotes, never in scripts, styles or attribute names.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let markup = strings[0]!;
  for (const [at, value] of values.entries()) markup += toMarkup(value) + strings[at + 1]!;
  return new Html(markup);
}

function toMarkup(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return "";
  if (value instanceof Html) return value.markup;
  if (typeof value === "object") return value.map(toMarkup).join("");
  return escapeHtml(String(value));
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/** Attributes with a value, in their order: `true` gives the bare name, `false` and undefined none at all. */
export function attributes(values: Readonly<Record<string, string | number | boolean | undefined>>): Html {
  const parts = Object.entries(values).map(([name, value]) => {
    if (value === undefined || value === false) return "";
    return value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
  });
  return new Html(parts.join(""));
}

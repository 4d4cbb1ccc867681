/** Templates for HTML, typed so that only text and pieces of HTML can be put into them. */

/** A piece of HTML. Other templates take it as it is. */
export interface Html {
  readonly isEscaped: true;
  toString(): string;
}

/** A value in a template: text is escaped, HTML is not, and `false`, `null` and `undefined` are left out. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

const piece = (text: string): Html => ({ isEscaped: true, toString: () => text });

/**
 * A template for HTML: ``html`<p title="${title}">${text}</p>` ``. Values stand in text or in attributes in double
 * quotes, never in scripts, styles or attribute names.
 *
 * Line breaks of a template are only for its readers, as in JSX: a line break and the white space around it are left out
 * beside an element or a value, and become one space within a tag or a sentence. The text of values stays as it is.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts = splitTemplate(strings);
  let text = "";
  // There is no value after the last part.
  for (let at = 0; at < parts.length; at += 1) text += parts[at] + write(values[at]);
  return piece(text);
}

/** The parts of each template without its line breaks. */
const joinedParts = new WeakMap<TemplateStringsArray, readonly string[]>();

function splitTemplate(strings: TemplateStringsArray): readonly string[] {
  const known = joinedParts.get(strings);
  if (known !== undefined) return known;
  const parts = joinLines(strings);
  joinedParts.set(strings, parts);
  return parts;
}

function joinLines(strings: readonly string[]): string[] {
  let isInTag = false;
  return strings.map((part) =>
    part.replace(/[<>]|\s*\n\s*/g, (found, at: number) => {
      if (found === "<" || found === ">") {
        isInTag = found === "<";
        return found;
      }
      // A value stands where a part begins or ends.
      const [before = ">", after = "<"] = [part[at - 1], part[at + found.length]];
      const isOmitted = isInTag ? after === ">" || after === "/" : before === ">" || after === "<";
      return isOmitted ? "" : " ";
    }),
  );
}

function write(value: HtmlValue): string {
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  if (!value) return "";
  return "isEscaped" in value ? value.toString() : value.map(write).join("");
}

const SPECIAL = /[&<>"']/;

function escapeHtml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** Stands behind the tag of a text area. Browsers leave it out, and keep the line breaks that a text begins with. */
export const FIRST_LINE_BREAK = "\n";

/** Attributes with their values, in order: `true` gives the bare name, `false` and `undefined` leave the attribute out. */
export function attributes(values: Readonly<Record<string, string | number | boolean | undefined>>): Html {
  let text = "";
  for (const name of Object.keys(values)) {
    const value = values[name];
    if (value === undefined || value === false) continue;
    text += value === true ? ` ${name}` : ` ${name}="${write(value)}"`;
  }
  return piece(text);
}

/** JSON for a data block (`<script type="application/json">`): without `<`, no text in it can end the block. */
export function rawJson(value: unknown): Html {
  return piece(JSON.stringify(value).replaceAll("<", "\\u003c"));
}

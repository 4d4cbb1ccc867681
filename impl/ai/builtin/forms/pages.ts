/** Reads headings: the title of the form, pages, sections, and words such as "Fields:" that only lead to what follows. */

import { unquoted } from "../items/choices.ts";
import { wholeConcept } from "../items/concepts.ts";
import { sentenceCase } from "../items/spelling.ts";
import type { Range } from "../reading/accounting.ts";
import { type Key, keyAt } from "../reading/keys.ts";
import type { Line } from "../reading/lines.ts";
import { find, isColon, isDash } from "../reading/split.ts";
import type { Outline } from "./outline.ts";
import { purposeIn, titleOf } from "./purpose.ts";

/** Whether a line before all fields is the title of the form. */
export function isTitle(outline: Outline, line: Line): boolean {
  const { text, fields, settings, title } = outline;
  const { prompt } = text;
  if (fields.length > 0 || settings.title !== undefined || title !== undefined) return false;
  const range = prompt.trim(line);
  if (keyAt(prompt, range.from, range.to, "page", "section", "fields", "settings", "options")) return false;
  if (line.marker === "head") return true;
  if (line.marker !== undefined || prompt.count(range) > MAX_TITLE_WORDS) return false;
  if (find(prompt, range, (index) => isColon(prompt, index) || prompt.isMark(index, ",([?")) !== undefined)
    return false;
  return purposeIn(text, range) !== undefined;
}

const MAX_TITLE_WORDS = 10;

export function addTitle(outline: Outline, range: Range): void {
  const { text } = outline;
  outline.title = titleOf(text, text.prompt.trim(range));
  outline.purpose = purposeIn(text, range);
  text.prompt.accounting.read(range);
}

/** @param isSure whether only words such as "page" make it a heading, as in a list @returns whether it is one */
export function readHead(outline: Outline, line: Range, isSure = false): boolean {
  const { prompt } = outline.text;
  const { from, to } = prompt.trim(line);
  const key = keyAt(prompt, from, to, "page", "section", "fields", "settings");
  if (!key && isSure) return false;
  // `Section "About you": name, email`
  if (key && prompt.isOpenQuote(key.to) && !prompt.isEmpty({ from: prompt.after(key.to), to })) return false;
  const isBare = key?.value === "fields" || key?.value === "settings";
  if (
    isSure &&
    isBare &&
    (key.to < to || (key.value === "settings" && wholeConcept(outline.text, { from, to })))
  )
    return false;
  const title = key ? titleBehind(outline, key.to, to) : { from, to };
  // In a list, "page" or "part" begins a heading only before a number or a colon.
  if (isSure && (!key || title === undefined || (title.from === key.to && title.to > title.from)))
    return false;
  addHead(outline, key?.value, title ?? { from, to });
  prompt.accounting.read(line);
  return true;
}

/** What stands behind "Page 1:", "Section -" or "Fields": a title or nothing. */
function titleBehind({ text: { prompt } }: Outline, from: number, to: number): Range | undefined {
  let at = from;
  if (/^(\d{1,2}|[a-z]|i{1,3}|iv)$/.test(prompt.key(at))) at += 1;
  const isMarked = isColon(prompt, at) || isDash(prompt, at) || prompt.isMark(at, ".)");
  if (at < to && !isMarked && at === from) return prompt.isOpenQuote(at) ? prompt.inside(at) : { from, to };
  return prompt.trim({ from: at, to });
}

function addHead(outline: Outline, key: Key | undefined, range: Range): void {
  const { prompt } = outline.text;
  const title = sentenceCase(unquoted(prompt.textOf(range)));
  if (key === "page") outline.addPage(title);
  else if (key === "fields" || key === "settings" || title === "") return;
  else outline.addSection(title);
}

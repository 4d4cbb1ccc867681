/** Reads headings: the title of the form, pages, sections, and words such as "Fields:" that only lead to what follows. */

import { unquoted } from "../items/choices.ts";
import { wholeConcept } from "../items/concepts.ts";
import { sentenceCase } from "../items/spelling.ts";
import type { Range } from "../reading/accounting.ts";
import type { Line } from "../reading/lines.ts";
import type { Prompt } from "../reading/prompt.ts";
import type { Outline } from "./outline.ts";
import { purposeIn, titleOf } from "./purpose.ts";

/** Whether a line before all fields is the title of the form. */
export function isTitle(outline: Outline, line: Line): boolean {
  const { text, fields, settings, title } = outline;
  const { prompt } = text;
  if (fields.length > 0 || settings.title !== undefined || title !== undefined) return false;
  const range = prompt.trim(line);
  if (prompt.keyAt(range.from, range.to, "page", "section", "fields", "settings", "options")) return false;
  if (line.marker === "head") return true;
  if (line.marker !== undefined || prompt.count(range) > MAX_TITLE_WORDS) return false;
  if (prompt.find(range, (index) => prompt.isColon(index) || prompt.isMark(index, ",([?")) !== undefined)
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
  const key = prompt.keyAt(from, to, "page", "section", "fields", "settings");
  if (!key && isSure) return false;
  // `Section "About you": name, email`
  if (key && prompt.isOpenQuote(key.to) && !prompt.isEmpty({ from: prompt.after(key.to), to })) return false;
  const range = key ? titleBehind(prompt, key.to, to) : { from, to };
  const isBare = key?.value === "fields" || key?.value === "settings";
  // In a list, "page" or "part" begins a heading only before a number or a colon, and "Fields" stands alone.
  const isLabel = key?.value === "settings" && wholeConcept(outline.text, { from, to });
  const isMore = isBare ? key.to < to : range.from === key?.to && range.to > range.from;
  if (isSure && (isLabel || isMore)) return false;
  const title = sentenceCase(unquoted(prompt.textOf(range)));
  if (key?.value === "page") outline.addPage(title);
  else if (!isBare && title !== "") outline.addSection(title);
  prompt.accounting.read(line);
  return true;
}

/** What stands behind "Page 1:", "Section -" or "Fields": a title or nothing. */
function titleBehind(prompt: Prompt, from: number, to: number): Range {
  const at = /^(\d{1,2}|[a-z]|i{1,3}|iv)$/.test(prompt.key(from)) ? from + 1 : from;
  const isMarked = prompt.isColon(at) || prompt.isDash(at) || prompt.isMark(at, ".)");
  if (at < to && !isMarked && at === from && prompt.isOpenQuote(at)) return prompt.inside(at);
  return at < to && !isMarked && at === from ? { from, to } : prompt.trim({ from: at, to });
}

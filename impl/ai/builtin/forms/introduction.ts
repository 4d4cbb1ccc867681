import type { Range } from "../reading/accounting.ts";
import type { Line } from "../reading/lines.ts";
import { sentences } from "../reading/sentences.ts";
import type { Outline } from "./outline.ts";
import { addTitle } from "./pages.ts";
import { readRemarks } from "./remarks.ts";
import { readSentence } from "./sentences.ts";
import { readSettings } from "./settings.ts";

/** "Rescue debrief, all fields optional:" above the first list: its last sentence up to a comma is the title. */
export function readIntroduction(outline: Outline, line: Line): void {
  if (readLead(outline, line)) return;
  const all = sentences(outline.text.prompt, line);
  const lead = all.at(-1);
  if (lead && all.length > 1 && readLead(outline, { ...line, ...lead })) all.pop();
  introduce(outline, line, all);
}

/** The last one of some sentences before the first list names the form. */
export function introduce(outline: Outline, line: Line, all: Range[]): void {
  const { text } = outline;
  const { prompt } = text;
  const last = all.pop();
  for (const sentence of all) readSentence(outline, sentence);
  if (!last) return;
  outline.note(readSettings(text, last));
  readRemarks(outline, last);
  const [head] = prompt.split(last, prompt.marks(",:("));
  if (!head || outline.title !== undefined || prompt.accounting.isRead(head)) return;
  if (prompt.count(head) > MAX_LINE_WORDS) return;
  addTitle(outline, head);
  readLead(outline, { ...line, from: head.to });
}

/** "We need:", "Please ask for the following:" */
export function readLead({ text }: Outline, line: Line): boolean {
  const { prompt, lexicon } = text;
  const { from, to } = prompt.trim(line, ":. ");
  for (let at = from; at < to; ) {
    const found =
      lexicon
        .table("requests", "openers", "fillers", "plain", "askFor", "form", "people.wants")
        .at(prompt.tokens, at, to) ?? prompt.keyAt(at, to, "fields");
    if (!found) return false;
    at = found.to;
  }
  prompt.accounting.read(line);
  return true;
}

/** Lines of running text are longer, or end like sentences. */
export const MAX_LINE_WORDS = 12;

/** Tells words that ask for a new field from words of another instruction. */
import { instructs } from "./clause.ts";
import type { Mark } from "./mark.ts";

/** Whether words ask for something that the form does not have, and give no other instruction. */
export function isNew(marks: readonly Mark[]): boolean {
  const [first] = marks;
  if (marks.some((mark) => HARD.some((cue) => mark.cues.has(cue)) || instructs(mark))) return false;
  if (marks.some(({ field }) => field) && marks.some(({ cues }) => VERBS.some((cue) => cues.has(cue))))
    return false;
  if (LEADS.some((cue) => first?.cues.has(cue))) return false;
  if (marks.some(({ choices, field, value }) => (choices && !field) || value === "url" || value === "domain"))
    return false;
  return marks.some(
    ({ cues, field, kind, value, asks, number }) =>
      value === "quoted" ||
      (!field && number === undefined && cues.size === 0 && (asks !== undefined || kind === undefined)),
  );
}

/** What asks for something else than a field. */
const HARD = ["button", "thanks", "submit", "total"] as const;

/** Beside a field of the form, these make another instruction. */
const VERBS = ["add", "change", "move", "put"] as const;

/** What a new field does not begin with: "title" does, as in "job title". */
const LEADS = ["only", "title", "page", "call", "form", "pronoun"] as const;

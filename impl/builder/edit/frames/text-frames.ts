/** Frames that give a text: a label, the title, the button, thanks, a hint. */
import { rename, setHelp, setPlaceholder } from "../change.ts";
import { renameOption } from "../choices.ts";
import { setButton, setThanks, setTitle } from "../whole-form.ts";
import { type Clause, instructs } from "./clause.ts";
import type { Frame } from "./frame.ts";
import { nameOf, takeTopics } from "./topics.ts";

/** The quotation of a clause, or the words that are left behind "to", "called" or a colon. */
function takeText(clause: Clause): string | undefined {
  const quoted = clause.quoted();
  if (quoted !== undefined) return `"${quoted}"`;
  const rest = clause.rest(true);
  if (!rest || rest.marks.length > 8) return undefined;
  if (
    rest.marks.some(
      (mark) =>
        mark.field ||
        mark.kind ||
        mark.separator ||
        instructs(mark) ||
        HARD.some((cue) => mark.cues.has(cue)),
    )
  )
    return undefined;
  const before = clause.marks[clause.marks.indexOf(rest.marks[0]!) - 1];
  const isLed = before?.separator ? before.separator !== "," : LEADS.some((cue) => before?.cues.has(cue));
  if (!isLed) return undefined;
  clause.take((mark) => rest.marks.includes(mark));
  return rest.text;
}

/** Words that no text without quotation marks has. */
const HARD = ["only", "optional", "after", "before", "add", "limit", "atMost", "atLeast", "several"] as const;
/** Words before a text. */
const LEADS = ["to", "call", "says", "title", "form", "button"] as const;

/** '"Will you attend?" should just be called "Are you in?"' */
export const renameField: Frame = (clause) => {
  if (!clause.has("rename", "call", "says", "label", "to", "put")) return undefined;
  if (clause.has("button", "thanks", "title", "form", "help", "placeholder", "add", "lacking"))
    return undefined;
  const quoted = clause.marks.filter(({ value }) => value === "quoted");
  const fields = clause.fields();
  const field = fields[0] ?? (quoted.length > 0 ? takeTopics(clause)[0] : undefined);
  const isNamed = clause.cue("rename", "call", "says", "label");
  const text = isNamed || quoted.length > 0 ? takeText(clause) : undefined;
  clause.cue("to", "change", "only", "put", "replace", "option", "wants", "insteadOf");
  if (!field || fields.length > 1 || text === undefined || !clause.isDone()) return undefined;
  return () => rename({ what: nameOf(field, clause), value: text }, clause.context);
};

/** "M should read Medium", "Instead of vegan say plant-based" */
export const renameChoice: Frame = (clause) => {
  const isNamed = clause.cue("rename", "says", "call", "replace", "insteadOf");
  if (!isNamed || clause.has("button", "thanks", "title", "help", "placeholder", "submit")) return undefined;
  const [named] = clause.open.filter(({ choices }) => choices?.length === 1);
  const [old] = named?.choices ?? [];
  if (!named || !old) return undefined;
  clause.take((mark) => mark === named);
  clause.fields((field) => field.id === old.field.id);
  clause.cue("option", "put");
  const quoted = clause.quoted();
  clause.cue("to");
  const rest = quoted === undefined ? clause.rest() : undefined;
  if (rest && (rest.marks.length > 3 || rest.marks.some(({ field, separator }) => field || separator)))
    return undefined;
  clause.take((mark) => rest?.marks.includes(mark) ?? false);
  const name = quoted ?? rest?.text;
  if (name === undefined || !clause.isDone()) return undefined;
  const slots = {
    value: `"${Object.values(old.choice.label)[0]}"`,
    new: `"${capital(name)}"`,
    what: nameOf(old.field, clause),
  };
  return () => renameOption(slots, clause.context);
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 'Name the form "Harbour Run 2027"', "Title: Volunteers 2027" */
export const nameForm: Frame = (clause) => {
  const isTitle = clause.cue("title");
  const isForm = clause.cue("form");
  const isNamed = clause.cue("rename", "call", "says");
  // "make the form blue" names nothing.
  const isChanged = clause.cue("change") && clause.marks.some(({ value }) => value === "quoted");
  if ((!isTitle && !(isForm && (isNamed || isChanged))) || clause.has("button")) return undefined;
  const text = takeText(clause);
  clause.cue("to", "put", "label");
  if (text === undefined || !clause.isDone()) return undefined;
  return () => setTitle({ value: text }, clause.context);
};

/** 'write "Sign me up" on the button' */
export const nameButton: Frame = (clause) => {
  if (!clause.cue("button")) return undefined;
  const text = takeText(clause);
  clause.cue("rename", "call", "says", "change", "put", "label", "to", "only", "form");
  if (text === undefined || !clause.isDone()) return undefined;
  return () => setButton({ value: text }, clause.context);
};

/** 'Say "We\'ll be in touch" once the form has been sent' */
export const setEnding: Frame = (clause) => {
  const isEnding = clause.cue("submit", "thanks");
  const text = clause.quoted();
  if (!isEnding || text === undefined) return undefined;
  clause.cue("says", "show", "put", "after", "end", "change", "to", "form", "if", "choose", "add", "thanks");
  if (!clause.isDone()) return undefined;
  return () => setThanks({ value: `"${text}"` }, clause.context);
};

/** 'Under "phone number" put the hint "With country code"' */
export const setHint: Frame = (clause) => {
  const isHelp = clause.cue("help");
  const isPlaceholder = clause.cue("placeholder");
  if (isHelp === isPlaceholder) return undefined;
  clause.cue("put", "add", "after", "before", "says", "show", "optionTo", "wants", "change", "to");
  const fields = takeTopics(clause);
  const text = clause.quoted();
  if (fields.length !== 1 || text === undefined || !clause.isDone()) return undefined;
  const action = isHelp ? setHelp : setPlaceholder;
  return () => action({ what: nameOf(fields[0]!, clause), value: `"${text}"` }, clause.context);
};

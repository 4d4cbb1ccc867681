/** Edit commands for the texts of the form as a whole: title, description, submit button and thanks. */
import { limits } from "../../../generated/limits.ts";
import type { Ending } from "../../../generated/types.ts";
import { clip } from "../texts.ts";
import { type EditContext, unquoted } from "./context.ts";
import type { Action } from "./read-instruction.ts";

/** "Change the title to Summer party", "Call the form Summer party" */
export const setTitle: Action = ({ value = "" }, { form, texts, changes }) => {
  const title = unquoted(value);
  if (title === "") return false;
  form.title = texts.fromPrompt(clip(title, limits.title_length.max));
  changes.push(`Changed the title to "${title}".`);
  return true;
};

/** "Set the description to ..." */
export const setDescription: Action = ({ value = "" }, { form, texts, changes }) => {
  const text = unquoted(value);
  if (text === "") return false;
  form.description = texts.fromPrompt(text);
  changes.push("Changed the description.");
  return true;
};

/** 'Change the submit button to "Send it"' */
export const setButton: Action = ({ value = "" }, { form, texts, changes }) => {
  const label = unquoted(value);
  if (label === "") return false;
  form.settings = { ...form.settings, submit_label: texts.fromPrompt(label) };
  changes.push(`Changed the submit button to "${label}".`);
  return true;
};

/** 'Change the thank you message to "See you there"' */
export const setThanks: Action = ({ value = "" }, context) => {
  const message = unquoted(value);
  if (message === "") return false;
  lastEnding(context).message = context.texts.fromPrompt(message);
  context.changes.push("Changed the words of thanks.");
  return true;
};

/** The ending that is shown where no other is; it is made if the form has none. */
export function lastEnding({ form, texts }: EditContext): Ending {
  const last = form.endings?.find(({ when }) => !when);
  if (last) return last;
  const ending: Ending = { id: "thanks", title: texts.fromLexicon((labels) => labels.texts.thanks) };
  form.endings = [...(form.endings ?? []), ending];
  return ending;
}

/** Edit commands for the texts of the form as a whole: title, description, submit button and thanks. */
import { limits } from "../../../generated/limits.ts";
import type { Ending } from "../../../generated/types.ts";
import { clip } from "../texts.ts";
import type { EditContext } from "./context.ts";
import type { Action } from "./read-instruction.ts";
import { statedText } from "./stated-text.ts";

/** "Change the title to Summer party", "Call the form Summer party" */
export const setTitle: Action = ({ value = "" }, context) => {
  const { form, texts, changes } = context;
  const title = statedText(value, context);
  if (title === undefined) return false;
  form.title = texts.fromPrompt(clip(title, limits.title_length.max));
  changes.push(`Changed the title to "${title}".`);
  return true;
};

/** "Set the description to ..." */
export const setDescription: Action = ({ value = "" }, context) => {
  const { form, texts, changes } = context;
  const text = statedText(value, context);
  if (text === undefined) return false;
  form.description = texts.fromPrompt(text);
  changes.push("Changed the description.");
  return true;
};

/** 'Change the submit button to "Send it"' */
export const setButton: Action = ({ value = "" }, context) => {
  const { form, texts, changes } = context;
  const label = statedText(value, context);
  if (label === undefined) return false;
  form.settings = { ...form.settings, submit_label: texts.fromPrompt(label) };
  changes.push(`Changed the submit button to "${label}".`);
  return true;
};

/** 'Change the thank you message to "See you there"' */
export const setThanks: Action = ({ value = "" }, context) => {
  const message = statedText(value, context);
  if (message === undefined) return false;
  lastEnding(context).message = context.texts.fromPrompt(message);
  context.changes.push("Changed the words of thanks.");
  return true;
};

/** 'After submitting show "See you there"': only a quotation is a text, all else could be a field. */
export const setQuotedThanks: Action = (slots, context) =>
  /^["“„«]/.test(slots.value ?? "") && setThanks(slots, context);

/** The ending that is shown where no other is; it is made if the form has none. */
export function lastEnding({ form, texts }: EditContext): Ending {
  const last = form.endings?.find(({ when }) => !when);
  if (last) return last;
  const ending: Ending = { id: "thanks", title: texts.fromLexicon((labels) => labels.texts.thanks) };
  form.endings = [...(form.endings ?? []), ending];
  return ending;
}

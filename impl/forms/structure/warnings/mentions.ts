import type { FormStructure, LocalizedText, Warning } from "../../../../generated/types.ts";
import { secretResults } from "../../answers/answer-key.ts";
import { isMentionable, mentionables, textParts } from "../../mention.ts";
import { isTextKey } from "../places.ts";

/** A text, and the ids of the fields that are answered before it is read. */
interface Read {
  readonly path: string;
  readonly text: LocalizedText;
  readonly before: ReadonlySet<string>;
}

/**
 * Warns of mentions that show nothing, usually because of a typing error. They are no problems: respondents see the
 * text as it is written.
 */
export function mentionWarnings(structure: FormStructure): Warning[] {
  const named = mentionables(structure);
  const fields = new Map(structure.pages.flatMap((page) => page.fields).map((field) => [field.id, field]));
  const secret = secretResults(structure);
  return textsRead(structure).flatMap(({ path, text, before }) => {
    const parts = Object.values(text).flatMap((words) => textParts(words, () => true));
    const ids = new Set(parts.flatMap((part) => (typeof part === "string" ? [] : [part.id])));
    return [...ids].flatMap((id): Warning[] => {
      const fault = findFault(id, path, before);
      return fault === undefined ? [] : [{ code: "mention", message: `{{${id}}} ${fault}`, path }];
    });
  });

  function findFault(id: string, path: string, before: ReadonlySet<string>): string | undefined {
    const field = fields.get(id);
    if (field && !isMentionable(field))
      return `stays as it is written: no sentence can say an answer of type ${field.type}.`;
    if (!named.has(id))
      return "stays as it is written: the form has no field, hidden field or calculation of this id.";
    if (secret.has(id) && path.startsWith("/pages/"))
      return "shows … here, since it would tell right answers (settings.answer_key): say it in an ending.";
    if (field && !before.has(id))
      return "is answered only after this text, which shows … in its place until then.";
    return undefined;
  }
}

function textsRead({ pages, welcome = {}, endings = [], settings = {} }: FormStructure): Read[] {
  const before = new Set<string>();
  const read: Read[] = [];
  const add = (owner: object, path: string) => {
    for (const [key, text] of Object.entries(owner))
      if (isTextKey(key))
        read.push({ path: `${path}/${key}`, text: text as LocalizedText, before: new Set(before) });
  };
  add(welcome, "/welcome");
  pages.forEach((page, at) => {
    add(page, `/pages/${at}`);
    page.fields.forEach((field, index) => {
      const { label, description } = field;
      const statement = field.type === "consent" ? { statement: field.statement } : {};
      add({ label, ...(description && { description }), ...statement }, `/pages/${at}/fields/${index}`);
      before.add(field.id);
    });
  });
  endings.forEach((ending, at) => {
    add(ending, `/endings/${at}`);
    if (ending.calendar) add(ending.calendar, `/endings/${at}/calendar`);
  });
  const { receipt_subject, receipt_text } = settings;
  if (receipt_subject) add({ receipt_subject }, "/settings");
  if (receipt_text) add({ receipt_text }, "/settings");
  return read;
}

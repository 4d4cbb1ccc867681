/** Says in words which part of the form a conflict is about, and what each version of it is. */
import type { Condition, FormStructure } from "../../../generated/types.ts";
import type { EditorTextKey } from "../../texts/owner/editor/texts.ts";
import { shorten } from "../../texts/shorten.ts";
import { readCondition } from "./conditions/readable.ts";
import type { Parts } from "./context.ts";
import { findField, getList } from "./model/edits.ts";
import { plainText } from "./model/mentions.ts";
import { listSources } from "./model/sources.ts";

const MAX_LENGTH = 400;

/** Texts of properties that the panel calls by another name than the form does. */
const panelNames: Readonly<Record<string, EditorTextKey>> = {
  title: "form_name",
  message: "ending_message",
  image: "media",
  image_id: "picture",
  alt: "picture_alt",
  visible_if: "condition",
  when: "condition_ending",
  color: "colour",
};

/** Names the part of a key such as `fields.age.label.en`: "Age: Question (English)". */
export function conflictName({ editor, say, hasText, languageName }: Parts, key: string): string {
  const { languages } = editor.structure;
  const [list = "", ...rest] = key.split(".");
  const isItem = !["form", "settings", "theme"].includes(list);
  const [id = "", ...path] = isItem ? rest : ["", ...rest];
  const owner = isItem ? itemName(list, id) : undefined;
  const last = path.at(-1);
  const language = path.length > 1 ? languages.find((one) => one === last) : undefined;
  const properties = language === undefined ? path : path.slice(0, -1);
  const names = properties.filter((name) => name !== "validation").map(propertyName);
  const place = [owner, names.join(", ")].filter(Boolean).join(": ");
  return language === undefined ? place : `${place} (${languageName(language)})`;

  function propertyName(name: string): string {
    const known = panelNames[name] ?? name;
    return hasText(known) ? say(known) : name.replaceAll("_", " ");
  }

  function itemName(name: string, itemId: string): string {
    const { structure } = editor;
    const field = name === "fields" ? findField(structure, itemId) : undefined;
    if (field) return plainText(editor, field.label) || itemId;
    if (name === "pages") {
      const at = structure.pages.findIndex((page) => page.id === itemId);
      return at < 0 ? itemId : say("page", { n: at + 1 });
    }
    if (name !== "endings") return itemId;
    const at = getList(structure, "endings").findIndex((ending) => ending.id === itemId);
    return at < 0 ? itemId : say("ending", { n: at + 1 });
  }
}

/** Prints a version of a part in a few words; undefined: it was removed. */
export function conflictValue(parts: Parts, key: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const { editor, say } = parts;
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  if (typeof value !== "object" || value === null) return shorten(String(value), MAX_LENGTH);
  if (/\.(visible_if|when)$/.test(key)) {
    const sources = listSources(editor.structure);
    return shorten(readCondition(value as Condition, { say, sources }), MAX_LENGTH);
  }
  const items = Array.isArray(value) ? value : [value];
  return shorten(items.map((item) => readItem(editor.structure, item)).join(", "), MAX_LENGTH);
}

/** Prints a text in its languages, the name of an item, or anything else as JSON. */
function readItem(structure: FormStructure, item: unknown): string {
  if (typeof item !== "object" || item === null) return String(item);
  const { label, title } = item as Record<string, unknown>;
  const text = (label ?? title ?? item) as Record<string, unknown>;
  const words = Object.values(text).filter((one) => typeof one === "string");
  const isText = words.length > 0 && words.length === Object.keys(text).length;
  if (!isText) return JSON.stringify(item);
  const language = structure.default_language;
  return words.map((word) => plainText({ structure, language }, { [language]: word })).join(" / ");
}

/** Describes a change of a form in a sentence for users, who know a question by its label. Agents get paths and ids. */
import type { FormChange, FormStructure, Language, LocalizedText } from "../../../../generated/types.ts";
import { compareStructures } from "../../../forms/edits/compare.ts";
import { readableForm } from "../../../forms/structure/readable.ts";
import { type EditorTextKey, editorTexts } from "../../../texts/owner/editor/texts.ts";
import type { OwnerTextKey, OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import { shorten } from "../../../texts/shorten.ts";
import type { ChangeTexts } from "../views/forms/parts.ts";

/** The structure before and after the change. */
export interface Versions {
  readonly before: FormStructure;
  readonly after: FormStructure;
}

export function changeText(t: OwnerTranslation, change: FormChange, versions: Versions): string {
  const values = textValues(t, change, versions);
  const key = findTextKey(change, values.name !== undefined);
  if (key === undefined) return change.message;
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  // A value is missing if the change belongs to another structure. The values themselves may have braces.
  const frame = t.say(key, Object.fromEntries(given.map(([name]) => [name, ""])));
  return /\{\w+\}/.test(frame) ? change.message : t.say(key, Object.fromEntries(given));
}

/** Adds sentences for users to changes. */
export function describeChanges(
  t: OwnerTranslation,
  changes: readonly FormChange[],
  versions: Versions,
): FormChange[] {
  return changes.map((change) => ({ ...change, message: changeText(t, change, versions) }));
}

/** The maximum number of described changes. Further ones are counted. */
const MAX_DESCRIBED = 20;

/** Describes the first changes between two structures in sentences, and counts the others. */
export function listChangeTexts(t: OwnerTranslation, versions: Versions): ChangeTexts {
  const changes = compareStructures(versions.before, versions.after, []);
  const readable = { before: readableForm(versions.before), after: readableForm(versions.after) };
  const described = describeChanges(t, changes.slice(0, MAX_DESCRIBED), readable);
  return { texts: described.map(({ message }) => message), more: changes.length - described.length };
}

function findTextKey({ kind, impact, path }: FormChange, hasName: boolean): OwnerTextKey | undefined {
  switch (kind) {
    case "status_changed":
    case "password_changed":
      return undefined;
    case "field_added":
      return impact === "warning" ? "change_field_added_required" : "change_field_added";
    case "required_changed":
      return impact === "warning" ? "change_required" : "change_optional";
    case "ending_changed":
      return path === "/endings" ? "change_endings_moved" : "change_ending_changed";
    case "settings_changed":
      // Pictures have no names.
      return /^\/theme\/(logo|cover|favicon)$/.test(path)
        ? "change_property_of_form"
        : "change_settings_changed";
    case "retired":
    case "restored":
      return retiredKey(kind, path);
    case "text_changed":
      if (isOfChoice(path)) return "change_choice_text";
      return hasName ? "change_text_changed" : "change_text_of_form";
    case "property_changed":
      return hasName ? "change_property_changed" : "change_property_of_form";
    default:
      return `change_${kind}`;
  }
}

function retiredKey(kind: "retired" | "restored", path: string): OwnerTextKey {
  return isOfChoice(path) ? `change_${kind}_choice` : `change_${kind}`;
}

/** Returns whether a path is a property of a choice, row or column. */
function isOfChoice(path: string): boolean {
  return /\/(choices|rows|columns)\/\d+\/\w+$/.test(path);
}

function textValues(t: OwnerTranslation, change: FormChange, { before, after }: Versions) {
  const isRemoved = change.kind.endsWith("_removed");
  const [holder, other] = isRemoved ? [before, after] : [after, before];
  const steps = change.path.split("/").slice(1);
  const place = describePlace(holder, steps);
  const inside = steps.slice(place.depth);
  const { default_language: language } = holder;
  const earlier = place.id === undefined ? other : findItem(other, steps[0]!, place.id);
  const [was, is] = [at(earlier, inside), at(place.item, inside)];
  const key = inside.at(-1) ?? "";
  const choice =
    inside[0] !== undefined && /^(choices|rows|columns)$/.test(inside[0])
      ? at(place.item, inside.slice(0, 2))
      : undefined;
  const [, code] = /^Language (\w\w)/.exec(change.message) ?? [];
  return {
    name: place.item === holder ? undefined : quote(t, place.item, language, place.id ?? ""),
    choice: choice === undefined ? undefined : quote(t, choice, language, ""),
    page: steps[0] === "pages" ? String(Number(steps[1]) + 1) : undefined,
    what: propertyName(t, inside),
    was: valueText(t, key, was ?? (typeof is === "boolean" ? false : undefined)),
    is: valueText(t, key, is ?? (typeof was === "boolean" ? false : undefined)),
    language: code && new Intl.DisplayNames([t.language], { type: "language" }).of(code),
  };
}

/** Describes the target of a path: a field, page, ending, hidden field or calculation; or the form itself. */
function describePlace(structure: FormStructure, steps: readonly string[]) {
  const depth = steps[0] === "pages" && steps[2] === "fields" ? 4 : 2;
  const isItem = /^(pages|endings|hidden_fields|calculations)$/.test(steps[0] ?? "") && steps.length >= 2;
  const item = isItem ? at(structure, steps.slice(0, depth)) : structure;
  const { id } = (isItem ? (item ?? {}) : {}) as { readonly id?: string };
  return { depth: isItem ? depth : 0, item, id };
}

/** Finds the same field, page or ending in another version, where it may be at another place. */
function findItem(structure: FormStructure, list: string, id: string): unknown {
  const items = (structure[list as keyof FormStructure] ?? []) as readonly { readonly id: string }[];
  const fields = structure.pages.flatMap((page) => page.fields);
  return [...(list === "pages" ? fields : []), ...items].find((item) => item.id === id);
}

function at(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (part, step) =>
      typeof part === "object" && part !== null ? (part as Record<string, unknown>)[step] : undefined,
    value,
  );
}

const MAX_NAME = 60;

function quote(t: OwnerTranslation, item: unknown, language: Language, otherwise: string): string {
  const { label, title } = (item ?? {}) as { readonly label?: LocalizedText; readonly title?: LocalizedText };
  const name = shorten((label ?? title)?.[language] ?? otherwise, MAX_NAME);
  return t.say("change_name", { name });
}

/** Returns the name of a property in the editor. */
function propertyName(t: OwnerTranslation, steps: readonly string[]): string {
  // The picture of the welcome page has no name of its own.
  const key = (steps[0] === "welcome" && steps[1] === "image" ? steps[0] : steps.at(-1)) ?? "";
  const texts: Readonly<Record<string, string>> = editorTexts[t.language];
  const names: Readonly<Record<string, EditorTextKey>> = {
    title: "form_name",
    image: "media",
    alt: "picture_alt",
    color: "colour",
    message: "ending_message",
    place: "event_place",
    text: "welcome_text",
    button: "welcome_button",
    statement: "statement_consent",
  };
  return texts[names[key] ?? key] ?? key;
}

function valueText(t: OwnerTranslation, key: string, value: unknown): string {
  if (value === undefined) return t.say("change_none");
  if (typeof value === "boolean") return t.say(value ? "change_yes" : "change_no");
  if (typeof value === "number") return t.number(value);
  const texts: Readonly<Record<string, string>> = editorTexts[t.language];
  const word = value === "today" ? texts.bound_today : texts[key === "type" ? `${value}` : `${key}_${value}`];
  return shorten(word ?? (Array.isArray(value) ? value.join(", ") : String(value)), MAX_NAME);
}

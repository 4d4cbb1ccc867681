/** Merges what an operation gives into a part of the form: null takes a property away, and texts merge by language. */
import { isObject } from "@toolwright/runtime/json";
import type { EditChoice, Language } from "../../../generated/types.ts";
import { isTextKey } from "../structure/places.ts";
import type { Item } from "./draft.ts";
import { newChoiceId } from "./new-id.ts";

export type Properties = Readonly<Record<string, unknown>>;

/** Properties that are merged key by key. */
const nested = new Set(["validation", "settings", "theme", "welcome"]);
const choiceLists = new Set(["choices", "rows", "columns"]);
/** Lists that are left out where they are empty. */
const optionalLists = new Set(["hidden_fields", "calculations", "endings"]);

export function mergeProperties(part: Properties, given: object, language: Language): Properties {
  const properties = new Map(Object.entries(part));
  for (const [key, value] of Object.entries(given)) {
    const result = mergedValue(key, properties.get(key), value, language);
    if (result === undefined) properties.delete(key);
    else properties.set(key, result);
  }
  return Object.fromEntries(properties);
}

/** The id stays. */
export function mergedItem(item: Item, given: object, language: Language): Item {
  return { ...mergeProperties(item, given, language), id: item.id };
}

function mergedValue(key: string, before: unknown, value: unknown, language: Language): unknown {
  if (value === undefined) return before;
  if (value === null) return undefined;
  if (optionalLists.has(key) && Array.isArray(value) && value.length === 0) return undefined;
  if (isTextKey(key)) return mergedText(before, value, language);
  if (key === "image" && isObject(value)) return mergedImage(before, value, language);
  if (choiceLists.has(key) && Array.isArray(value)) return mergedChoices(before, value, language);
  if (!nested.has(key) || !isObject(value)) return value;
  const all = mergeProperties(isObject(before) ? before : {}, value, language);
  // A welcome page without texts has the title of the form.
  return Object.keys(all).length === 0 && key !== "welcome" ? undefined : all;
}

/** A plain string is the text in the default language. The translations of another text would be wrong, so they go. */
function mergedText(before: unknown, value: unknown, language: Language): unknown {
  const texts = isObject(before) ? before : {};
  if (typeof value === "string") return texts[language] === value ? texts : { [language]: value };
  return isObject(value) ? { ...texts, ...value } : value;
}

/** The text for one picture or video would be wrong for another one, so it goes. An image beside a video is only its still. */
function mergedImage(before: unknown, value: Properties, language: Language): Properties {
  if (!isObject(before)) return mergeProperties({}, value, language);
  const shown = before.video === undefined ? "image_id" : "video";
  const isAnother = value[shown] !== undefined && value[shown] !== before[shown];
  const { alt: _, ...withoutText } = before;
  return mergeProperties(isAnother ? withoutText : before, value, language);
}

/** Choices keep their ids, and what else the list does not say: those given by id, and those given by the text that they had. */
function mergedChoices(before: unknown, given: readonly EditChoice[], language: Language): Item[] {
  const old = Array.isArray(before) ? (before as readonly Item[]) : [];
  const named = given.flatMap((choice) => (typeof choice === "string" ? [] : [choice.id]));
  const taken = new Set([...old.map(({ id }) => id), ...named]);
  return given.map((choice) => {
    if (typeof choice !== "string")
      return mergedItem(old.find(({ id }) => id === choice.id) ?? { id: choice.id }, choice, language);
    return old.find((one) => readText(one.label, language) === choice) ?? newChoice(choice, taken, language);
  });
}

/** @param taken ids of the list */
export function newChoice(choice: EditChoice, taken: Set<string>, language: Language): Item {
  if (typeof choice !== "string") return mergedItem({ id: choice.id }, choice, language);
  return { id: newChoiceId(choice, "choice", taken), label: { [language]: choice } };
}

/** The text of a localized text, or of a plain string, in a language. */
export function readText(value: unknown, language: Language): string | undefined {
  const text = isObject(value) ? value[language] : value;
  return typeof text === "string" ? text : undefined;
}

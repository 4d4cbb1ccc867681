/** Compares title, pages, endings and settings of two structures. */
import type {
  CalendarEvent,
  Ending,
  FormChange,
  FormSettings,
  FormStructure,
  FormTheme,
  Welcome,
} from "../../../generated/types.ts";
import { shortName } from "../structure/name.ts";
import { isTextKey } from "../structure/places.ts";
import { at, type Comparison, change, compareText, formatValue, isSame, list, type Place } from "./change.ts";
import { findMoved } from "./order.ts";
import { comparePictures } from "./pictures.ts";

/** Title, description and languages. */
export function compareHead(
  before: FormStructure,
  after: FormStructure,
  { usedLanguages }: Comparison,
): FormChange[] {
  const place = { path: "/languages" };
  const removed = before.languages.filter((language) => !after.languages.includes(language));
  const added = after.languages.filter((language) => !before.languages.includes(language));
  const changes = [
    ...compareText(before.title, after.title, { path: "/title" }, "Title"),
    ...compareText(before.description, after.description, { path: "/description" }, "Description"),
    ...compareWelcome(before.welcome, after.welcome),
    ...removed.map((language) =>
      usedLanguages.has(language)
        ? change(
            "language_removed",
            "breaking",
            place,
            `Language ${language}, in which responses were given, removed.`,
          )
        : change("language_removed", "safe", place, `Language ${language} removed.`),
    ),
    ...added.map((language) => change("language_added", "safe", place, `Language ${language} added.`)),
  ];
  if (findMoved(before.languages, after.languages).size > 0) {
    changes.push(change("property_changed", "safe", place, "Languages are in another order."));
  }
  if (before.default_language !== after.default_language) {
    const message = `The default language is ${after.default_language}, no longer ${before.default_language}.`;
    changes.push(change("property_changed", "safe", { path: "/default_language" }, message));
  }
  return changes;
}

const WELCOME_TEXTS = [
  ["title", "Title of the welcome page"],
  ["text", "Text of the welcome page"],
  ["button", "Button of the welcome page"],
] as const;

function compareWelcome(before: Welcome | undefined, after: Welcome | undefined): FormChange[] {
  const place = { path: "/welcome" };
  if ((before === undefined) !== (after === undefined)) {
    const message = after === undefined ? "The welcome page is removed." : "New welcome page.";
    return [change("property_changed", "safe", place, message)];
  }
  const texts = WELCOME_TEXTS.flatMap(([key, name]) =>
    compareText(before?.[key], after?.[key], at(place, key), name),
  );
  return [...texts, ...comparePictures(before?.image, after?.image, place, " of the welcome page")];
}

/** Pages only group fields, which are compared one by one. */
export function comparePages(
  before: FormStructure,
  after: FormStructure,
  { language }: Comparison,
): FormChange[] {
  const old = new Map(before.pages.map((page) => [page.id, page]));
  const remaining = new Set(after.pages.map(({ id }) => id));
  const order = findMoved([...old.keys()], [...remaining]);
  return [
    ...before.pages.flatMap(({ id, title }, index) =>
      remaining.has(id)
        ? []
        : [
            change(
              "page_removed",
              "safe",
              { path: `/pages/${index}` },
              `Page ${shortName(title, language, id)} removed.`,
            ),
          ],
    ),
    ...after.pages.flatMap(({ id, title }, index): FormChange[] => {
      const place = { path: `/pages/${index}` };
      const name = shortName(title, language, id);
      const earlierById = old.get(id);
      if (!earlierById) return [change("page_added", "safe", place, `New page ${name}.`)];
      const texts = compareText(earlierById.title, title, at(place, "title"), `Title of page ${name}`);
      return order.has(id) ? [...texts, change("page_moved", "safe", place, `Page ${name} moved.`)] : texts;
    }),
  ];
}

/** The first ending whose condition holds is shown, so their order matters. */
export function compareEndings(
  before: FormStructure,
  after: FormStructure,
  { language }: Comparison,
): FormChange[] {
  const [old, now] = [before.endings ?? [], after.endings ?? []];
  const earlierById = new Map(old.map((ending) => [ending.id, ending]));
  const remaining = new Set(now.map(({ id }) => id));
  const order = findMoved([...earlierById.keys()], [...remaining]);
  const changes = [
    ...old.flatMap(({ id, title }, index) =>
      remaining.has(id)
        ? []
        : [endingChange({ path: `/endings/${index}` }, `Ending ${shortName(title, language, id)} removed.`)],
    ),
    ...now.flatMap((ending, index): FormChange[] => {
      const place = { path: `/endings/${index}` };
      const earlier = earlierById.get(ending.id);
      const name = shortName(ending.title, language, ending.id);
      return earlier
        ? compareEnding(earlier, ending, place, name)
        : [endingChange(place, `New ending ${name}.`)];
    }),
  ];
  if (order.size === 0) return changes;
  return [
    ...changes,
    endingChange({ path: "/endings" }, `Endings are in another order: ${list([...order])} moved.`),
  ];
}

function compareEnding(before: Ending, after: Ending, place: Place, name: string): FormChange[] {
  return [
    ...compareText(before.title, after.title, at(place, "title"), `Title of ending ${name}`),
    ...compareText(before.message, after.message, at(place, "message"), `Message of ending ${name}`),
    ...comparePictures(before.image, after.image, place, ` of ending ${name}`),
    ...(["when", "redirect_url", "redirect_at_once"] as const)
      .filter((key) => !isSame(before[key], after[key]))
      .map((key) => endingChange(at(place, key), `Ending ${name} has another ${key}.`)),
    ...compareEvent(before.calendar, after.calendar, at(place, "calendar"), name),
  ];
}

/** Compares calendar events: texts that were reworded are no warning, another day is. */
function compareEvent(
  before: CalendarEvent | undefined,
  after: CalendarEvent | undefined,
  place: Place,
  name: string,
): FormChange[] {
  if (before === undefined || after === undefined) {
    if (before === after) return [];
    const what = after === undefined ? "no calendar file any more" : "a calendar file";
    return [endingChange(place, `Ending ${name} has ${what}.`)];
  }
  return [
    ...compareText(before.title, after.title, at(place, "title"), `Event of ending ${name}`),
    ...compareText(before.place, after.place, at(place, "place"), `Place of the event of ending ${name}`),
    ...(["start", "end"] as const)
      .filter((key) => !isSame(before[key], after[key]))
      .map((key) => endingChange(at(place, key), `The event of ending ${name} has another ${key}.`)),
  ];
}

function endingChange(place: Place, message: string): FormChange {
  return change("ending_changed", "warning", place, message);
}

const SETTING_TEXTS = [
  ["submit_label", "Text of the submit button"],
  ["closed_text", "Text of the closed form"],
  ["full_text", "Text of the full form"],
  ["receipt_subject", "Subject of the copy for respondents"],
  ["receipt_text", "Text of the copy for respondents"],
] as const;

export function compareSettings(before: FormStructure, after: FormStructure): FormChange[] {
  const { settings: old = {} } = before;
  const { settings: now = {} } = after;
  const place = { path: "/settings" };
  const keys = (Object.keys({ ...old, ...now }) as (keyof FormSettings)[]).filter((key) => !isTextKey(key));
  return [
    ...SETTING_TEXTS.flatMap(([key, name]) => compareText(old[key], now[key], at(place, key), name)),
    ...keys.flatMap((key): FormChange[] => {
      const [was, is] = [old[key], now[key]];
      // Without show_progress the number of pages decides, so here `false` differs from a missing value.
      const same = key === "show_progress" ? was === is : isSame(was, is);
      const message = `${key} ${formatValue(was)} -> ${formatValue(is)}.`;
      return same ? [] : [change("settings_changed", "safe", at(place, key), message)];
    }),
  ];
}

export function compareTheme(
  { theme: old = {} }: FormStructure,
  { theme: now = {} }: FormStructure,
): FormChange[] {
  const keys = Object.keys({ ...old, ...now }) as (keyof FormTheme)[];
  return keys
    .filter((key) => !isSame(old[key], now[key]))
    .map((key) => {
      const message = `${key} of the theme ${formatValue(old[key])} -> ${formatValue(now[key])}.`;
      return change("settings_changed", "safe", { path: `/theme/${key}` }, message);
    });
}

/** Every field and every text of a structure, each with its JSON Pointer. */
import type {
  Calculation,
  CalendarEvent,
  Choice,
  Ending,
  FormField,
  FormPage,
  FormSettings,
  FormStructure,
  FormTheme,
  HiddenField,
  ImageId,
  LocalizedText,
  Picture,
  TextField,
  Welcome,
} from "../../../generated/types.ts";

/** A part of a structure and its JSON Pointer. */
export interface Placed<T> {
  readonly value: T;
  readonly path: string;
}

export interface PlacedField extends Placed<FormField> {
  /** Id of the page it is on. */
  readonly page: string;
}

/** Returns all fields from top to bottom, over all pages. */
export function placedFields({ pages }: FormStructure): PlacedField[] {
  return pages.flatMap((page, at) =>
    page.fields.map((value, index) => ({ value, path: `/pages/${at}/fields/${index}`, page: page.id })),
  );
}

/** Everything of a structure that has texts of its own. */
type WithTexts =
  | FormStructure
  | FormPage
  | FormField
  | Picture
  | NonNullable<TextField["validation"]>
  | Choice
  | HiddenField
  | Calculation
  | Ending
  | CalendarEvent
  | FormSettings
  | FormTheme
  | Welcome;

type TextKey<T> = T extends unknown
  ? { [K in keyof T]-?: NonNullable<T[K]> extends LocalizedText ? K : never }[keyof T]
  : never;

/** The type makes sure that no property with a text is missing. */
export const textKeys = {
  title: true,
  description: true,
  label: true,
  placeholder: true,
  statement: true,
  unit: true,
  min_label: true,
  max_label: true,
  pattern_message: true,
  message: true,
  place: true,
  submit_label: true,
  closed_text: true,
  full_text: true,
  receipt_subject: true,
  receipt_text: true,
  logo_alt: true,
  alt: true,
  text: true,
  button: true,
} satisfies Record<TextKey<WithTexts>, true>;

export function isTextKey(key: string): boolean {
  return Object.hasOwn(textKeys, key);
}

/** Properties that contain no texts. */
const withoutTexts = new Set(["visible_if", "when"]);

/** Images of the theme. */
const themeImages = ["logo", "cover", "favicon"] as const;

/** Every id of an image: those of the theme, then those of the pictures from top to bottom. */
export function placedImages(structure: FormStructure): Placed<ImageId>[] {
  const { theme = {} } = structure;
  const ofTheme = themeImages.flatMap((role) => {
    const value = theme[role];
    return value === undefined ? [] : [{ value, path: `/theme/${role}` }];
  });
  const pictures = placedPictures(structure).flatMap(({ value: { image_id: value }, path }) =>
    value === undefined ? [] : [{ value, path: `${path}/image_id` }],
  );
  return [...ofTheme, ...pictures];
}

/** The pictures and videos of the welcome page, of questions, each before those of its choices, and of endings. */
export function placedPictures(structure: FormStructure): Placed<Picture>[] {
  const { welcome = {}, endings = [] } = structure;
  const questions = placedFields(structure).flatMap(({ value, path }) => {
    const choices = "choices" in value ? value.choices : [];
    return [
      ...pictureOf(value, path),
      ...choices.flatMap((choice, at) => pictureOf(choice, `${path}/choices/${at}`)),
    ];
  });
  return [
    ...pictureOf(welcome, "/welcome"),
    ...questions,
    ...endings.flatMap((ending, at) => pictureOf(ending, `/endings/${at}`)),
  ];
}

function pictureOf({ image }: { readonly image?: Picture }, path: string): Placed<Picture>[] {
  return image === undefined ? [] : [{ value: image, path: `${path}/image` }];
}

/** Every text, in the order of the structure. */
export function placedTexts(structure: FormStructure): Placed<LocalizedText>[] {
  return textsBelow(structure, "");
}

function textsBelow(value: unknown, path: string): Placed<LocalizedText>[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]): Placed<LocalizedText>[] => {
    if (withoutTexts.has(key)) return [];
    const at = `${path}/${key}`;
    return isTextKey(key) ? [{ value: part, path: at }] : textsBelow(part, at);
  });
}

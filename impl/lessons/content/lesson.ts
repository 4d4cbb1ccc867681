/** The contents of a lesson as plain data, stored as JSON. */
import type { Language } from "../../../generated/types.ts";
import type { Diagram } from "../drawing/diagram.ts";

/**
 * A text in one or more languages. Texts that the writer could not translate may have only one language, which need not be a
 * language of the lesson. `textFor` chooses.
 */
export type LessonTexts = Readonly<Partial<Record<Language, string>>>;

export interface Lesson {
  /** The default language first. */
  readonly languages: readonly Language[];
  readonly title: LessonTexts;
  readonly summary: LessonTexts;
  readonly sections: readonly LessonSection[];
  readonly tasks: readonly LessonTask[];
  /** Notices for readers and the owner about the creation of the lesson. */
  readonly notices: readonly LessonNotice[];
  /** The pictures by the index of the illustration; absent if the writer knows by itself what to draw. */
  readonly pictures?: readonly PlannedPicture[];
  /** Languages that the lesson is still to be translated into. */
  readonly pendingLanguages?: readonly Language[];
}

/** The planned contents of an illustration. */
export interface PlannedPicture {
  readonly alt: LessonTexts;
  /** The description for an image model. */
  readonly description: string;
  /** The diagram if no image model is configured. Its labels start with `=` and are in the default language. */
  readonly diagram: Diagram;
  /** The labels of the diagram, in the order of `listLabels`. Absent in older lessons: they stay in the default language. */
  readonly labels?: readonly LessonTexts[];
}

export interface LessonSection {
  readonly id: string;
  readonly heading: LessonTexts;
  readonly paragraphs: readonly LessonTexts[];
  /** The index of the illustration that belongs to the section. */
  readonly illustration?: number;
}

export interface LessonNotice {
  /** A code for programs, such as `untranslated`, `from_library`, `from_prompt` or `not_taught`. */
  readonly code: string;
  readonly text: LessonTexts;
  /** The languages that it is about. */
  readonly languages?: readonly Language[];
}

export type LessonTask = ChoiceTask | NumberTask | OrderTask | GapTask | OpenTask;

interface Task {
  /** Unique in the lesson. Ids of options, items and points are unique in their task. */
  readonly id: string;
  readonly question: LessonTexts;
  /** Shown after an answer: it may give the answer away. */
  readonly explanation?: LessonTexts;
}

interface Named {
  readonly id: string;
  readonly text: LessonTexts;
}

export interface ChoiceTask extends Task {
  readonly kind: "choice";
  /** The options in the order in which they are shown. */
  readonly options: readonly Named[];
  /** Ids of options. More than one: all of them have to be chosen. */
  readonly correct: readonly string[];
}

export interface NumberTask extends Task {
  readonly kind: "number";
  readonly answer: number;
  /** The largest accepted distance from the answer. */
  readonly tolerance: number;
  readonly unit?: LessonTexts;
}

export interface OrderTask extends Task {
  readonly kind: "order";
  /** The items in the right order. Their ids do not reveal it. */
  readonly items: readonly Named[];
}

export interface GapTask extends Task {
  readonly kind: "gap";
  /** The question has `___` in place of the missing words, in each of its languages. */
  readonly accepted: Readonly<Partial<Record<Language, readonly string[]>>>;
}

export interface OpenTask extends Task {
  readonly kind: "open";
  /** The points that a good answer contains. */
  readonly rubric: { readonly points: readonly Named[] };
}

const FOR_READERS: ReadonlySet<string> = new Set([
  "from_library",
  "from_prompt",
  "from_model",
  "untranslated",
]);

/** Returns the notices for readers. The others tell the author about unfulfilled wishes. */
export function readersNotices({ notices }: Lesson): readonly LessonNotice[] {
  return notices.filter(({ code }) => FOR_READERS.has(code));
}

/** The text for readers of a language: in it, else in the lesson's default language, else in any it has. */
export function textFor(
  texts: LessonTexts,
  language: Language,
  languages: readonly Language[],
): { readonly text: string; readonly language: Language } {
  const has = (each: Language | undefined): each is Language =>
    each !== undefined && texts[each] !== undefined;
  const found = [language, languages[0], "en" as const, ...(Object.keys(texts) as Language[])].find(has);
  return found ? { text: texts[found] ?? "", language: found } : { text: "", language };
}

/** A writer for tests that are about anything but writing: lessons of one sentence, and illustrations of one line. */
import type { Lesson } from "../../lessons/content/lesson.ts";
import type { LessonRequest, LessonWriter } from "../../lessons/writer.ts";

/** The differences from a writer that can do everything. */
type Exceptions = Partial<Omit<LessonWriter, "name">>;

export function shortLessons(exceptions: Exceptions = {}): LessonWriter {
  return {
    name: "short",
    objection: () => undefined,
    warnings: () => [],
    write: async (request) => shortLesson(request),
    translate: async (_request, lesson) => lesson,
    illustrate: async ({ languages: [first] }, _lesson, index) => ({
      mediaType: "image/svg+xml",
      bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" id="i${index}"/>`),
      alt: { [first!]: `Illustration ${index}` },
    }),
    review: () => Promise.reject(new Error("Not in these tests")),
    ...exceptions,
  };
}

/** Each language but the first is left to a step of its own. */
export function pendingLesson(request: LessonRequest): Lesson {
  return { ...shortLesson(request), pendingLanguages: request.languages.slice(1) };
}

/** The prompt in every language, except those that could not be translated. */
export function shortLesson(
  { prompt, languages, illustrationCount }: LessonRequest,
  untranslated: Lesson["languages"] = [],
): Lesson {
  const done = languages.filter((language) => !untranslated.includes(language));
  const text = Object.fromEntries(done.map((language) => [language, prompt]));
  return {
    languages,
    title: text,
    summary: text,
    sections: Array.from({ length: Math.max(1, illustrationCount) }, (_, at) => ({
      id: `s${at + 1}`,
      heading: text,
      paragraphs: [text],
      ...(at < illustrationCount && { illustration: at }),
    })),
    tasks: [],
    notices: [],
  };
}

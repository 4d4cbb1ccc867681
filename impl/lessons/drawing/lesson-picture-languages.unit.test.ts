/** Pictures of lessons in several languages: each language has the labels and the title of a lesson in it alone. */
import { expect, test } from "vitest";
import type { Language } from "../../../generated/types.ts";
import { readPictures } from "../../ai/lessons/read-pictures.ts";
import { inLanguage, overlaps, readPicture } from "../../test/support/lesson-pictures.ts";
import { plannedIllustration } from "../builtin/illustrate.ts";
import { builtinWriter } from "../builtin/writer.ts";
import type { LessonTexts } from "../content/lesson.ts";
import { allTopics } from "../library/topic.ts";
import { isWhollyIn } from "../library/translation.ts";

const { signal } = new AbortController();
const text = ({ bytes }: { readonly bytes: Uint8Array }) => new TextDecoder().decode(bytes);

const request = (prompt: string, languages: readonly Language[]) =>
  ({
    accountId: "acc_1",
    prompt,
    languages,
    illustrationCount: 3,
    taskMode: "fixed",
    seed: "quo_1",
  }) as const;

async function pictures(topic: string, languages: readonly Language[]) {
  const wish = request(topic, languages);
  const lesson = await builtinWriter.write(wish, signal);
  return Promise.all([0, 1, 2].map((index) => builtinWriter.illustrate(wish, lesson, index, signal)));
}

const translated = allTopics().filter((topic) => isWhollyIn(topic, "de"));

test.each(translated.map(({ title }) => title))("%s", async (title) => {
  const both = await pictures(title, ["de", "en"]);
  for (const language of ["de", "en"] as const) {
    const alone = await pictures(title, [language]);
    for (const [index, picture] of both.entries()) {
      const shown = inLanguage(text(picture), language);
      const { labels } = readPicture(shown);
      expect(labels).toEqual(readPicture(text(alone[index]!)).labels);
      expect(overlaps({ labels })).toEqual([]);
      expect(shown).toContain(`<title xml:lang="${language}">`);
      expect(picture.alt[language]).toBe(alone[index]!.alt[language]);
    }
  }
  const labelsOf = (language: Language) =>
    both.map((picture) => readPicture(inLanguage(text(picture), language)).labels.map((label) => label.text));
  expect(labelsOf("de")).not.toEqual(labelsOf("en"));
});

test("translates labels written by a model; labels of older lessons do not change", () => {
  const cards = { layout: "cards", cards: [{ label: "Rain", note: "Falls" }, { label: "River" }] };
  const answer = { pictures: [{ section: 1, alt: "Water", description: "Rain", diagram: cards }] };
  const problems: string[] = [];
  const wish = { ...request("", ["en", "de"]), illustrationCount: 1 };
  const [picture] = readPictures(answer, wish, "en", problems).pictures;
  expect(problems).toEqual([]);
  expect(picture!.labels).toEqual([{ en: "Rain" }, { en: "Falls" }, { en: "River" }]);
  const german = ["Regen", "Fällt", "Fluss"];
  const labels = picture!.labels!.map((label, at): LessonTexts => ({ ...label, de: german[at]! }));
  const languages = ["en", "de"] as const;
  const lesson = { languages, title: {}, summary: {}, sections: [], tasks: [], notices: [] };
  const { labels: _, ...older } = picture!;
  const shown = (planned: typeof older, language: Language) => {
    const svg = text(plannedIllustration(lesson, planned, "quo_1"));
    return readPicture(inLanguage(svg, language))
      .labels.map((label) => label.text)
      .toSorted();
  };
  expect(shown({ ...picture!, labels } as typeof older, "de")).toEqual(german.toSorted());
  expect(shown({ ...picture!, labels } as typeof older, "en")).toEqual(["Falls", "Rain", "River"]);
  expect(shown(older, "de")).toEqual(["Falls", "Rain", "River"]);
});

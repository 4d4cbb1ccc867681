/** Translates a lesson into one more language with a language model. A language is complete, or it is not there. */
import type { Language } from "../../../generated/types.ts";
import { lessonProblems } from "../../lessons/content/check.ts";
import type { Lesson } from "../../lessons/content/lesson.ts";
import { type PlacedText, placedTexts } from "../../lessons/content/texts.ts";
import { WritingFailed } from "../../lessons/writer.ts";
import type { LanguageModel } from "../language-model.ts";
import { isIntact, requestTranslations } from "../translation-request.ts";
import { translateLessonInstructions } from "./instructions.ts";

/** The number of texts in one request, and of their characters: sizes that a model handles well, in any script. */
const MAX_TEXTS = 50;
const MAX_CHARACTERS = 4_000;
/** Requests at once. */
const PARALLEL = 3;
/** Texts that came back damaged are sent again. */
const ROUNDS = 3;
const BETWEEN_WORDS = " | ";

/** A text to translate, and its translations. */
interface Item {
  readonly placed: PlacedText;
  readonly original: string;
  translation?: string;
}

/** @throws WritingFailed if a text is missing in the end */
export async function translateLesson(
  model: LanguageModel,
  lesson: Lesson,
  language: Language,
  signal: AbortSignal,
): Promise<Lesson> {
  const from = lesson.languages[0]!;
  const translated = structuredClone(lesson);
  const items = placedTexts(translated).map(
    (placed): Item => ({ placed, original: readOriginal(placed, from) }),
  );
  let missing = items;
  for (let round = 0; round < ROUNDS && missing.length > 0; round++) {
    const before = missing.length;
    await translateItems(model, missing, from, language, signal);
    missing = items.filter(({ translation }) => translation === undefined);
    if (missing.length === before) break;
  }
  if (missing.length > 0)
    throw new WritingFailed(
      `The language model left ${missing.length} of ${items.length} texts untranslated.`,
    );
  for (const item of items) place(item, language);
  const [problem] = lessonProblems(translated, [language]);
  if (problem !== undefined) throw new WritingFailed(`The translation is not usable: ${problem}`);
  return translated;
}

function readOriginal(placed: PlacedText, language: Language): string {
  return "words" in placed
    ? (placed.words[language] ?? []).join(BETWEEN_WORDS)
    : (placed.texts[language] ?? "");
}

async function translateItems(
  model: LanguageModel,
  items: readonly Item[],
  from: Language,
  language: Language,
  signal: AbortSignal,
): Promise<void> {
  const requests = splitIntoChunks(items);
  const system = translateLessonInstructions;
  for (let at = 0; at < requests.length; at += PARALLEL)
    await Promise.all(
      requests.slice(at, at + PARALLEL).map(async (some) => {
        const texts = some.map(({ original }) => original);
        const found = await requestTranslations(
          model,
          { texts, from, languages: [language], system },
          signal,
        );
        for (const [index, item] of some.entries()) {
          const translation = found(language, index);
          if (translation !== undefined && isUsable(item.original, translation))
            item.translation = translation;
        }
      }),
    );
}

function splitIntoChunks(items: readonly Item[]): Item[][] {
  const chunks: Item[][] = [];
  let room = 0;
  for (const item of items) {
    room -= item.original.length;
    if (room < 0 || chunks.at(-1)!.length === MAX_TEXTS) {
      chunks.push([]);
      room = MAX_CHARACTERS - item.original.length;
    }
    chunks.at(-1)!.push(item);
  }
  return chunks;
}

/** The gap is still there, and everything else that has to be. */
function isUsable(original: string, translation: string): boolean {
  const gaps = (text: string) => text.split("___").length;
  return isIntact(original, translation) && gaps(original) === gaps(translation);
}

/** The texts belong to a clone that only this function has. */
function place({ placed, translation }: Item, language: Language): void {
  if ("texts" in placed) {
    (placed.texts as Partial<Record<Language, string>>)[language] = translation!.trim();
    return;
  }
  const words = translation!.split("|").map((word) => word.trim());
  (placed.words as Partial<Record<Language, readonly string[]>>)[language] = words.filter(
    (word) => word !== "",
  );
}

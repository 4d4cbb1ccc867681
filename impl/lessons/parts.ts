/** The parts of a lesson, which make up its price and are settled one by one. */
import type { QuoteItem } from "../../generated/types.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { LessonRequest } from "./writer.ts";

export type NewPart = Pick<Schema["lesson_parts"], "position" | "kind" | "name" | "credits">;

/** The text, a translation for each further language, and the illustrations. Their credits sum to the price. */
export function lessonParts(
  { languages, illustrationCount }: Pick<LessonRequest, "languages" | "illustrationCount">,
  breakdown: readonly QuoteItem[],
): NewPart[] {
  const each = (kind: NewPart["kind"]) => breakdown.find(({ item }) => item === kind)?.credits_each ?? 0;
  const text = breakdown.find(({ item }) => item === "text")!;
  const parts = [
    // Longer lessons have several units of text, but the text is written as a whole.
    { kind: "text" as const, name: "", credits: text.credits },
    ...languages.slice(1).map((language) => ({
      kind: "translation" as const,
      name: language,
      credits: each("translation"),
    })),
    ...Array.from({ length: illustrationCount }, (_, index) => ({
      kind: "illustration" as const,
      name: String(index),
      credits: each("illustration"),
    })),
  ];
  return parts.map((part, position) => ({ position, ...part }));
}

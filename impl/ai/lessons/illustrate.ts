/** Illustrates lessons with an image model. */
import { Refusal } from "@toolwright/runtime";
import type { PlannedPicture } from "../../lessons/content/lesson.ts";
import { type LessonImage, WritingFailed } from "../../lessons/writer.ts";
import { type ImageModel, UNUSABLE_PICTURE } from "../image-model.ts";
import { ModelFailure } from "../language-model.ts";

/** Image models often write wrong text, so pictures have none. */
const STYLE =
  "An illustration for a school lesson: clear, friendly, factually right, without any letters, numbers or logos.";

/** Answers of an endpoint that are the same each time: it refuses the description, the size or the model. */
const FINAL: ReadonlySet<string> = new Set(["http_400", "http_404", "http_422"]);

/** @throws Refusal when no retry helps; WritingFailed */
export async function illustrateWithModel(
  model: ImageModel,
  { alt, description }: PlannedPicture,
  signal: AbortSignal,
): Promise<LessonImage> {
  try {
    return { ...(await model.draw(`${STYLE} ${description}`, signal)), alt };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    if (error.isFinal) throw new Refusal("generation_failed", error.message, {}, { retryable: false });
    // The same request would buy the same picture again.
    if (UNUSABLE_PICTURE.has(error.reason)) throw new Refusal("generation_failed", error.message);
    if (!FINAL.has(error.reason)) throw new WritingFailed(error.message);
    throw new Refusal(
      "generation_failed",
      `${error.message} It may refuse what the picture would show, or the size.`,
    );
  }
}

/** Writes lessons with a language model, illustrates them with an image model, and reviews answers to their open tasks. */
import { Refusal } from "@toolwright/runtime";
import { frameTexts } from "../../lessons/builtin/texts.ts";
import type { Lesson } from "../../lessons/content/lesson.ts";
import { type LessonRequest, type LessonWriter, WritingFailed } from "../../lessons/writer.ts";
import type { AiConfig } from "../../platform/config/ai.ts";
import { imageProvider } from "../providers/image-provider.ts";
import { providerModel } from "../providers/provider.ts";
import { isModelFailure } from "../repair.ts";
import { recordedImages, recordUsage, type UsageRecorder } from "../usage.ts";
import { illustrateWithModel } from "./illustrate.ts";
import { reviewWithModel } from "./review.ts";
import { translateLesson } from "./translate.ts";
import { writeWithModel } from "./write.ts";

/** @param builtIn draws where there is no image model, and steps in where `config` says so */
export function modelLessonWriter(
  config: AiConfig,
  builtIn: LessonWriter,
  recorder: Omit<UsageRecorder, "prices">,
): LessonWriter {
  const usage = { ...recorder, prices: config.prices };
  const model = providerModel(config);
  const images = config.images && imageProvider(config.images);
  const modelFor = (accountId: string) => recordUsage(model, accountId, usage);
  return {
    name: model.name,
    // A failure shows only while writing; then everything is refunded.
    objection: () => undefined,
    warnings: () => [],
    async write(request, signal) {
      try {
        return await writeWithModel(modelFor(request.accountId), request, signal);
      } catch (error) {
        const canStepIn =
          config.fallback && isModelFailure(error) && (await builtIn.objection(request)) === undefined;
        if (canStepIn) return withNotice(await builtIn.write(request, signal), request);
        if (error instanceof Refusal && error.retryable !== false) throw new WritingFailed(error.message);
        throw error;
      }
    },
    translate: ({ accountId }, lesson, language, signal) =>
      translateLesson(modelFor(accountId), lesson, language, signal),
    async illustrate(request, lesson, index, signal) {
      const picture = lesson.pictures?.[index];
      if (images === undefined || picture === undefined)
        return builtIn.illustrate(request, lesson, index, signal);
      return illustrateWithModel(recordedImages(images, request.accountId, usage), picture, signal);
    },
    review: config.reviewsByModel
      ? (request, signal) => reviewWithModel(modelFor(request.accountId), request, signal)
      : undefined,
  };
}

function withNotice(lesson: Lesson, { languages }: LessonRequest): Lesson {
  const notice = { code: "fallback", text: frameTexts(languages, "fallback") };
  return { ...lesson, notices: [notice, ...lesson.notices] };
}

/** Tells the caller how far a language model has come: which step it is at, and how much it has written. */
import type { OnProgress } from "../forms/generator.ts";
import type { LanguageModel, Purpose } from "./language-model.ts";

/** The number of new characters for a report, so that a long answer does not lead to a report for each word. */
const STEP = 500;

const DOING: Readonly<Record<Purpose, string>> = {
  create_form: "The language model is writing the form",
  update_form: "The language model is writing the changes",
  translate: "The language model is translating",
  write_lesson: "The language model is writing the lesson",
  illustrate_lesson: "The language model is drawing",
  review_answer: "The language model is reviewing the answer",
};

/** The model, which reports when it begins an answer, and as the answer grows. */
export function reporting(model: LanguageModel, onProgress: OnProgress | undefined): LanguageModel {
  if (!onProgress) return model;
  let done = 0;
  let reported = 0;
  return {
    get name() {
      return model.name;
    },
    async answer(conversation, signal) {
      const corrections = conversation.messages.filter(({ role }) => role === "assistant").length;
      const doing =
        corrections === 0
          ? DOING[conversation.purpose]
          : `${DOING[conversation.purpose]} again, after correction ${corrections}`;
      const before = done + 1;
      done = before;
      reported = done;
      onProgress(done, `${doing}.`);
      const onText = (characters: number) => {
        done = before + characters;
        if (done < reported + STEP) return;
        reported = done;
        onProgress(done, `${doing}: ${characters} characters.`);
      };
      return model.answer({ ...conversation, onText }, signal);
    },
  };
}

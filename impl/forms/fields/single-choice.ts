import type { ChoiceField } from "../../../generated/types.ts";
import type { QuestionKind } from "./kind.ts";
import { choiceCards } from "./parts/choice-cards.ts";
import { choiceKind } from "./parts/choices.ts";

/** One of several choices, all of them shown. */
export const singleChoice: QuestionKind<ChoiceField> = {
  ...choiceKind,
  isGroup: () => true,
  input: choiceCards,
};

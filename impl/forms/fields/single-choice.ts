import { choiceKind } from "./parts/choices.ts";

/** One of several choices, all of them shown. */
export const singleChoice = choiceKind;

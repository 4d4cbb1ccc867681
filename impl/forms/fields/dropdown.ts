import { choiceKind } from "./parts/choices.ts";

/** One of several choices, shown as a menu. */
export const dropdown = choiceKind;

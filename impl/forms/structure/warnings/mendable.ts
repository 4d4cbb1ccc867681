/** The warnings that are said again before a form is published, since its owner can mend them in the form itself. */
import { EXAMPLE_TEXT } from "./example-texts.ts";
import { SAME_LABEL } from "./labels.ts";

/** The codes of these warnings. */
export const MENDABLE: ReadonlySet<string> = new Set([EXAMPLE_TEXT, SAME_LABEL]);

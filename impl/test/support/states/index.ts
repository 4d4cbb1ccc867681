/** All states of the pages. */
import { around } from "./around.ts";
import { changing } from "./changing.ts";
import { confirming } from "./confirming.ts";
import { filling } from "./filling.ts";
import { learning } from "./learning.ts";
import type { State } from "./respondent.ts";
import { waiting } from "./waiting.ts";

/** Every appearance of a page for respondents and learners, in an order in which each is quick to reach from the one before. */
export const states: readonly State[] = [
  ...filling,
  ...changing,
  ...around,
  ...waiting,
  ...confirming,
  ...learning,
];

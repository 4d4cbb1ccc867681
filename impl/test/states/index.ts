import { around } from "./around.ts";
import { confirming } from "./confirming.ts";
import { filling } from "./filling.ts";
import type { State } from "./respondent.ts";

/** Every way that pages of the service look to respondents, in an order that makes them quick to reach. */
export const states: readonly State[] = [...filling, ...around, ...confirming];

/** Gives each batch of answers a turn of the event loop of its own, whichever call reads it. */
import { type TakeTurn, turns } from "../platform/turns.ts";

/** Resolves when the caller may read a batch of answers: ten calls at once do not read ten of them in one turn. */
export const takeReadingTurn: TakeTurn = turns();

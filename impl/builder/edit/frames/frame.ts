/** What a frame is: a way to read an instruction by the roles of its words, in whatever order they stand. */
import type { Clause } from "./clause.ts";

/**
 * Takes from a clause what the frame is about. Undefined: the frame does not fit, or words are left over. Otherwise the change, which
 * returns false or throws a refusal if what is named does not fit.
 */
export type Frame = (clause: Clause) => (() => boolean) | undefined;

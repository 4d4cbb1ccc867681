import type { DisplayKind } from "./kind.ts";
import { drawFormatted } from "./parts/formatted-text.ts";

/** A paragraph to read. */
export const statement: DisplayKind = {
  own: {},
  heading: (label, t, mentions) => drawFormatted(t, label, mentions, "lead"),
};

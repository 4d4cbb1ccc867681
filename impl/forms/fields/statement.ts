import type { DisplayField } from "../../../generated/types.ts";
import type { FieldKind } from "./kind.ts";

/** A paragraph to read. */
export const statement: FieldKind<DisplayField> = { own: {} };

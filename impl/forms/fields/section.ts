import type { DisplayField } from "../../../generated/types.ts";
import type { FieldKind } from "./kind.ts";

/** A heading within a page. */
export const section: FieldKind<DisplayField> = { own: {} };

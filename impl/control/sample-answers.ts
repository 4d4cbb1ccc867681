/** Makes up a plausible answer to a field, for responses that a test asks for. */
import type { FormField } from "../../generated/types.ts";
import { takesAnswer } from "../forms/fields/client-kinds.ts";
import { questionKind } from "../forms/fields/kinds.ts";

/** An unchecked answer; undefined where none can be made up: to a file, or to a pattern. */
export function sampleAnswer(field: FormField, email: string): unknown {
  return takesAnswer(field) ? questionKind(field).sample(field, email) : undefined;
}

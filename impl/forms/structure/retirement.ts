import type { Choice, FormField } from "../../../generated/types.ts";

// The browser runs this file, too: it may import only types.

/** Whether new respondents no longer meet a field, choice, row or column. */
export function isRetired(item: FormField | Choice): boolean {
  return "retired" in item && item.retired === true;
}

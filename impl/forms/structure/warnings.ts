import type { FormStructure, Warning } from "../../../generated/types.ts";
import { labelWarnings } from "./label-warnings.ts";
import { mentionWarnings } from "./mention-warnings.ts";
import { secretWarnings } from "./secret-fields.ts";
import { translationWarnings } from "./texts.ts";

/** What its owner should know of a structure that can be stored. It is said wherever a structure is checked, from any source. */
export function structureWarnings(structure: FormStructure): Warning[] {
  const checks = [secretWarnings, labelWarnings, translationWarnings, mentionWarnings];
  return checks.flatMap((check) => check(structure));
}

import type { FormStructure, Warning } from "../../../../generated/types.ts";
import { translationWarnings } from "../texts.ts";
import { labelWarnings } from "./labels.ts";
import { mentionWarnings } from "./mentions.ts";
import { secretWarnings } from "./secret-fields.ts";

/** What its owner should know of a structure that can be stored. It is said wherever a structure is checked, from any source. */
export function structureWarnings(structure: FormStructure): Warning[] {
  const checks = [secretWarnings, labelWarnings, translationWarnings, mentionWarnings];
  return checks.flatMap((check) => check(structure));
}

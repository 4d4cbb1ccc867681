import type { FormStructure, Warning } from "../../../../generated/types.ts";
import { translationWarnings } from "../texts.ts";
import { exampleWarnings } from "./example-texts.ts";
import { labelWarnings } from "./labels.ts";
import { mentionWarnings } from "./mentions.ts";
import { secretWarnings } from "./secret-fields.ts";

/** Returns warnings about a valid structure for its owner. They are reported wherever a structure is checked, from any source. */
export function structureWarnings(structure: FormStructure): Warning[] {
  const checks = [secretWarnings, exampleWarnings, labelWarnings, translationWarnings, mentionWarnings];
  return checks.flatMap((check) => check(structure));
}

/** Parses a structure that was sent as text. */
import type { FormStructure } from "../../../../generated/types.ts";
import { readStructure } from "../../../forms/structure/fits-schema.ts";
import { invalidInputs } from "../../../platform/failures/invalid-input.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { PageRefusal } from "./refusal-text.ts";

/** Parses a structure. @throws Refusal invalid_input if the text is not JSON, or the JSON is not a structure */
export function parseStructure({ t }: OwnerRequest, text: string): FormStructure {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new PageRefusal(notJson(t, String(error)));
  }
  const read = readStructure(value);
  if ("structure" in read) return read.structure;
  throw invalidInputs("The structure", read.problems);
}

/** Translates the JavaScript engine's message, which is in English and names the place only in long texts. */
export function notJson(t: OwnerTranslation, problem: string): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec(problem) ?? [];
  return line === undefined || column === undefined
    ? t.say("editor_not_json")
    : t.say("editor_not_json_at", { line, column });
}

/** Reads a structure that came as text. */
import type { FormStructure } from "../../../../generated/types.ts";
import { invalidInput, invalidInputs } from "../../../failures/invalid-input.ts";
import { readStructure } from "../../../forms/structure/fits-schema.ts";
import type { OwnerRequest } from "../owner-pages.ts";

/** @throws Refusal invalid_input for text that is no JSON, and for JSON that is no structure */
export function parseStructure({ t }: OwnerRequest, text: string): FormStructure {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalidInput("", t.say("editor_not_json", { problem: String(error) }));
  }
  const read = readStructure(value);
  if ("structure" in read) return read.structure;
  throw invalidInputs("The structure", read.problems);
}

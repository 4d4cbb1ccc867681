import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Language } from "../../generated/types.ts";
import { buildForm } from "../builder/index.ts";
import { readGoldens } from "./support/builder-golden.ts";
import { notation } from "./support/builder-notation.ts";

const folder = join(import.meta.dirname, "builder-golden");
const goldens = readdirSync(folder).flatMap((file) => readGoldens(join(folder, file)));

/** The form in notation, with a line for each warning; or the refusal. */
function built(prompt: string, languages: readonly [Language, ...Language[]]): string[] {
  try {
    const { structure, warnings } = buildForm({ prompt, languages });
    // A golden shows the form in full, so it does not repeat that a warning lists its fields.
    const codes = warnings.map(({ code }) => code).filter((code) => code !== "read_back");
    return [...notation(structure), ...codes.map((code) => `! ${code}`)];
  } catch (error) {
    return [`X ${(error as { code: string }).code}`];
  }
}

describe("a prompt becomes the form that a person would make of it", () => {
  it.each(goldens)("$name", ({ prompt, languages, lines }) => {
    expect(built(prompt, languages)).toEqual(lines);
  });
});

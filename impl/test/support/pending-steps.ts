/** The steps of a process that changes a form without publishing each change, and what they leave. */
import type { FormStructure } from "../../../generated/types.ts";

export const STEPS = ["keep", "keep", "publish", "keep", "discard"] as const;

/** The title that step `at` of a process gives the form. */
export const titleOf = (run: number, at: number) => `Run ${run}, step ${at}`;

/** Large enough to be written in parts, and each of its texts says which one it is. */
export function structureOf(title: string): FormStructure {
  const label = { en: title };
  return {
    title: label,
    description: { en: `${title}. `.repeat(100) },
    languages: ["en"],
    default_language: "en",
    pages: [{ id: "page", fields: [{ id: "name", type: "short_text", label }] }],
  };
}

/** Titles of the form, and of its unpublished changes. */
export interface State {
  readonly published: string;
  readonly pending: string | undefined;
}

/** Runs before the first step, and after each one. */
export function statesOf(run: number, before: State): State[] {
  const states = [before];
  for (const [at, step] of STEPS.entries()) {
    const { published, pending } = states[at]!;
    if (step === "keep") states.push({ published, pending: titleOf(run, at) });
    else states.push({ published: step === "publish" ? pending! : published, pending: undefined });
  }
  return states;
}

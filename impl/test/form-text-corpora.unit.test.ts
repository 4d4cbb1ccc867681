/** Prompts that people wrote: each is built as it stands, quoted, or refused. Nothing is changed or lost in silence. */
import { expect, test } from "vitest";
import { readCorpus } from "../../eval/corpus.ts";
import { builtInGenerator } from "../ai/built-in.ts";
import { PromptNotUnderstood } from "../platform/failures/prompt-not-understood.ts";
import { mistakesOf } from "./support/check-built-form.ts";

const cases = readCorpus("prompts");
const sets = [...Map.groupBy(cases, ({ set }) => set)];

async function mistakes(prompt: string): Promise<string[]> {
  const request = { accountId: "", prompt, title: undefined, languages: undefined };
  try {
    return mistakesOf(prompt, await builtInGenerator(request, new AbortController().signal));
  } catch (error) {
    if (error instanceof PromptNotUnderstood) return [];
    throw error;
  }
}

test.each(sets)("prompts of the set %s", async (_set, prompts) => {
  const found: Record<string, string[]> = {};
  for (const { text } of prompts) {
    const wrong = await mistakes(text);
    if (wrong.length > 0) found[text] = wrong;
  }
  expect(found).toEqual({});
});

test("a changed text, choices alike and a lost word are found", () => {
  const field = {
    id: "blood",
    type: "single_choice",
    label: { en: "Blood group" },
    choices: [
      { id: "a", label: { en: "A" } },
      { id: "b", label: { en: "a" } },
    ],
  } as const;
  const structure = {
    title: { en: "" },
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "page", fields: [field] }],
  } as const;
  expect(
    mistakesOf("Blood group: A+, B- vaccinated", { structure: structure as never, warnings: [] }),
  ).toEqual([
    '"A" does not stand in the prompt',
    '"a" does not stand in the prompt',
    'two choices of "Blood group" are alike',
    '"vaccinated" is lost',
  ]);
});

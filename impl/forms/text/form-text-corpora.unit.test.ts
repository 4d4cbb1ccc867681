/** Prompts that people wrote: each is built as it stands, quoted, or refused. Nothing is changed or lost in silence. */
import { expect, test } from "vitest";
import { baseForm } from "../../../evidence/eval/base-form.ts";
import { type Case, readCorpus } from "../../../evidence/eval/corpus.ts";
import { builtInEditor, builtInGenerator } from "../../ai/built-in.ts";
import { PromptNotUnderstood } from "../../platform/failures/prompt-not-understood.ts";
import { changedTexts, mistakesOf, textsOf } from "../../test/support/check-built-form.ts";

const { signal } = new AbortController();

/** Undefined: refused. */
async function orRefused<Made>(made: Promise<Made>): Promise<Made | undefined> {
  try {
    return await made;
  } catch (error) {
    if (error instanceof PromptNotUnderstood) return undefined;
    throw error;
  }
}

/** The mistakes by prompt. */
async function mistakesIn(
  cases: readonly Case[],
  mistakes: (each: Case) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const each of cases) {
    const wrong = await mistakes(each);
    if (wrong.length > 0) found[each.text] = wrong;
  }
  return found;
}

test.each([...Map.groupBy(readCorpus("prompts"), ({ set }) => set)])(
  "prompts of the set %s",
  async (_set, cases) => {
    const found = await mistakesIn(cases, async ({ text: prompt }) => {
      const request = { accountId: "", prompt, title: undefined, languages: undefined };
      const built = await orRefused(builtInGenerator(request, signal));
      return built ? mistakesOf(prompt, built) : [];
    });
    expect(found).toEqual({});
  },
);

test.each([...Map.groupBy(readCorpus("edits"), ({ set }) => set)])(
  "new texts of edits of the set %s come from the edit",
  async (_set, cases) => {
    const found = await mistakesIn(cases, async ({ text: prompt, language }) => {
      const before = baseForm(language);
      const edited = await orRefused(builtInEditor({ accountId: "", prompt, structure: before }, signal));
      const old = new Set(textsOf(before));
      const fresh = edited ? textsOf(edited.structure).filter((text) => !old.has(text)) : [];
      return changedTexts(prompt, fresh);
    });
    expect(found).toEqual({});
  },
);

test("finds a changed text, equal choices and a lost word", () => {
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
    '"b" is lost',
    '"vaccinated" is lost',
  ]);
});

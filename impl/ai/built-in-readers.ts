/** What the built-in generator and editor read: form text and a closed list of sentences, without a model. */
import type { FormStructure, Language, Warning } from "../../generated/types.ts";
import type { EditRequest, GeneratedForm, GenerationRequest } from "../forms/generator.ts";
import { editByText, type LineProblem } from "../forms/text/edits/edit-by-text.ts";
import { withoutMarks } from "../forms/text/marked-text.ts";
import type { Problem } from "../forms/text/marks/problem.ts";
import { type ParsedForm, parseFormText } from "../forms/text/parse.ts";
import { detectLanguage, detectOtherLanguage } from "../texts/detection/detect.ts";
import { textWarnings } from "./built-in-warnings.ts";
import { knownTextsIn } from "./words/known-texts.ts";

export type PromptForForm = Pick<GenerationRequest, "prompt" | "title" | "languages">;

type Made = Pick<GeneratedForm, "structure" | "warnings">;

/** A prompt after it was read: a form, or the reasons to refuse it. */
export type ReadPrompt =
  | Made
  | { readonly foreign: string }
  | {
      readonly prompt: string;
      readonly problems: readonly Problem[];
      readonly understood: FormStructure | undefined;
      readonly warnings: readonly Warning[];
    };

/** Reads form text; it is deterministic and works offline. */
export function readPromptForForm({ prompt: sent, title, languages }: PromptForForm): ReadPrompt {
  const prompt = withoutMarks(sent);
  const foreign = detectOtherLanguage(prompt);
  if (foreign !== undefined) return { foreign };
  const writtenIn = detectLanguage(prompt, languages ?? []);
  const language = languages?.[0] ?? writtenIn;
  const parsed = parseFormText(prompt, {
    language,
    writtenIn,
    untitled: knownTextsIn(language).texts.untitled,
  });
  const { structure, problems } = parsed;
  if (!structure || problems.length > 0) {
    const warnings = structure ? textWarnings(parsed, structure) : [];
    return { prompt, problems, understood: structure, warnings };
  }
  return applyWishes(structure, { title, languages }, parsed);
}

interface Wanted {
  readonly title: string | undefined;
  readonly languages: readonly [Language, ...Language[]] | undefined;
}

function applyWishes(structure: FormStructure, { title, languages }: Wanted, parsed: ParsedForm): Made {
  const wanted: FormStructure = {
    ...structure,
    ...(title !== undefined && { title: { [structure.default_language]: title } }),
    ...(languages && { languages: [...languages] }),
  };
  const warnings: Warning[] = textWarnings(parsed, wanted);
  return { structure: wanted, warnings };
}

/** Carries out sentences of a closed list; it never guesses. */
export function readEdit({
  prompt,
  structure,
}: Pick<EditRequest, "prompt" | "structure">): Made | { readonly problems: readonly LineProblem[] } {
  const { default_language: own } = structure;
  const languages = new Set<Language>([detectLanguage(prompt, [own, "en"]), own, "en"]);
  const tries = [...languages].map((language) => editByText(structure, prompt, language));
  const edited = tries.find((each) => "structure" in each);
  if (edited) return { structure: edited.structure, warnings: edited.warnings };
  return { problems: tries.flatMap((each) => ("problem" in each ? each.problem : [])) };
}

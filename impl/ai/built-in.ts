/** The built-in generator and editor: they read form text and a closed list of sentences, without a model. */
import type { FormStructure, Language, Warning } from "../../generated/types.ts";
import type { EditForm, GenerateForm } from "../forms/generator.ts";
import { editByText } from "../forms/text/edits/edit-by-text.ts";
import { withoutMarks } from "../forms/text/marked-text.ts";
import { type ParsedForm, parseFormText } from "../forms/text/parse.ts";
import { detectLanguage, detectOtherLanguage } from "../texts/detection/detect.ts";
import { foreignPrompt, unreadEdit, unreadText } from "./built-in-refusals.ts";
import { textWarnings } from "./built-in-warnings.ts";
import { builtIn } from "./read-form-text.ts";
import { knownTextsIn } from "./words/known-texts.ts";

/** Reads form text; it is deterministic and works offline. */
export const builtInGenerator: GenerateForm = async ({ prompt: sent, title, languages }) => {
  const prompt = withoutMarks(sent);
  const foreign = detectOtherLanguage(prompt);
  if (foreign !== undefined) throw foreignPrompt(foreign);
  const writtenIn = detectLanguage(prompt, languages ?? []);
  const language = languages?.[0] ?? writtenIn;
  const parsed = parseFormText(prompt, {
    language,
    writtenIn,
    untitled: knownTextsIn(language).texts.untitled,
  });
  const { structure, problems } = parsed;
  if (!structure || problems.length > 0) throw unreadText(prompt, problems, structure);
  return { ...applyWishes(structure, { title, languages }, parsed), generator: builtIn };
};

interface Wanted {
  readonly title: string | undefined;
  readonly languages: readonly [Language, ...Language[]] | undefined;
}

function applyWishes(structure: FormStructure, { title, languages }: Wanted, parsed: ParsedForm) {
  const wanted: FormStructure = {
    ...structure,
    ...(title !== undefined && { title: { [structure.default_language]: title } }),
    ...(languages && { languages: [...languages] }),
  };
  const warnings: Warning[] = textWarnings(parsed, wanted);
  return { structure: wanted, warnings };
}

/** Carries out sentences of a closed list; it never guesses. */
export const builtInEditor: EditForm = async ({ prompt, structure }) => {
  const { default_language: own } = structure;
  const languages = new Set<Language>([detectLanguage(prompt, [own, "en"]), own, "en"]);
  const tries = [...languages].map((language) => editByText(structure, prompt, language));
  const edited = tries.find((each) => "structure" in each);
  if (edited) return { structure: edited.structure, warnings: edited.warnings, generator: builtIn };
  throw unreadEdit(tries.flatMap((each) => ("problem" in each ? each.problem : [])));
};

/** Warns of questions, choices, rows and columns with equal labels. */
import type { Choice, FormField, FormStructure, Language, Warning } from "../../../../generated/types.ts";
import { shorten } from "../../../texts/shorten.ts";
import { takesAnswer } from "../../fields/client/client-kinds.ts";
import { choiceLists, choicesIn } from "../offered-form.ts";
import { placedFields } from "../places.ts";
import { isRetired } from "../retirement.ts";

/** The code of the warning. */
export const SAME_LABEL = "same_label";

const LONGEST_QUOTATION = 200;
const NAMES = { choices: "choices", rows: "rows", columns: "columns" } as const;

/** Makes one warning for each repeated label of a list or a page, in the first language in which it is repeated. */
export function labelWarnings(structure: FormStructure): Warning[] {
  const ofLists = placedFields(structure).flatMap(({ value: field, path }) =>
    choiceLists.flatMap((list) =>
      repeatedLabels(choicesIn(field, list), structure).map(({ label, at }) => ({
        code: SAME_LABEL,
        message: `Two ${NAMES[list]} are "${label}": nobody can tell which one an answer means. Rename or remove one of them.`,
        path: `${path}/${list}/${at}/label`,
      })),
    ),
  );
  return [...questionWarnings(structure), ...ofLists];
}

/** Questions below different headings may have one label: "Name" of the child, and "Name" of a parent. */
function questionWarnings(structure: FormStructure): Warning[] {
  return structure.pages.flatMap(({ fields }, page) =>
    listParts(fields).flatMap(({ from, questions }) =>
      repeatedLabels(questions, structure).map(({ label, at }) => ({
        code: SAME_LABEL,
        message: `Two questions are "${label}": nobody can tell their answers apart. Rename or remove one of them.`,
        path: `/pages/${page}/fields/${from + at}/label`,
      })),
    ),
  );
}

/** The fields of a page between its headings. */
function listParts(fields: readonly FormField[]) {
  const starts = [0, ...fields.flatMap(({ type }, at) => (type === "section" ? at + 1 : []))];
  return starts.map((from, index) => ({
    from,
    questions: fields.slice(from, starts[index + 1] ?? fields.length),
  }));
}

/** @returns each label that an earlier item has, too, and the index of the later one */
function repeatedLabels(items: readonly (Choice | FormField)[], structure: FormStructure) {
  const { default_language: first, languages } = structure;
  const reported = new Set<number>();
  return [first, ...languages].flatMap((language) => {
    const seen = new Set<string>();
    return items.flatMap((item, at) => {
      if (isRetired(item) || ("type" in item && !takesAnswer(item))) return [];
      const label = labelIn(item, language, first);
      const key = label.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
      if (!seen.has(key)) seen.add(key);
      else if (!reported.has(at)) {
        reported.add(at);
        return [{ label: shorten(label.trim(), LONGEST_QUOTATION).replaceAll('"', "'"), at }];
      }
      return [];
    });
  });
}

/** Returns the label that respondents read. */
function labelIn({ label }: Choice | FormField, language: Language, first: Language): string {
  return label[language] ?? label[first] ?? "";
}

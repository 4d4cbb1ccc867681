import type { FormStructure } from "../../../generated/types.ts";
import type { SentenceKey } from "../../texts/sentences/sentence.ts";
import { type Placed, placedFields } from "./places.ts";
import { problemAt, type StructureProblem } from "./problem.ts";

/** Checks that ids are unique, because answers, choices and endings are found by them. */
export function idProblems(structure: FormStructure): StructureProblem[] {
  const { pages, hidden_fields = [], calculations = [], endings = [] } = structure;
  const fields = placedFields(structure).map(({ value, path }) => ({ value: value.id, path: `${path}/id` }));
  const answered = [
    ...fields,
    ...ids(hidden_fields, "/hidden_fields"),
    ...ids(calculations, "/calculations"),
  ];
  return [
    ...findRepeated(answered, "ids_of_fields"),
    ...findRepeated(ids(pages, "/pages"), "ids_of_pages"),
    ...findRepeated(ids(endings, "/endings"), "ids_of_endings"),
    ...placedFields(structure).flatMap(({ value, path }) => {
      if ("choices" in value) {
        return findRepeated(ids(value.choices, `${path}/choices`), "ids_of_choices");
      }
      if (!("rows" in value)) return [];
      return [
        ...findRepeated(ids(value.rows, `${path}/rows`), "ids_of_rows"),
        ...findRepeated(ids(value.columns, `${path}/columns`), "ids_of_columns"),
      ];
    }),
  ];
}

function ids(list: readonly { readonly id: string }[], path: string): Placed<string>[] {
  return list.map(({ id }, index) => ({ value: id, path: `${path}/${index}/id` }));
}

function findRepeated(placed: readonly Placed<string>[], rule: SentenceKey): StructureProblem[] {
  const first = new Map<string, string>();
  return placed.flatMap(({ value, path }) => {
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, path);
    return earlier === undefined
      ? []
      : [problemAt(path, "id_repeated", { id: value, earlier, rule: { key: rule } })];
  });
}

import type { FormStructure } from "../../../generated/types.ts";
import { type Placed, placedFields } from "./places.ts";
import type { StructureProblem } from "./problem.ts";

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
    ...repeated(answered, "Fields, hidden fields and calculations have different ids"),
    ...repeated(ids(pages, "/pages"), "Pages have different ids"),
    ...repeated(ids(endings, "/endings"), "Endings have different ids"),
    ...placedFields(structure).flatMap(({ value, path }) => {
      if ("choices" in value) {
        return repeated(ids(value.choices, `${path}/choices`), "Choices of a field have different ids");
      }
      if (value.type !== "matrix") return [];
      return [
        ...repeated(ids(value.rows, `${path}/rows`), "Rows of a matrix have different ids"),
        ...repeated(ids(value.columns, `${path}/columns`), "Columns of a matrix have different ids"),
      ];
    }),
  ];
}

function ids(list: readonly { readonly id: string }[], path: string): Placed<string>[] {
  return list.map(({ id }, index) => ({ value: id, path: `${path}/${index}/id` }));
}

function repeated(placed: readonly Placed<string>[], rule: string): StructureProblem[] {
  const first = new Map<string, string>();
  return placed.flatMap(({ value, path }) => {
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, path);
    return earlier === undefined
      ? []
      : [{ path, problem: `is ${value}, as at ${earlier} already. ${rule}; choose another one.` }];
  });
}

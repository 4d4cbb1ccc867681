import { describe, expect, test } from "vitest";
import { baseArguments } from "../calls/arguments.ts";
import { Schemas } from "../judge/schemas.ts";
import { notesCases } from "../test/support/notes-server.ts";
import { applyEdits } from "./edits.ts";
import type { InputCase } from "./format.ts";
import { readCaseFile } from "./load.ts";

const ownCases = readCaseFile(new URL("../../generated/cases.json", import.meta.url));

describe.each([
  ["our own spec", ownCases],
  ["the notes", notesCases],
])("cases of %s", (_, cases) => {
  const inputs = cases.cases.filter((each): each is InputCase => each.kind === "input");

  test("expect the same verdict on their arguments as Ajv", () => {
    const schemas = new Schemas(cases);
    const unsound = inputs.flatMap((each) => {
      const why = schemas.findUnsoundness(
        each,
        applyEdits(baseArguments(cases, each.base!), each.edits ?? []),
      );
      return why === undefined ? [] : [`${each.id}: ${why}`];
    });
    expect(unsound).toEqual([]);
  });

  test("have unique ids", () => {
    const ids = cases.cases.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("violate every constraint, or list it as unexercised", () => {
    const violated = new Set(
      inputs.filter(({ expect }) => expect === "refused").map((each) => `${each.tool} ${each.constraint}`),
    );
    const total = Object.values(cases.tools).reduce((sum, { constraints }) => sum + constraints, 0);
    expect(violated.size + cases.unexercised.length).toBe(total);
  });
});

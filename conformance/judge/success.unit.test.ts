/** Tests the results of a tool whose results are texts, one of which is not JSON. */
import { expect, test } from "vitest";
import type { Json } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { Schemas } from "./schemas.ts";
import { findSuccessProblems } from "./success.ts";

const address = "spec:///tools/list_notes.yaml/output";

function problemOf(output: Json, content: readonly Json[]): unknown {
  const cases = {
    tools: { list_notes: { output: address, outputAs: "text" } },
    schemas: { [address]: output },
  } as unknown as CaseFile;
  return findSuccessProblems("list_notes", { content }, { cases, schemas: new Schemas(cases) }).fits;
}

const sentence = { type: "text", text: "There are no notes." };
const noJson = "a result whose first text is not JSON";

test.each<[title: string, output: Json, content: readonly Json[], problem: string | undefined]>([
  ["where only an object is allowed", { type: "object" }, [sentence], noJson],
  ["where a text is allowed, too", { type: ["object", "string"] }, [sentence], undefined],
  ["where anything is allowed", { anyOf: [{ type: "object" }, {}] }, [sentence], undefined],
  ["where a shorter text is allowed", { type: "string", maxLength: 5 }, [sentence], noJson],
  ["and there is no text at all", {}, [], noJson],
])("a text that is not JSON %s", (_, output, content, problem) => {
  expect(problemOf(output, content)).toBe(problem);
});

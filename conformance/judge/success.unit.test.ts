/** Tests results whose texts are not JSON, and results with files. */
import { expect, test } from "vitest";
import type { Json } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { findMediaProblem } from "../media/media.ts";
import { Schemas } from "./schemas.ts";
import { findSuccessProblems } from "./success.ts";

const media = { findFileProblem: findMediaProblem };
const address = "spec:///tools/list_notes.yaml/output";

function problemOf(output: Json, content: readonly Json[]): unknown {
  const cases = {
    tools: { list_notes: { output: address, outputAs: "text" } },
    schemas: { [address]: output },
  } as unknown as CaseFile;
  return findSuccessProblems("list_notes", { content }, { cases, schemas: new Schemas(cases), media }).fits;
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

const file = (mimeType: string, content: object) => ({
  type: "resource",
  resource: { uri: "a:b", mimeType, ...content },
});

test.each<[title: string, block: Json, problem: RegExp | undefined]>([
  ["an image", { type: "image", mimeType: "image/gif", data: btoa("GIF89a") }, undefined],
  [
    "an image of another kind",
    { type: "image", mimeType: "image/png", data: btoa("GIF89a") },
    /^a content block of type image: .*begin like one/,
  ],
  [
    "an image that is not in Base64",
    { type: "image", mimeType: "image/png", data: "<svg>" },
    /of type image: its content is not Base64/,
  ],
  ["a sound of a kind that is not judged", { type: "audio", mimeType: "audio/x", data: "eA" }, undefined],
  ["a file", file("application/json", { text: "{}" }), undefined],
  ["a file that is not JSON", file("application/json", { text: "{" }), /of type resource: .*it is not JSON/],
  ["a file of bytes", file("application/pdf", { blob: btoa("%PDF-1.7") }), undefined],
  [
    "a file of other bytes",
    file("application/pdf", { blob: btoa("{}") }),
    /of type resource: .*begin like one/,
  ],
  ["a link to a file", { type: "resource_link", uri: "a:b", name: "a", mimeType: "image/png" }, undefined],
])("a content block with %s", (_, block, problem) => {
  const found = problemOf({}, [sentence, block]);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(problem);
});

import { isObject, type Json, type JsonObject } from "@toolwright/conformance/cases";
import type { Operator } from "../fault.ts";
import { withResult } from "../messages.ts";
import { alterSuccesses, type Change, edit, error } from "./interceptors.ts";
import { draftPerTool, type Variant } from "./variants.ts";

/** Faults in the form of a result: text blocks, content blocks, isError. */
export const resultFormOperators: readonly Operator[] = [
  {
    name: "text-differs",
    faults: ({ cases, observed }) =>
      draftPerTool(
        [...observed.successes.keys()].filter((tool) => cases.tools[tool]!.output !== undefined),
        { part: "answers", verb: "answers with a text" },
        texts,
        alterSuccesses,
      ),
  },
  {
    name: "result-form",
    faults: ({ observed }) =>
      draftPerTool(
        [...observed.successes.keys()],
        { part: "answers", verb: "answers" },
        forms,
        alterSuccesses,
      ),
  },
];

const texts: readonly Variant<Change>[] = [
  ["missing", "that is missing", edit({ set: "/result/content", to: [] })],
  ["prose", "that is prose", withText(() => "Done.")],
  ["less-a-field", "that lacks a field", withText((structured) => JSON.stringify(withoutFirst(structured)))],
  ["older", "of an older answer", withText((structured) => JSON.stringify(withOtherFirst(structured)))],
  ["clipped", "that ends too early", withText((structured) => JSON.stringify(structured).slice(0, -3))],
];

function withText(write: (structured: Json) => string): Change {
  return (response, result) => {
    const text = write(result.structuredContent ?? null);
    return withResult(response, { ...result, content: [{ type: "text", text }] });
  };
}

function withoutFirst(structured: Json): Json {
  return isObject(structured) ? Object.fromEntries(Object.entries(structured).slice(1)) : null;
}

function withOtherFirst(structured: Json): JsonObject | null {
  if (!isObject(structured)) return null;
  const [[name, value] = ["x", null]] = Object.entries(structured);
  return {
    ...structured,
    [name]: typeof value === "number" ? value + 1 : `${JSON.stringify(value)} before`,
  };
}

const forms: readonly Variant<Change>[] = [
  ["unstructured", "without structuredContent", edit({ remove: "/result/structuredContent" })],
  ["no-content", "without content", edit({ remove: "/result/content" })],
  ["unknown-block", "with a content block of an unknown type", withBlock({ type: "html", html: "<p>" })],
  ["broken-block", "with a text block without a text", withBlock({ type: "text" })],
  ["error", "a success with isError", edit({ set: "/result/isError", to: true })],
  ["rpc-error", "always with an internal error", error(-32603, "Internal error")],
];

function withBlock(block: JsonObject): Change {
  return (response, result) =>
    withResult(response, { ...result, content: [...(result.content as Json[]), block] });
}

import { isObject, type Json, type JsonObject } from "@toolwright/conformance/cases";
import type { FaultContext, FaultyServer, Operator } from "../fault.ts";
import { readResult, withError } from "../messages.ts";
import { alterResponse, alterSuccesses, interceptCalls } from "./interceptors.ts";

/** Faults in the form of a result: text blocks, content blocks, isError. */
export const resultFormOperators: readonly Operator[] = [
  {
    name: "text-differs",
    faults: (context) =>
      tools(context)
        .filter((tool) => context.cases.tools[tool]!.output !== undefined)
        .flatMap((tool) =>
          Object.entries(texts).map(([how, { description, text }]) => ({
            location: `${tool}/${how}`,
            description: `${tool} answers with a text ${description}.`,
            scope: { part: "answers", tool } as const,
            start: () =>
              alterSuccesses(tool, (result) => ({
                ...result,
                content: text(result.structuredContent ?? null),
              })),
          })),
        ),
  },
  {
    name: "result-form",
    faults: (context) =>
      tools(context).flatMap((tool) =>
        Object.entries(forms).map(([how, { description, start }]) => ({
          location: `${tool}/${how}`,
          description: `${tool} ${description}.`,
          scope: { part: "answers", tool } as const,
          start: () => start(tool),
        })),
      ),
  },
];

function tools({ observed }: FaultContext): string[] {
  return [...observed.successes.keys()];
}

const texts: Readonly<Record<string, { readonly description: string; text(structured: Json): Json }>> = {
  missing: { description: "that is not there", text: () => [] },
  prose: { description: "that is prose", text: () => [{ type: "text", text: "Done." }] },
  "less-a-field": {
    description: "that lacks a field",
    text: (structured) =>
      asText(isObject(structured) ? Object.fromEntries(Object.entries(structured).slice(1)) : null),
  },
  older: {
    description: "of an older answer",
    text: (structured) =>
      asText(isObject(structured) ? { ...structured, ...firstChanged(structured) } : null),
  },
  clipped: {
    description: "that ends too early",
    text: (structured) => [{ type: "text", text: JSON.stringify(structured).slice(0, -3) }],
  },
};

function asText(value: Json): Json {
  return [{ type: "text", text: JSON.stringify(value) }];
}

function firstChanged(structured: JsonObject): JsonObject {
  const [[name, value] = ["x", null]] = Object.entries(structured);
  return { [name]: typeof value === "number" ? value + 1 : `${JSON.stringify(value)} before` };
}

const forms: Readonly<Record<string, { readonly description: string; start(tool: string): FaultyServer }>> = {
  unstructured: {
    description: "answers without structuredContent",
    start: (tool) => alterSuccesses(tool, ({ structuredContent: _, ...result }) => result),
  },
  "no-content": {
    description: "answers without content",
    start: (tool) => alterSuccesses(tool, ({ content: _, ...result }) => result),
  },
  "unknown-block": {
    description: "answers with a content block of a type that there is not",
    start: (tool) =>
      alterSuccesses(tool, (result) => ({
        ...result,
        content: [...(result.content as Json[]), { type: "html", html: "<p>" }],
      })),
  },
  "broken-block": {
    description: "answers with a text block without a text",
    start: (tool) =>
      alterSuccesses(tool, (result) => ({
        ...result,
        content: [...(result.content as Json[]), { type: "text" }],
      })),
  },
  error: {
    description: "says isError where nothing went wrong",
    start: (tool) => alterSuccesses(tool, (result) => ({ ...result, isError: true })),
  },
  "rpc-error": {
    description: "breaks inside, always",
    start: (tool) =>
      interceptCalls(
        tool,
        alterResponse((response) => {
          const result = readResult(response);
          return result && result.isError !== true
            ? withError(response, -32603, "Internal error")
            : undefined;
        }),
      ),
  },
};

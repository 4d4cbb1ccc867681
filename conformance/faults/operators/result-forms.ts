import type { Json } from "toolwright/runtime";
import type { Faulty, Operator, World } from "../fault.ts";
import { type JsonObject, resultOf, withError } from "../messages.ts";
import { afterwards, onCalls, onSuccesses } from "./interceptors.ts";

/** What stands around a result: the text that repeats it, content blocks, isError. */
export const resultFormOperators: readonly Operator[] = [
  {
    name: "text-differs",
    faults: (world) =>
      tools(world)
        .filter((tool) => world.cases.tools[tool]!.output !== undefined)
        .flatMap((tool) =>
          Object.entries(texts).map(([how, { does, text }]) => ({
            where: `${tool}/${how}`,
            does: `${tool} answers with a text ${does}.`,
            place: { of: "answers", tool } as const,
            start: () =>
              onSuccesses(tool, (result) => ({
                ...result,
                content: text(result.structuredContent ?? null),
              })),
          })),
        ),
  },
  {
    name: "result-form",
    faults: (world) =>
      tools(world).flatMap((tool) =>
        Object.entries(forms).map(([how, { does, start }]) => ({
          where: `${tool}/${how}`,
          does: `${tool} ${does}.`,
          place: { of: "answers", tool } as const,
          start: () => start(tool),
        })),
      ),
  },
];

function tools({ seen }: World): string[] {
  return [...seen.successes.keys()];
}

const texts: Readonly<Record<string, { readonly does: string; text(structured: Json): Json }>> = {
  missing: { does: "that is not there", text: () => [] },
  prose: { does: "that is prose", text: () => [{ type: "text", text: "Done." }] },
  "less-a-field": {
    does: "that lacks a field",
    text: (structured) =>
      asText(isObject(structured) ? Object.fromEntries(Object.entries(structured).slice(1)) : null),
  },
  older: {
    does: "of an older answer",
    text: (structured) =>
      asText(isObject(structured) ? { ...structured, ...firstChanged(structured) } : null),
  },
  clipped: {
    does: "that ends too early",
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

const forms: Readonly<Record<string, { readonly does: string; start(tool: string): Faulty }>> = {
  unstructured: {
    does: "answers without structuredContent",
    start: (tool) => onSuccesses(tool, ({ structuredContent: _, ...result }) => result),
  },
  "no-content": {
    does: "answers without content",
    start: (tool) => onSuccesses(tool, ({ content: _, ...result }) => result),
  },
  "unknown-block": {
    does: "answers with a content block of a type that there is not",
    start: (tool) =>
      onSuccesses(tool, (result) => ({
        ...result,
        content: [...(result.content as Json[]), { type: "html", html: "<p>" }],
      })),
  },
  "broken-block": {
    does: "answers with a text block without a text",
    start: (tool) =>
      onSuccesses(tool, (result) => ({
        ...result,
        content: [...(result.content as Json[]), { type: "text" }],
      })),
  },
  error: {
    does: "says isError where nothing went wrong",
    start: (tool) => onSuccesses(tool, (result) => ({ ...result, isError: true })),
  },
  "rpc-error": {
    does: "breaks inside, always",
    start: (tool) =>
      onCalls(
        tool,
        afterwards((passed) => {
          const result = resultOf(passed);
          return result && result.isError !== true ? withError(passed, -32603, "Internal error") : undefined;
        }),
      ),
  },
};

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Writes the examples of tools in the form of MCP Description. */
import { type OutputAs, writeOutput } from "@toolwright/runtime/layout";
import type { Failure } from "../model/model.ts";
import type { Example, Tool } from "../model/operation.ts";
import { isUri } from "./icons.ts";

/** Examples by names that MCP Description accepts. Other characters become `_`; names that then collide get a number. */
export function toExamples(
  { examples }: Pick<Tool, "examples">,
  outputAs: OutputAs | undefined,
  failures: readonly Failure[],
  revision: Revision,
): Readonly<Record<string, object>> {
  const byName = new Map<string, object>();
  for (const example of examples) {
    const described = toExample(example, outputAs, failures, revision);
    if (described)
      byName.set(uniqueName(example.name.replace(/[^A-Za-z0-9._-]/g, "_") || "_", byName), described);
  }
  return Object.fromEntries(byName);
}

function uniqueName(name: string, used: ReadonlyMap<string, unknown>): string {
  let unique = name;
  for (let number = 2; used.has(unique); number++) unique = `${name}-${number}`;
  return unique;
}

/** A call and its whole result in the form of that revision; `undefined` for a call with invalid input. */
function toExample(
  example: Example,
  outputAs: OutputAs | undefined,
  failures: readonly Failure[],
  revision: Revision,
): object | undefined {
  if (example.failure === "invalid_input") return undefined;
  const when = failures.find(({ code }) => code === example.failure)?.when;
  const text = (words: string) => [{ type: "text", text: words }];
  const content = example.content ?? text(writeOutput(outputAs ?? "text", example.output ?? {}));
  if (!content.every(isContent)) return undefined;
  const result =
    example.failure === undefined
      ? { content, ...(example.output && outputAs === undefined && { structuredContent: example.output }) }
      : {
          content: text(when === undefined ? example.failure : `${example.failure}: ${when}`),
          isError: true,
        };
  return {
    input: example.input,
    result: { ...(revision === "2026-07-28" && { resultType: "complete" }), ...result },
    ...(example.description && { "x-toolwright-description": example.description }),
  };
}

const contentKeys: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  image: ["data", "mimeType"],
  audio: ["data", "mimeType"],
  resource_link: ["uri", "name"],
};

/** Whether MCP Description accepts a content block: it allows no further keys. Embedded resources are left out. */
function isContent(block: unknown): boolean {
  const { type, ...rest } = block as Readonly<Record<string, unknown>>;
  const required = contentKeys[String(type)] ?? [];
  const keys = Object.keys(rest);
  return (
    required.length > 0 &&
    required.every((key) => typeof rest[key] === "string" && (key !== "uri" || isUri(rest[key]))) &&
    keys.length === required.length
  );
}

/**
 * The MCP revisions that MCP Description can describe. A server may speak others too, but earlier ones lack fields of the
 * manifest, and MCP Description 0.8.0 accepts no later ones.
 */
export const describableRevisions = ["2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof describableRevisions)[number];

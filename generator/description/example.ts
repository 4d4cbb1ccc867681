import type { Example, Failure } from "../model.ts";
import type { Revision } from "./revisions.ts";

/** A call and its whole result, as that revision has it; none of a call that is meant not to fit its schema. */
export function exampleOf(
  example: Example,
  failures: readonly Failure[],
  revision: Revision,
): [string, object][] {
  if (example.failure === "invalid_input") return [];
  const when = failures.find(({ code }) => code === example.failure)?.when;
  const text = (words: string) => [{ type: "text", text: words }];
  const content = example.content ?? text(JSON.stringify(example.output ?? {}));
  if (!content.every(isContent)) return [];
  const result =
    example.failure === undefined
      ? { content, ...(example.output && { structuredContent: example.output }) }
      : {
          content: text(when === undefined ? example.failure : `${example.failure}: ${when}`),
          isError: true,
        };
  const name = example.name.replace(/[^A-Za-z0-9._-]/g, "_");
  return [
    [
      name,
      {
        input: example.input,
        result: { ...(revision === "2026-07-28" && { resultType: "complete" }), ...result },
        ...(example.description && { "x-toolwright-description": example.description }),
      },
    ],
  ];
}

const contentKeys: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  image: ["data", "mimeType"],
  audio: ["data", "mimeType"],
  resource_link: ["uri", "name"],
};

/** Content blocks have no further keys there; embedded resources are not looked into, but left out. */
function isContent(block: unknown): boolean {
  const { type, ...rest } = block as Readonly<Record<string, unknown>>;
  const wanted = contentKeys[String(type)] ?? [];
  const keys = Object.keys(rest);
  return (
    wanted.length > 0 && wanted.every((key) => typeof rest[key] === "string") && keys.length === wanted.length
  );
}

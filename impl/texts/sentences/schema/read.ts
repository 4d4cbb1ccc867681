/** Reads the sentences of the gate, which only exist in English. */
import { schemaEn } from "./en.ts";

type SchemaKey = keyof typeof schemaEn;

/** Each sentence as a pattern that captures its values. */
const patterns = (Object.entries(schemaEn) as [SchemaKey, string][]).map(
  ([key, text]) => [key, new RegExp(`^${escaped(text)}$`, "s")] as const,
);

function escaped(text: string): string {
  return text
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 1 ? `(?<${part}>.*)` : part.replace(/[.*+?^$()[\]{}|\\]/g, "\\$&")))
    .join("");
}

/** The key of a sentence about a value that does not fit its schema, and its values; undefined for other sentences. */
export function readSchemaSentence(
  problem: string,
): { readonly key: SchemaKey; readonly values: Readonly<Record<string, string>> } | undefined {
  for (const [key, pattern] of patterns) {
    const match = pattern.exec(problem);
    if (match) return { key, values: { ...match.groups } };
  }
  return undefined;
}

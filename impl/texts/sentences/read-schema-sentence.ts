/** Reads the sentences of the gate, which only exist in English. */
import { readMessage } from "../message.ts";
import en from "./en.json" with { type: "json" };

type SchemaKey = Extract<keyof typeof en, `schema_${string}`>;

const isSchemaKey = (key: string): key is SchemaKey => key.startsWith("schema_");

/** Each sentence as a pattern that captures its values. Longer sentences come before their beginnings. */
const patterns = Object.keys(en)
  .filter(isSchemaKey)
  .toSorted((a, b) => en[b].length - en[a].length)
  .map((key) => [key, new RegExp(`^${toPattern(en[key])}$`, "s")] as const);

function toPattern(message: string): string {
  return readMessage(message)
    .map((piece) => (typeof piece === "string" ? escapePattern(piece) : `(?<${piece.name}>.*)`))
    .join("");
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^$()[\]{}|\\]/g, "\\$&");
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

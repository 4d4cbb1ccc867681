/** Compiles declarations with json-schema-to-typescript, one at a time, so that none depends on what the others are. */
import { compile, type JSONSchema } from "json-schema-to-typescript";
import { laidOut } from "./layout.ts";
import { type Declaration, documented } from "./lowered.ts";
import { withoutMarks } from "./property-names.ts";

/** Its formatter takes many times as long as the rest: `layout.ts` does what is needed of it. */
const options = { bannerComment: "", declareExternallyReferenced: false, format: false };

/** What the last call compiled, by declaration as JSON: while a process watches, most declarations stay as they are. */
let cache: ReadonlyMap<string, Promise<string>> = new Map();

/** The text of each declaration. */
export async function compileDeclarations(declarations: readonly Declaration[]): Promise<string[]> {
  const texts = declarations.map((declaration) => {
    const key = JSON.stringify(declaration);
    return [key, cache.get(key) ?? compileDeclaration(declaration)] as const;
  });
  cache = new Map(texts);
  return Promise.all(texts.map(([, text]) => text));
}

/** A named type as `export interface` or `export type`, with its doc comment. Ends with a newline. */
async function compileDeclaration({ name, schema, doc }: Declaration): Promise<string> {
  // The library reduces names to ASCII, so it never sees one.
  const text = await compile(documented(schema, doc) as JSONSchema, "T", options);
  const named = text.replace(/^export (\w+) T\b/m, (_, kind: string) => `export ${kind} ${name}`);
  return laidOut(withoutMarks(named));
}

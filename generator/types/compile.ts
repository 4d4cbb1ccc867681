/** Compiles declarations with json-schema-to-typescript, one at a time, so that no declaration depends on the others. */
import { compile, type JSONSchema } from "json-schema-to-typescript";
import { memoizeEach } from "../cache/memoize.ts";
import { formatDeclaration } from "./format.ts";
import { type Declaration, documented } from "./lowered.ts";
import { unescapeInherited } from "./property-names.ts";

/** The library's formatter takes many times as long as the rest; `format.ts` replaces it. */
const options = { bannerComment: "", declareExternallyReferenced: false, format: false };

/** The text of each declaration. */
export async function compileDeclarations(declarations: readonly Declaration[]): Promise<string[]> {
  return Promise.all(compileEach(declarations));
}

const compileEach = memoizeEach(
  (declaration: Declaration) => JSON.stringify(declaration),
  compileDeclaration,
);

/** A named type as `export interface` or `export type`, with its doc comment. Ends with a newline. */
async function compileDeclaration({ name, schema, doc }: Declaration): Promise<string> {
  // The library reduces names to ASCII, so the name is inserted afterwards.
  const text = await compile(documented(schema, doc) as JSONSchema, "T", options);
  const named = text.replace(/^export (\w+) T\b/m, (_, kind: string) => `export ${kind} ${name}`);
  return formatDeclaration(unescapeInherited(named));
}

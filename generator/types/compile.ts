/** Compiles declarations with json-schema-to-typescript, one at a time, so that none depends on what the others are. */
import { compile, type JSONSchema } from "json-schema-to-typescript";
import { memoizeEach } from "../cache/memoize.ts";
import { formatDeclaration } from "./format.ts";
import { type Declaration, documented } from "./lowered.ts";
import { unescapeInherited } from "./property-names.ts";

/** Its formatter takes many times as long as the rest: `layout.ts` does what is needed of it. */
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
  // The library reduces names to ASCII, so it never sees one.
  const text = await compile(documented(schema, doc) as JSONSchema, "T", options);
  const named = text.replace(/^export (\w+) T\b/m, (_, kind: string) => `export ${kind} ${name}`);
  return formatDeclaration(unescapeInherited(named));
}

/** Compiles declarations with json-schema-to-typescript, one at a time, so that no declaration depends on the others. */
import { compile, type JSONSchema } from "json-schema-to-typescript";
import { memoizeEach } from "../cache/memoize.ts";
import { formatDeclaration } from "./format.ts";
import { type Declaration, documented } from "./lowered.ts";
import { unescapeInherited } from "./property-names.ts";

/** The library's formatter takes many times as long as the rest; `format.ts` replaces it. */
const options = { bannerComment: "", declareExternallyReferenced: false, format: false };

/** The text of each declaration: a named type as `export interface` or `export type`, with its doc comment. Ends with a newline. */
export async function compileDeclarations(declarations: readonly Declaration[]): Promise<string[]> {
  const texts = await Promise.all(compileEach(declarations));
  return declarations.map(({ name }, index) => {
    const named = texts[index]!.replace(/^export (\w+) T\b/m, (_, kind: string) => `export ${kind} ${name}`);
    return formatDeclaration(unescapeInherited(named));
  });
}

/** The declarations with the name `T`: the library reduces names to ASCII. Types that differ only in their names share one. */
const compileEach = memoizeEach(
  ({ schema, doc }: Declaration) => JSON.stringify([schema, doc]),
  ({ schema, doc }) => compile(documented(schema, doc) as JSONSchema, "T", options),
);

/** Compiles declarations with json-schema-to-typescript, one at a time, so that no declaration depends on the others. */
import { compile, type JSONSchema } from "json-schema-to-typescript";
import { memoizeEach } from "../cache/memoize-each.ts";
import { addDoc, type Declaration, unescapeInherited } from "./lowered-types.ts";

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
  ({ schema, doc }) => compile(addDoc(schema, doc) as JSONSchema, "T", options),
);

/** Formats the unformatted output of json-schema-to-typescript: indents, semicolons, short comments, long unions. */

/** Longer unions get one line for each member. */
const lineLength = 100;

/** Formats one declaration. The library breaks lines after each `{` and before each `}`, and nowhere else. */
function formatDeclaration(declaration: string): string {
  const isInterface = /^export interface /m.test(declaration);
  let depth = 0;
  let result = "";
  for (const line of withShortMaps(withShortComments(declaration)).split("\n").filter(Boolean)) {
    const isComment = /^(\/\*\*| \*)/.test(line);
    if (line.startsWith("}")) depth--;
    const indent = "  ".repeat(depth);
    const endsMember = !isComment && !line.endsWith("{") && (depth > 0 || !isInterface);
    result += `${indent}${endsMember ? `${formatUnion(line, indent)};` : line.trimEnd()}\n`;
    if (!isComment && line.endsWith("{")) depth++;
  }
  return result;
}

/** Writes a one-line comment on one line. */
function withShortComments(text: string): string {
  return text.replace(/^\/\*\*\n \* (.*)\n \*\/$/gm, "/** $1 */");
}

/** Writes objects with unknown properties on one line, since they occur in every union that accepts any object. */
function withShortMaps(text: string): string {
  return text.replaceAll("{\n[k: string]: unknown\n}", "{ [k: string]: unknown }");
}

/** The library puts every union in parentheses. A union without inner ones, at the end of a line, needs none. */
const bracketedUnion = /^((?:[^"]|"(?:[^"\\]|\\.)*")*?[:=]) \(((?:[^()"]|"(?:[^"\\]|\\.)*")*)\)$/;

function formatUnion(line: string, indent: string): string {
  const [, before, union] = bracketedUnion.exec(line) ?? [];
  if (before === undefined || union === undefined) return line;
  if (indent.length + line.length <= lineLength) return `${before} ${union}`;
  const members = union.match(/(?:[^|"]|"(?:[^"\\]|\\.)*")+/g) ?? [];
  return before + members.map((member) => `\n${indent}  | ${member.trim()}`).join("");
}

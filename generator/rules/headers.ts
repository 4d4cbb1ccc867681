import type { Violation } from "../diagnostic.ts";
import type { SchemaRoot } from "../model.ts";
import { walk } from "../schema/walk.ts";
import type { Rule } from "./rule.ts";

/** RFC 9110, section 5.6.2: what a header may be called. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const repeatable: readonly unknown[] = ["string", "integer", "boolean"];

export const headerRules: readonly Rule[] = [
  {
    code: "header-argument",
    sentence:
      "What x-mcp-header names is a text, integer or boolean that only properties lead to, under a header name of its own.",
    acceptable: true,
    violations: ({ tools }) => tools.flatMap(({ input }) => misplaced(input)),
  },
];

/** Clients leave out tools that break one of these. */
function misplaced({ schema: root, at }: SchemaRoot): Violation[] {
  const taken = new Set<string>();
  const found: Violation[] = [];
  walk(root, (schema, path) => {
    if (!Object.hasOwn(schema, "x-mcp-header")) return;
    const header = schema["x-mcp-header"];
    const detail = problemOf(header, schema.type, path, taken);
    if (detail !== undefined)
      found.push({ at: { file: at.file, path: [...at.path, ...path, "x-mcp-header"], key: false }, detail });
    if (typeof header === "string") taken.add(header.toLowerCase());
  });
  return found;
}

function problemOf(
  header: unknown,
  type: unknown,
  path: readonly (string | number)[],
  taken: ReadonlySet<string>,
): string | undefined {
  if (typeof header !== "string" || !token.test(header)) return "A header cannot be called that.";
  if (taken.has(header.toLowerCase())) return "Another argument has this header.";
  if (!repeatable.includes(type)) return "Its property has another type.";
  const onlyProperties =
    path.length > 0 && path.every((step, depth) => depth % 2 === 1 || step === "properties");
  return onlyProperties ? undefined : "Something else than properties leads here.";
}

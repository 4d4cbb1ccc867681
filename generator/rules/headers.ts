/** Rules about arguments that clients repeat in headers. */
import { type SchemaRoot, walk } from "@toolwright/json-schema";
import type { SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import { locationBelow } from "../resolve/limits.ts";
import type { Rule } from "./rule.ts";

/** Names of headers: RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const repeatable: readonly unknown[] = ["string", "integer", "boolean"];

export const headerRules: readonly Rule[] = [
  {
    code: "header-argument",
    sentence:
      "An x-mcp-header is on a text, integer or boolean that is reached by properties only, and has its own header name.",
    acceptable: true,
    violations: ({ tools }) => tools.flatMap(({ input }) => findMisplaced(input)),
  },
];

/** Clients ignore tools that break one of these rules. */
function findMisplaced({ schema: root, at }: SchemaRoot): Violation[] {
  const taken = new Map<string, SpecLocation>();
  const found: Violation[] = [];
  walk(root, (schema, path) => {
    if (!Object.hasOwn(schema, "x-mcp-header")) return;
    const header = schema["x-mcp-header"];
    const place = locationBelow(at, [...path, "x-mcp-header"]);
    const first = typeof header === "string" ? taken.get(header.toLowerCase()) : undefined;
    const detail = findProblem(header, schema.type, path) ?? (first && "Another argument has this header.");
    const related = first && [{ at: first, message: "It is used here." }];
    if (detail !== undefined) found.push({ at: place, detail, related });
    if (typeof header === "string" && !first) taken.set(header.toLowerCase(), place);
  });
  return found;
}

function findProblem(header: unknown, type: unknown, path: readonly (string | number)[]): string | undefined {
  if (typeof header !== "string" || !token.test(header)) return "This is not a valid header name.";
  if (!repeatable.includes(type)) return "Its property has another type.";
  const onlyProperties =
    path.length > 0 && path.every((step, depth) => depth % 2 === 1 || step === "properties");
  return onlyProperties ? undefined : "It is not reached by properties only.";
}

/** Rules about tools: names, annotations, root schemas. */
import { isSchemaObject, type Resolver, type SchemaObject, type SchemaRoot } from "@toolwright/json-schema";
import type { Violation } from "../diagnostics/diagnostic.ts";
import { didYouMean, nearest } from "../diagnostics/suggest.ts";
import { annotationNames } from "../language/index.ts";
import type { Tool } from "../model/operation.ts";
import { keyBelow } from "../resolve/limits.ts";
import { findDefault } from "../schema/defaults.ts";
import { portable } from "../schema/portable.ts";
import { resolver } from "../schema/roots.ts";
import type { Rule } from "./rule.ts";

const combinators = ["$ref", "oneOf", "anyOf", "allOf", "not", "if"];

export const toolRules: readonly Rule[] = [
  {
    code: "root-is-object",
    sentence: "The root of an input schema is a plain object.",
    violations: ({ tools }) => tools.flatMap(({ input }) => notObject(input)),
  },
  {
    code: "output-root-is-object",
    sentence:
      "The root of an output schema is a plain object, since MCP before 2026-07-28 allows nothing else.",
    severity: "warning",
    // The manifest has a type in place of a reference to it.
    violations: (model) =>
      model.tools
        .flatMap(listedOutput)
        .flatMap((root) => notObject({ ...root, schema: portable(root, resolver(model)) })),
  },
  {
    code: "root-without-combinators",
    sentence: "The root of an input schema has no combinators, since several clients drop tools with them.",
    severity: "warning",
    acceptable: true,
    violations: ({ tools }) =>
      tools.flatMap(({ input }) =>
        combinators
          .filter((keyword) => isSchemaObject(input.schema) && keyword in input.schema)
          .map((keyword) => ({
            at: keyBelow(input.at, [keyword]),
            detail: `It has ${JSON.stringify(keyword)}.`,
            hint: "For alternatives between properties, use `exactlyOne` beside `input`.",
          })),
      ),
  },
  {
    code: "root-property-is-object",
    sentence:
      "A property at the root of a tool's schema is a map, since MCP before 2026-07-28 does not allow `true` or `false` there.",
    acceptable: true,
    violations: ({ tools }) =>
      tools.flatMap((tool) => [tool.input, ...listedOutput(tool)].flatMap(booleanProperties)),
  },
  {
    code: "known-annotation",
    sentence: "An annotation is not a misspelt annotation of MCP.",
    acceptable: true,
    violations: ({ tools }) => tools.flatMap(misspeltAnnotations),
  },
  {
    code: "exactly-one-of-inputs",
    sentence: "exactlyOne names optional properties of the input.",
    violations: (model) => model.tools.flatMap((tool) => findMisnamed(tool, resolver(model))),
  },
  {
    code: "example-outcome",
    sentence: "An example has one outcome: an output, content or a failure that the tool declares.",
    violations: ({ tools }) =>
      tools.flatMap((tool) => tool.examples.flatMap((example) => wrongOutcome(example, tool))),
  },
];

/** The output schema, if the manifest has it. */
function listedOutput({ output, outputAs }: Tool): readonly SchemaRoot[] {
  return output === undefined || outputAs !== undefined ? [] : [output];
}

function notObject({ schema, at }: SchemaRoot): Violation | [] {
  if (isSchemaObject(schema) && schema.type === "object") return [];
  return { at, detail: "It does not say `type: object`.", hint: "Add `type: object`; MCP asks for it." };
}

/** Reports boolean schemas of properties: some clients reject all tools of a server because of one. */
function booleanProperties({ schema, at }: SchemaRoot): Violation[] {
  const properties = isSchemaObject(schema) && isSchemaObject(schema.properties) ? schema.properties : {};
  return Object.entries(properties)
    .filter(([, property]) => typeof property === "boolean")
    .map(([name, property]) => ({
      at: { file: at.file, path: [...at.path, "properties", name] },
      detail: `${JSON.stringify(name)} is \`${property}\`.`,
      hint: `Write \`${property ? "{}" : "{ not: {} }"}\`, which means the same.`,
    }));
}

function misspeltAnnotations({ annotations = {}, file }: Tool): Violation[] {
  return Object.keys(annotations)
    .filter((name) => !annotationNames.includes(name))
    .flatMap((name) => {
      const suggestion =
        annotationNames.find((known) => isHalf(name, known)) ?? nearest(name, annotationNames);
      if (suggestion === undefined) return [];
      const hint = `Did you mean ${JSON.stringify(suggestion)}?`;
      const at = { file, path: ["annotations", name], key: true };
      return { at, detail: `${JSON.stringify(name)} is unknown.`, hint };
    });
}

/** `readOnly`, `read_only` or `readonly_hint` for `readOnlyHint`. */
function isHalf(name: string, known: string): boolean {
  const bare = (text: string) =>
    text
      .replace(/[^A-Za-z]/g, "")
      .replace(/hint$/i, "")
      .toLowerCase();
  return bare(name) === bare(known);
}

/** Reports names in `exactlyOne` that would prevent a call from having exactly one of them. */
export function findMisnamed({ exactlyOne, input, file }: Tool, resolve: Resolver): Violation[] {
  const schema = input.schema as SchemaObject;
  const properties = Object.keys(isSchemaObject(schema.properties) ? schema.properties : {});
  const required = Array.isArray(schema.required) ? schema.required : [];
  return exactlyOne.flatMap((name, index): Violation | [] => {
    const at = { file, path: ["exactlyOne", index] };
    const hint = didYouMean(name, properties);
    if (!properties.includes(name))
      return { at, detail: `${JSON.stringify(name)} is not a property of the input.`, hint };
    if (required.includes(name))
      return { at, detail: `${JSON.stringify(name)} is required.`, hint: "Take it out of `required`." };
    if (!findDefault((schema.properties as SchemaObject)[name], input, resolve)) return [];
    const detail = `${JSON.stringify(name)} has a default, so it is always there.`;
    return { at, detail, hint: "Remove it." };
  });
}

function wrongOutcome(example: Tool["examples"][number], tool: Tool): Violation | [] {
  const { failures, output } = tool;
  const [key, ...others] = (["output", "content", "failure"] as const).filter(
    (name) => example[name] !== undefined,
  );
  if (key === undefined) {
    const hint = output
      ? "Add its `output`."
      : "Add `content: []`, since the suite does not compare the blocks of a result.";
    return { at: keyBelow(example.at), detail: "It has none.", hint };
  }
  if (others.length > 0)
    return { at: keyBelow(example.at), detail: `It has ${[key, ...others].join(" and ")}.` };
  const at = { file: example.at.file, path: [...example.at.path, key] };
  if (example.output && !output)
    return { at, detail: "The tool has no output schema.", hint: "Write `content` instead." };
  if (example.content && output)
    return { at, detail: "The tool has an output schema.", hint: "Write `output` instead." };
  const declared: readonly (string | undefined)[] = [...failures, ...undeclaredFailures, undefined];
  if (declared.includes(example.failure)) return [];
  const hint = didYouMean(String(example.failure), failures);
  return { at, detail: `The tool does not declare ${JSON.stringify(example.failure)}.`, hint };
}

/** Failures that every tool may have. */
const undeclaredFailures = ["invalid_input", "insufficient_scope"];

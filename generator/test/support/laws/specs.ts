import fc from "fast-check";
import { stringify } from "yaml";
import { allNames, objects, type Schema, schemas } from "../../../../json-schema/test/support/schemas.ts";
import type { SpecSource } from "../../../parse/source.ts";

type ObjectSchema = Exclude<Schema, boolean>;

interface ToolParts {
  readonly input: ObjectSchema;
  readonly output: ObjectSchema | undefined;
  readonly prose: string;
  readonly exactlyOne: boolean;
  readonly isGuarded: boolean;
  readonly fails: boolean;
}

const typeNames = ["node", "leaf-2", "größe"];
const toolNames = ["get_it", "delete", "Then", "make.it-2"];
const prose = fc.constantFrom("Does it.", "Ends */ here", "`a` \u0024{b}", "- a\n- b", "名前");
const service = {
  toolwright: 1,
  server: { name: "law", version: "1.0.0", title: "*/ `x`" },
  endpoint: { transport: "streamable-http" },
  auth: { scheme: "bearer" },
  modes: { read: { readOnlyHint: true } },
};

/** Whole specs: types that refer to each other, tools, and what these need declared. */
export function specs(names: readonly string[] = allNames): fc.Arbitrary<SpecSource[]> {
  const inside = schemas([...typeNames.map((name) => `${name}.yaml`), "#"], names, 1);
  const inTypes = fc.oneof(objects(inside, names), schemas([], names, 2));
  const inTools = schemas(
    [...typeNames.map((name) => `../types/${name}.yaml`), "#", "#/$defs/part"],
    names,
    2,
  );
  const tool = fc.record({
    input: objects(inTools, names),
    output: fc.option(objects(inTools, names), { nil: undefined }),
    part: inTools,
    prose,
    exactlyOne: fc.boolean(),
    isGuarded: fc.boolean(),
    fails: fc.boolean(),
  });
  const withPart = tool.map(({ part, input, output, ...rest }) => ({
    ...rest,
    input: { ...input, $defs: { part } },
    output: output && { ...output, $defs: { part } },
  }));
  return fc
    .tuple(
      fc.tuple(inTypes, inTypes, inTypes),
      fc.array(withPart, { minLength: 1, maxLength: toolNames.length }),
    )
    .map(([types, tools]) => sources(types, tools));
}

function sources(types: readonly Schema[], tools: readonly ToolParts[]): SpecSource[] {
  const isUsed = (key: "fails" | "isGuarded") =>
    tools.some((tool) => tool[key] && (key === "fails" || tool.output));
  const declared = {
    ...service,
    ...(isUsed("isGuarded") && { scopes: { secret: "See it" } }),
    ...(isUsed("fails") && { failures: { gone: { when: "it is `gone` */", retryable: false } } }),
    tools: tools.map((_, index) => toolNames[index]),
  };
  const everyType = Object.fromEntries(
    typeNames.map((name) => [`uses_${name}`, { $ref: `../types/${name}.yaml` }]),
  );
  return [
    file("service.yaml", declared),
    ...typeNames.map((name, index) => file(`types/${name}.yaml`, types[index])),
    ...tools.map((tool, index) =>
      file(`tools/${toolNames[index]}.yaml`, toolFile(tool, index === 0 ? everyType : {})),
    ),
  ];
}

function toolFile(
  { input, output, prose: text, exactlyOne, isGuarded, fails }: ToolParts,
  more: object,
): object {
  const properties = { ...more, ...listed(input) };
  const required = new Set((input.required ?? []) as string[]);
  const optional = Object.entries(properties)
    .filter(([name, property]) => !required.has(name) && !(isRecord(property) && "default" in property))
    .map(([name]) => name);
  const secret = { secret: { type: "string", "x-requires-scope": "secret" } };
  return {
    mode: "read",
    title: text,
    description: text,
    ...(exactlyOne && optional.length > 1 && { exactlyOne: optional.slice(0, 2) }),
    input: { ...input, properties },
    ...(output && {
      output: { ...output, properties: { ...listed(output), ...(isGuarded && secret) } },
    }),
    ...(fails && { failures: ["gone"] }),
  };
}

/** MCP does not allow `true` and `false` at the root of a tool's schema. */
function listed({ properties = {} }: ObjectSchema): object {
  return Object.fromEntries(
    Object.entries(properties as object).map(([name, property]) => {
      if (typeof property !== "boolean") return [name, property];
      return [name, property ? {} : { not: {} }];
    }),
  );
}

function file(path: string, value: unknown): SpecSource {
  return { path, text: stringify(value, { aliasDuplicateObjects: false }) };
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

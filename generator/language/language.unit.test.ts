import { readdirSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { keywords } from "@toolwright/json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import { formatNames } from "ajv-formats/dist/formats.js";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { emitLanguage } from "../emit/language.ts";
import { readSpec } from "../files/spec.ts";
import { compile, type GeneratedFile } from "../index.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folderOf = {
  tools: "tool",
  types: "type",
  resources: "resource",
  prompts: "prompt",
  scenarios: "scenario",
} as const;

let schemas: Map<string, GeneratedFile>;
let validators: Map<string, ReturnType<Ajv2020["compile"]>>;

beforeAll(() => {
  const { model } = compile(readSpec(join(root, "spec")));
  schemas = new Map(emitLanguage(model!).map((file) => [basename(file.path, ".json"), file]));
  const ajv = new Ajv2020({ strict: false, formats: { regex: true } });
  // They refer to each other as files of one folder.
  for (const [name, { text }] of schemas) ajv.addSchema(JSON.parse(text), `${name}.json`);
  validators = new Map([...schemas.keys()].map((name) => [name, ajv.getSchema(`${name}.json`)!]));
});

/** Every valid spec of the repository: ours, and the fixtures. */
function specFolders(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === "service.yaml")
    .map(({ parentPath }) => parentPath)
    .filter((path) => !path.split("/").includes("refusals"));
}

function kindOf(path: string): string {
  return path === "service.yaml" ? "service" : folderOf[dirname(path) as keyof typeof folderOf];
}

describe("the language's own JSON Schema", () => {
  test.each(["service", ...Object.values(folderOf)])("%s is a JSON Schema of 2020-12", (name) => {
    const ajv = new Ajv2020();
    expect(ajv.validateSchema(JSON.parse(schemas.get(name)!.text)), ajv.errorsText()).toBe(true);
  });

  test.each(specFolders(join(root, "spec")).concat(specFolders(join(root, "generator/test"))))(
    "accepts every file of %s",
    (folder) => {
      const refused = readSpec(folder)
        .filter(({ path }) => path.endsWith(".yaml"))
        .flatMap(({ path, text }) => {
          const validate = validators.get(kindOf(path))!;
          return validate(parse(text))
            ? []
            : [{ path: relative(root, join(folder, path)), errors: validate.errors }];
        });
      expect(refused).toEqual([]);
    },
  );

  test("every file of our spec names its schema, so that editors find it", () => {
    const without = readSpec(join(root, "spec")).filter(({ path, text }) => {
      const named = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text)?.[1];
      const wanted = join(root, "generated/schema", `${kindOf(path)}.json`);
      return named === undefined || join(root, "spec", dirname(path), named) !== wanted;
    });
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  test("explains every keyword and every key", () => {
    const silent: string[] = [];
    for (const [name, { text }] of schemas) {
      JSON.parse(text, (key, value) => {
        if (key !== "properties" || typeof value.description === "string") return value;
        for (const [property, shape] of Object.entries(value as Record<string, Record<string, unknown>>)) {
          if (!shape.description && shape.const === undefined) silent.push(`${name}: ${property}`);
        }
        return value;
      });
    }
    expect(silent).toEqual([]);
    expect(Object.keys(JSON.parse(schemas.get("type")!.text).$defs.schema.properties)).toEqual(
      Object.keys(keywords),
    );
  });

  test("offers the names that the spec declares", () => {
    const { $defs } = JSON.parse(schemas.get("tool")!.text);
    expect($defs["scope-name"].anyOf[0].enum).toContain("responses:read:pii");
    expect($defs["limit-name"].anyOf[0].enum).toContain("lesson_illustrations.max");
    expect($defs["type-name"].anyOf[0].enum).toContain("../types/form_id.yaml");
    expect($defs["format-name"].anyOf[0].enum).toEqual(formatNames);
    expect($defs["quota-name"].anyOf[0].enum).toEqual(["generation_quota"]);
    const ofService = JSON.parse(schemas.get("service")!.text).$defs;
    expect(ofService["type-name"].anyOf[0].enum).toContain("types/form_id.yaml");
  });
});

const ping = { mode: "utility", input: { type: "object" } };
const refusals: readonly { kind: string; what: string; value: unknown; at: string }[] = [
  { kind: "tool", what: "a misspelt key", value: { ...ping, scopes: "forms:read" }, at: "" },
  { kind: "tool", what: "no mode", value: { input: { type: "object" } }, at: "" },
  {
    kind: "tool",
    what: "an input that is a list",
    value: { ...ping, input: [] },
    at: "/input",
  },
  {
    kind: "tool",
    what: "an annotation as text",
    value: { ...ping, annotations: { readOnlyHint: "yes" } },
    at: "/annotations/readOnlyHint",
  },
  {
    kind: "tool",
    what: "an example without input",
    value: { ...ping, examples: { one: { output: {} } } },
    at: "/examples/one",
  },
  { kind: "type", what: "a misspelt keyword", value: { type: "string", minLenght: 1 }, at: "" },
  {
    kind: "type",
    what: "a misspelt keyword, deep down",
    value: { items: { properties: { a: { requried: [] } } } },
    at: "/items/properties/a",
  },
  { kind: "type", what: "a type that JSON does not have", value: { type: "text" }, at: "/type" },
  { kind: "type", what: "required as a flag", value: { required: true }, at: "/required" },
  { kind: "type", what: "a negative length", value: { maxLength: -1 }, at: "/maxLength" },
  { kind: "type", what: "a length as text", value: { maxLength: "200" }, at: "/maxLength" },
  {
    kind: "type",
    what: "a limit without its key",
    value: { maximum: { $limit: "prompt_length" } },
    at: "/maximum",
  },
  {
    kind: "type",
    what: "a misspelt $limit",
    value: { maximum: { $limits: "prompt_length.max" } },
    at: "/maximum",
  },
  { kind: "type", what: "an empty enum", value: { enum: [] }, at: "/enum" },
  { kind: "type", what: "anyOf as a map", value: { anyOf: { type: "string" } }, at: "/anyOf" },
  { kind: "service", what: "no modes", value: service({ modes: undefined }), at: "" },
  {
    kind: "service",
    what: "another version of the language",
    value: service({ toolwright: 2 }),
    at: "/toolwright",
  },
  {
    kind: "service",
    what: "an unknown transport",
    value: service({ endpoint: { transport: "sse" } }),
    at: "/endpoint/transport",
  },
  {
    kind: "service",
    what: "a limit of an unknown kind",
    value: service({ limits: { a: { kind: "max", max: 1 } } }),
    at: "/limits/a",
  },
  {
    kind: "service",
    what: "a limit with a key of another kind",
    value: service({ limits: { a: { kind: "count", max: 1, seconds: 2 } } }),
    at: "/limits/a",
  },
  {
    kind: "service",
    what: "a failure that says nothing of retries",
    value: service({ failures: { gone: { when: "it is gone" } } }),
    at: "/failures/gone",
  },
  {
    kind: "service",
    what: "a transition from nowhere",
    value: service({ states: machine([]) }),
    at: "/states/form/transitions/publish/from",
  },
  {
    kind: "scenario",
    what: "a step without its operation",
    value: { workflows: [{ workflowId: "a", steps: [{ stepId: "b" }] }] },
    at: "/workflows/0/steps/0",
  },
  {
    kind: "scenario",
    what: "a workflow without steps",
    value: { workflows: [{ workflowId: "a", steps: [] }] },
    at: "/workflows/0/steps",
  },
];

function service(change: object): object {
  const base = {
    toolwright: 1,
    server: { name: "a", version: "1" },
    endpoint: { transport: "stdio" },
    auth: { scheme: "none" },
    modes: { read: {} },
    tools: ["a"],
  };
  return JSON.parse(JSON.stringify({ ...base, ...change }));
}

function machine(from: string[]): object {
  const publish = { from, to: "published", by: { tool: "a", input: {} } };
  return { form: { field: { tool: "a", path: "/status" }, initial: "draft", transitions: { publish } } };
}

describe("an editor marks", () => {
  test.each(refusals)("$kind: $what", ({ kind, value, at }) => {
    const validate = validators.get(kind)!;
    expect(validate(value)).toBe(false);
    expect(validate.errors!.map(({ instancePath }) => instancePath)).toContain(at);
  });

  test("no mistake in the unchanged values", () => {
    expect(validators.get("tool")!(ping)).toBe(true);
    expect(validators.get("service")!(service({ states: machine(["draft"]) }))).toBe(true);
    expect(validators.get("type")!({ maximum: { $limit: "prompt_length.max" }, "x-ours": 1 })).toBe(true);
  });
});

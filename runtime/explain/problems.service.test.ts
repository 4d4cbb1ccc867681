/** The sentences about invalid arguments: one tool for each case, with the schema that its arguments violate. */

import { formats, type Service, type Tool } from "@toolwright/runtime";
import Ajv2020 from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { notes } from "../test/support/wire/notes.ts";
import { callTool } from "../test/support/wire/rpc.ts";
import { type Served, serve } from "../test/support/wire/serving.ts";

interface Case {
  readonly name: string;
  /** The schema of the arguments. It is a closed object, unless it declares `additionalProperties`. */
  readonly schema: object;
  readonly input: object;
  readonly lines: readonly string[];
}

const address = {
  type: "object",
  properties: { street: {}, city: {} },
  required: ["city"],
  additionalProperties: false,
};
const cat = {
  type: "object",
  properties: { kind: { const: "cat" }, lives: { type: "integer" } },
  required: ["kind"],
};
const dog = { type: "object", properties: { kind: { const: "dog" }, tricks: {} }, required: ["kind"] };

/** A branch that the value of `kind` chooses, and that knows no other properties. */
function pet(kind: string, ...names: readonly string[]): object {
  const properties = Object.fromEntries(names.map((name) => [name, {}]));
  return {
    type: "object",
    properties: { kind: { const: kind }, ...properties },
    required: ["kind"],
    additionalProperties: false,
  };
}

const condition = {
  oneOf: [
    closed({ all: { type: "array", items: { $ref: "#/$defs/condition" } } }),
    closed({ not: { $ref: "#/$defs/condition" } }),
    closed({ field: { type: "string" }, op: { enum: ["eq", "ne"] } }),
  ],
};

function closed(properties: object): object {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

const cases: readonly Case[] = [
  {
    name: "a missing property",
    schema: { properties: { form_id: {} }, required: ["form_id"] },
    input: {},
    lines: ["form_id is required"],
  },
  {
    name: "a name with a typo, one in another style, and one like nothing else",
    schema: { properties: { form_id: {}, language: {} } },
    input: { formId: 1, langauge: 1, z: 1 },
    lines: [
      "formId is not a known property; did you mean form_id?",
      "langauge is not a known property; did you mean language?",
      "z is not a known property; the known properties are form_id, language",
    ],
  },
  {
    name: "an unknown name further down, behind a reference",
    schema: {
      properties: { people: { type: "array", items: { $ref: "#/$defs/person" } } },
      $defs: { person: { type: "object", properties: { home: address } } },
    },
    input: { people: [{ home: { city: "" } }, { home: { citty: "" } }] },
    lines: [
      "people[1].home.city is required",
      "people[1].home.citty is not a known property; did you mean city?",
    ],
  },
  {
    name: "names that look like code",
    schema: { properties: {} },
    input: { "a.b/c~d": 1, constructor: 1, "": 1 },
    lines: [
      '["a.b/c~d"] is not a known property; leave it out',
      "constructor is not a known property; leave it out",
      '[""] is not a known property; leave it out',
    ],
  },
  {
    name: "a wrong type",
    schema: { properties: { limit: { type: "integer" }, tags: { type: ["array", "null"] } } },
    input: { limit: "20", tags: {} },
    lines: ["limit must be an integer, not a string", "tags must be an array or null, not an object"],
  },
  {
    name: "a value outside of an enum",
    schema: { properties: { status: { enum: ["draft", "published", "paused"] }, mode: { const: "fixed" } } },
    input: { status: "publish", mode: "free" },
    lines: [
      'status must be one of "draft", "published", "paused"; did you mean "published"?',
      'mode must be "fixed"',
    ],
  },
  {
    name: "numbers out of bounds",
    schema: {
      properties: {
        a: { minimum: 1 },
        b: { maximum: 3 },
        c: { exclusiveMinimum: 0 },
        d: { exclusiveMaximum: 1 },
        e: { multipleOf: 5 },
      },
    },
    input: { a: 0, b: 4, c: 0, d: 1, e: 7 },
    lines: [
      "a must be at least 1",
      "b must be at most 3",
      "c must be more than 0",
      "d must be less than 1",
      "e must be a multiple of 5",
    ],
  },
  {
    name: "texts out of bounds",
    schema: {
      properties: {
        a: { minLength: 1 },
        b: { maxLength: 3 },
        c: { pattern: "^x" },
        d: { format: "email" },
        e: { format: "date-time" },
      },
    },
    input: { a: "", b: "four", c: "y", d: "ana", e: "2026" },
    lines: [
      "a must have at least 1 character",
      "b must have at most 3 characters",
      "c must match the pattern ^x",
      "d must be a valid email, such as name@example.org",
      "e must be a valid date-time, such as 2026-01-31T12:00:00Z",
    ],
  },
  {
    name: "lists out of bounds",
    schema: {
      properties: {
        a: { minItems: 1 },
        b: { maxItems: 1 },
        c: { uniqueItems: true },
        d: { contains: { const: 1 } },
      },
    },
    input: { a: [], b: [1, 2], c: [1, 1], d: [] },
    lines: [
      "a must have at least 1 item",
      "b must have at most 1 item",
      "c must not repeat an item",
      'd must have at least 1 item that matches the schema of "contains"',
    ],
  },
  {
    name: "objects out of bounds, and what nothing fits",
    schema: {
      properties: {
        a: { minProperties: 2 },
        b: { maxProperties: 1 },
        c: { propertyNames: { pattern: "^x" } },
        d: { dependentRequired: { from: ["to"] } },
        e: { not: {} },
        f: false,
      },
    },
    input: { a: {}, b: { a: 1, b: 1 }, c: { y: 1 }, d: { from: 1 }, e: 1, f: 1 },
    lines: [
      "a must have at least 2 properties",
      "b must have at most 1 property",
      "c must match the pattern ^x",
      'c must not have a property called "y"',
      "d.to is required beside from",
      "e has a shape that its schema excludes",
      "f is not allowed here",
    ],
  },
  {
    name: "a union of which nothing fits",
    schema: { properties: { password: { anyOf: [{ type: "string" }, { type: "null" }] } } },
    input: { password: 1 },
    lines: ["password must be a string or null, not a number"],
  },
  {
    name: "a union of objects, where one branch came further",
    schema: { properties: { where: { oneOf: [{ type: "string" }, address] } } },
    input: { where: { street: "" } },
    lines: ["where.city is required"],
  },
  {
    name: "a union of constants",
    schema: { properties: { size: { oneOf: [{ const: "S" }, { const: "M" }, { const: "L" }] } } },
    input: { size: "XXL" },
    lines: ['size must be one of "S", "M", "L"'],
  },
  {
    name: "a union of which two fit",
    schema: { properties: { n: { oneOf: [{ minimum: 0 }, { maximum: 9 }] } } },
    input: { n: 5 },
    lines: ["n must have exactly one of the shapes that its schema allows, not several"],
  },
  {
    name: "a discriminator that names no branch",
    schema: {
      properties: {
        pet: {
          type: "object",
          discriminator: { propertyName: "kind" },
          oneOf: [cat, dog],
          required: ["kind"],
        },
      },
    },
    input: { pet: { kind: "cow" } },
    lines: ['pet.kind must be one of "cat", "dog"'],
  },
  {
    name: "a discriminator that names a branch which does not fit",
    schema: {
      properties: {
        pet: {
          type: "object",
          discriminator: { propertyName: "kind" },
          oneOf: [cat, dog],
          required: ["kind"],
        },
      },
    },
    input: { pet: { kind: "cat", lives: "nine" } },
    lines: ["pet.lives must be an integer, not a string"],
  },
  {
    name: "a property of another branch than the discriminator names",
    schema: {
      properties: {
        pet: {
          discriminator: { propertyName: "kind" },
          oneOf: [pet("cat", "lives"), pet("dog", "tricks", "status")],
        },
      },
    },
    input: { pet: { kind: "cat", tricks: 1, status: 2 } },
    lines: [
      'pet.tricks belongs to kind "dog", not to kind "cat"; the known properties are kind, lives',
      'pet.status belongs to kind "dog", not to kind "cat"; the known properties are kind, lives',
    ],
  },
  {
    name: "the same without a discriminator: the union has none, so each branch is tried",
    schema: { properties: { pet: { oneOf: [pet("cat", "lives"), pet("dog", "tricks", "status")] } } },
    input: { pet: { kind: "cat", tricks: 1, status: 2 } },
    lines: [
      'pet.tricks belongs to kind "dog", not to kind "cat"; the known properties are kind, lives',
      'pet.status belongs to kind "dog", not to kind "cat"; the known properties are kind, lives',
    ],
  },
  {
    name: "a property of another branch, where what the branches share is described and required beside them",
    schema: {
      properties: {
        pet: {
          type: "object",
          properties: { name: { minLength: 1 }, tricks: { type: "array" } },
          required: ["kind"],
          discriminator: { propertyName: "kind" },
          oneOf: [
            pet("cat", "lives", "name"),
            pet("dog", "name", "tricks"),
            { ...pet("fox", "name", "tricks"), required: [] },
          ],
        },
      },
    },
    input: { pet: { kind: "cat", name: "", tricks: [], live: 9 } },
    lines: [
      "pet.name must have at least 1 character",
      'pet.tricks belongs to kind "dog", "fox", not to kind "cat"; the known properties are kind, lives, name',
      'pet.live is not a known property of kind "cat"; did you mean lives?',
    ],
  },
  {
    name: "a typo in the branch that the discriminator names",
    schema: {
      properties: {
        pet: { discriminator: { propertyName: "kind" }, oneOf: [pet("cat", "lives"), pet("dog", "tricks")] },
      },
    },
    input: { pet: { kind: "cat", live: 9 } },
    lines: ['pet.live is not a known property of kind "cat"; did you mean lives?'],
  },
  {
    name: "a discriminator that is missing",
    schema: {
      properties: {
        pet: {
          type: "object",
          discriminator: { propertyName: "kind" },
          oneOf: [cat, dog],
          required: ["kind"],
        },
      },
    },
    input: { pet: {} },
    lines: ['pet.kind is required: one of "cat", "dog"'],
  },
  {
    name: "a union of objects without discriminator, with a mistake in the one that is meant",
    schema: { properties: { pet: { oneOf: [cat, dog] } } },
    input: { pet: { kind: "cat", lives: "nine" } },
    lines: ["pet.lives must be an integer, not a string"],
  },
  {
    name: "a union within a union, of which a key has a typo",
    schema: { properties: { when: { $ref: "#/$defs/condition" } }, $defs: { condition } },
    input: { when: { all: [{ not: { field: "a", opp: "eq" } }] } },
    lines: [
      "when.all[0].not.opp is not a known property; did you mean op?",
      'when.all[0].not.op is required: one of "eq", "ne"',
    ],
  },
  {
    name: "a union whose alternatives know nothing of what is given",
    schema: { properties: { when: { $ref: "#/$defs/condition" } }, $defs: { condition } },
    input: { when: { where: 1 } },
    lines: [
      "when has none of the shapes that its schema allows; the known properties are all, not, field, op",
    ],
  },
  {
    name: "none of the properties of which there must be one",
    schema: { properties: { a: {}, b: {}, c: {} }, exactlyOne: ["a", "b"] },
    input: { c: 1 },
    lines: ["the arguments must have exactly one of a, b; none is given"],
  },
  {
    name: "several of the properties of which there must be one",
    schema: { properties: { a: {}, b: {}, c: {} }, exactlyOne: ["a", "b", "c"] },
    input: { a: 1, c: 1 },
    lines: ["the arguments must have exactly one of a, b, c, not several: a, c"],
  },
  {
    name: "too many problems to name",
    schema: { properties: { list: { type: "array", items: { type: "string" } } } },
    input: { list: Array.from({ length: 30 }, (_, at) => at) },
    lines: [
      ...Array.from({ length: 10 }, (_, at) => `list[${at}] must be a string, not a number`),
      "and 20 more",
    ],
  },
];

const tools = cases.map(({ schema }, at) =>
  toolOf(`tool_${at}`, { type: "object", additionalProperties: false, ...schema }),
);
let served: Served;

beforeAll(async () => {
  const service: Service = { ...notes, tools };
  const handlers = { call: () => [] };
  served = await serve({ service, handlers, limit: () => ({ allowed: true }) });
});

afterAll(() => served.server.close());

function toolOf(name: string, inputSchema: object): Tool {
  return {
    name,
    method: "call",
    mode: "read",
    scopes: [],
    failures: {},
    redaction: [],
    input: validator().compile(inputSchema),
    manifest: JSON.stringify({ name, inputSchema }),
  };
}

function validator() {
  const ajv = new Ajv2020.default({ allErrors: true, discriminator: true, strict: false, formats });
  return ajv.addKeyword({
    keyword: "exactlyOne",
    compile: (names: readonly string[]) =>
      function check(input: object): boolean {
        const present = names.filter((name) => Object.hasOwn(input, name));
        Object.assign(check, { errors: [{ keyword: "exactlyOne", params: { names, present } }] });
        return present.length === 1;
      },
    errors: true,
  });
}

test.each(cases.map((one, at) => [one.name, at, one] as const))("%s", async (_, at, { input, lines }) => {
  const result = await callTool(served.url, `tool_${at}`, input);
  expect(result._meta["dev.toolwright/failure"].code).toBe("invalid_input");
  const [first, ...named] = result.content[0].text.split("\n- ");
  expect(first).toBe(
    `The arguments of tool_${at} do not fit its input schema. Correct them and call it again:`,
  );
  expect(named).toEqual(lines);
});

test("the details of a refusal list the problems with JSON pointers", async () => {
  const result = await callTool(served.url, "tool_2", {
    people: [{ home: { city: "" } }, { home: { citty: "" } }],
  });
  expect(result._meta["dev.toolwright/failure"].details).toEqual({
    problems: [
      { path: "/people/1/home/city", problem: "is required" },
      { path: "/people/1/home/citty", problem: "is not a known property; did you mean city?" },
    ],
  });
});

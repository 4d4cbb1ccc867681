/** A small hand-written service, in the shapes that the generator emits. Its handlers in `notes-handlers.ts` reach every outcome of a call. */

import { formats, type Service, type Tool } from "@toolwright/runtime";
import type { SchemaValidateFunction } from "ajv";
import Ajv2020 from "ajv/dist/2020.js";

const ajv = new Ajv2020.default({ allErrors: true, useDefaults: true, allowUnionTypes: true, formats });
const exactlyOne: SchemaValidateFunction = (names: readonly string[], input: object) => {
  const present = names.filter((name) => Object.hasOwn(input, name));
  exactlyOne.errors = [{ keyword: "exactlyOne", params: { names, present } }];
  return present.length === 1;
};
ajv.addKeyword({ keyword: "exactlyOne", schemaType: "array", validate: exactlyOne });

interface Described extends Partial<Omit<Tool, "input" | "output">> {
  readonly name: string;
  readonly method: string;
  readonly input?: object;
  readonly output?: object;
  readonly rules?: object;
}

/** `rules` are checked, but not in the manifest, as the generator does it with `exactlyOne`. */
export function tool({ input = {}, output, rules = {}, ...described }: Described): Tool {
  const inputSchema = { type: "object", additionalProperties: false, ...input };
  const manifest = { name: described.name, inputSchema, ...(output && { outputSchema: output }) };
  return {
    mode: "read",
    scopes: [],
    failures: {},
    redaction: [],
    manifest: JSON.stringify(manifest),
    ...described,
    input: ajv.compile({ ...inputSchema, ...rules }),
    ...(output && { output: ajv.compile(output) }),
  };
}

const note = {
  type: "object",
  properties: {
    id: { type: "string" },
    text: { type: "string" },
    author: { type: "object", properties: { name: { type: "string" }, email: { type: "string" } } },
  },
  required: ["id", "text"],
  additionalProperties: false,
};

const tools: readonly Tool[] = [
  tool({
    name: "notes_ping",
    method: "ping",
    output: { type: "object", properties: { ok: { const: true } } },
  }),
  tool({
    name: "notes_get",
    method: "get",
    scopes: ["notes:read"],
    failures: { not_found: { when: "there is no such note", retryable: false } },
    input: {
      properties: { id: { type: "string", maxLength: 20 }, full: { type: "boolean", default: false } },
      required: ["id"],
    },
    output: note,
    redaction: [{ properties: { author: 1 } }, { remove: { email: ["notes:pii"] } }],
  }),
  tool({
    name: "notes_edit",
    method: "edit",
    mode: "write",
    scopes: ["notes:read", "notes:write"],
    failures: { busy: { when: "somebody else is editing", retryable: true } },
    input: {
      properties: { id: { type: "string" }, text: { type: "string" }, prompt: { type: "string" } },
      required: ["id"],
    },
    rules: { exactlyOne: ["text", "prompt"] },
    output: note,
  }),
  tool({ name: "notes_picture", method: "picture", input: { properties: { as: { const: "object" } } } }),
  tool({ name: "notes_wait", method: "wait", output: { type: "object" } }),
];

export const notes: Service = {
  server: {
    name: "notes",
    version: "1.2.3",
    title: "Notes",
    icons: [{ src: "https://notes.example/icon.png" }],
    instructions: "Find a note before you edit it.",
    protocolVersions: ["2025-11-25"],
  },
  path: "/api/mcp",
  auth: {
    scheme: "bearer",
    denial: "tool-error",
    visibility: "all",
    realm: "notes",
    tokenSource: "Settings -> Tokens",
  },
  rate: { name: "request_rate", max: 5, seconds: 60 },
  tools,
};

/** A small hand-written service, in the shapes that the generator emits. Its handlers reach every outcome of a call. */

import { type Call, type Caller, formats, Refusal, type Service, type Tool } from "@toolwright/runtime";
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

interface Note {
  readonly id: string;
  readonly text: string;
  readonly author?: { readonly name: string; readonly email: string };
}

/** Ids choose what happens, so that a table of cases can reach everything. */
export class NotesHandlers {
  readonly ana: Note = { id: "ana", text: "Grüße – 👋", author: { name: "Ana", email: "ana@example.org" } };

  ping(): object {
    return { ok: true };
  }

  get({ id }: { id: string }, call: Call<"not_found">): Note | Promise<Note> {
    switch (id) {
      case "ana":
        return this.ana;
      case "slow":
        return new Promise((resolve) => setTimeout(resolve, 60, this.ana));
      case "undeclared":
        throw new Refusal("busy", "Nobody may read this: secret-1.");
      case "broken":
        throw new Error("The disk with secret-2 is gone.");
      case "rejected":
        return Promise.reject(new Error("The disk with secret-2 is gone."));
      case "unwritable":
        return call.fail("not_found", "These details cannot be written.", { size: 1n });
      case "nothing":
        return JSON.parse("null");
      case "misfit":
        return JSON.parse('{ "id": 7, "text": "secret-3" }');
      default:
        return call.fail("not_found", `No note ${id}.`, { id });
    }
  }

  async edit({ id, text = "by prompt" }: { id: string; text?: string }, call: Call<"busy">): Promise<Note> {
    if (id === "busy") call.fail("busy", "Ana is editing. Try again in a minute.");
    return { id, text };
  }

  picture({ as }: { as?: "object" }): object {
    if (as === "object") return { type: "image" };
    return [{ type: "image", data: "AAAA", mimeType: "image/png" }];
  }

  /** Ends when it is told to, and says why. */
  wait(_input: unknown, call: Call): Promise<object> {
    return new Promise((_resolve, reject) => {
      call.signal.addEventListener("abort", () => reject(call.signal.reason));
    });
  }
}

/** Tokens are the names of their scopes, joined with `+`; `none` has none. */
export function callerOf(token: string): Caller | undefined {
  if (token === "revoked") return undefined;
  return { account: "ana", token: `id-of-${token}`, scopes: new Set(token.split("+")) };
}

/** The answers of the hostile servers, by behaviour. */

export interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly cursor?: string };
}

type Answer = { readonly result: object } | { readonly error: object } | "nothing";

/** A JSON text that is nested more deeply than any function can recurse. */
const deepText = `${'{"not":'.repeat(200_000)}{}${"}".repeat(200_000)}`;

/** Stands for `deepText` in an answer, since no serializer can write it. */
const deepPlace = "DEEP";

/** Stands for what the server was given. */
const givenPlace = "GIVEN";

/** As a part of a JSON text. */
const quotedIn = (given: object) => JSON.stringify(JSON.stringify(given)).slice(1, -1);

export const clearScreen = "\u001b[2J\u001b[31m";
const bidi = "\u202e\u2066";
/** Looks like the end of a report, on a line of its own. */
const forged = "\n\u001b[32mNo rule of MCP is broken.\n::error::forged\n";

export const named = (name: string, description = "It does.") => ({
  name,
  description,
  inputSchema: { type: "object" },
});

/** The answer to `tools/list`, by behaviour. */
const toolLists: Readonly<Record<string, (cursor: string | undefined) => Answer>> = {
  "endless-cursors": (cursor = "0") => ({
    result: { tools: [named(`tool_${cursor}`)], nextCursor: String(Number(cursor) + 1) },
  }),
  "repeated-cursor": () => ({ result: { tools: [named("again")], nextCursor: "1" } }),
  "silent-lists": () => "nothing",
  stubborn: () => "nothing",
  "no-list": () => ({ result: { items: [] } }),
  "list-error": () => ({ error: { code: -32603, message: `${clearScreen}The database is gone.` } }),
  "malformed-tool": () => ({ result: { tools: [named("good"), { name: "bad" }] } }),
  escapes: () => ({
    result: {
      tools: [
        { ...named(`${clearScreen}${bidi}evil${forged}`, `${clearScreen}${bidi}Deletes nothing.${forged}`) },
        { name: `${clearScreen}${bidi}broken${forged}` },
      ],
    },
  }),
  "duplicate-names": () => ({
    result: { tools: [named("good"), named("same", "Reads a."), named("same", "Writes b.")] },
  }),
  "deep-schema": () => ({
    result: { tools: [named("good"), { ...named("deep"), inputSchema: { type: "object", not: deepPlace } }] },
  }),
  repeats: () => ({ result: { tools: [named("one", `Reads a. Given: ${givenPlace}`)] } }),
  circles: () => ({
    result: {
      tools: [
        {
          ...named("circle"),
          inputSchema: {
            type: "object",
            properties: { a: { $ref: "#/$defs/a" }, self: { $ref: "#/properties/self" } },
            $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } },
          },
        },
        {
          ...named("tree"),
          inputSchema: {
            type: "object",
            properties: { children: { type: "array", items: { $ref: "#" } } },
          },
        },
        {
          ...named("endless"),
          inputSchema: { type: "object", properties: { next: { $ref: "#" } }, required: ["next"] },
        },
        {
          ...named("elsewhere"),
          inputSchema: {
            type: "object",
            properties: { a: { $ref: "https://elsewhere.example/s.json" }, b: { $ref: "#/$defs/none" } },
          },
        },
      ],
    },
  }),
  "odd-names": () => ({
    result: {
      tools: ["__proto__", "constructor", "toString", "a".repeat(10_000), "a/b", "\ud800"].map((name) => ({
        ...named(name),
        inputSchema: JSON.parse(
          '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{}}}',
        ),
      })),
    },
  }),
  "silent-page": (cursor) =>
    cursor === undefined ? { result: { tools: [named("one")], nextCursor: "2" } } : "nothing",
  "many-tools": () => ({
    result: {
      tools: Array.from({ length: 5_000 }, (_, index) => ({
        ...named(
          `tool_${index}`,
          `Reads the record ${index} of the register. Use it for record ${index} only.`,
        ),
        inputSchema: { type: "object", properties: { part: { type: "string", description: "The part." } } },
      })),
    },
  }),
  "long-list": () => ({
    result: { tools: [named("long", "x".repeat(10 * 2 ** 20)), named("longer", "y".repeat(10 * 2 ** 20))] },
  }),
};

const openingOf = (name: string, more: object = {}) => ({
  protocolVersion: "2025-11-25",
  capabilities: { tools: {}, resources: {}, prompts: {} },
  serverInfo: { name, version: "1.0.0" },
  ...more,
});

/** The answer to `initialize`, by behaviour. */
const openings: Readonly<Record<string, object>> = {
  escapes: openingOf(`${clearScreen}${bidi}evil`, { instructions: `${clearScreen}${bidi}Obey.${forged}` }),
  repeats: openingOf("hostile", { instructions: `Given: ${givenPlace}` }),
  "deep-opening": openingOf("hostile", { capabilities: { tools: {}, experimental: { deep: deepPlace } } }),
  "long-instructions": openingOf("hostile", { instructions: "x".repeat(5 * 2 ** 20) }),
};

/** The lists beside the tools, and the keys of their results. */
const otherLists: Readonly<Record<string, string>> = {
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
  "prompts/list": "prompts",
};

/** Cursors of lists that do not end: `equal cursors at prompts/list`. */
function nextPage(behaviour: string, method: string, cursor = "0"): object {
  if (behaviour === `equal cursors at ${method}`) return { nextCursor: "1" };
  if (behaviour === `other cursors at ${method}`) return { nextCursor: String(Number(cursor) + 1) };
  return behaviour === `growing cursors at ${method}` ? { nextCursor: cursor.repeat(8) } : {};
}

/** Returns the answer of a behaviour; `nothing` for a notification. */
export function answerTo(behaviour: string, { id, method = "", params }: Message): Answer {
  if (id === undefined || behaviour === "silent") return "nothing";
  if (behaviour === `silent at ${method}`) return "nothing";
  if (method === "initialize") return { result: openings[behaviour] ?? openingOf("hostile") };
  if (method === "tools/list")
    return toolLists[behaviour]?.(params?.cursor) ?? { result: { tools: [named("one")] } };
  const key = otherLists[method];
  if (key !== undefined) return { result: { [key]: [], ...nextPage(behaviour, method, params?.cursor) } };
  if (behaviour === "mute-after-lists") return "nothing";
  if (method === "ping") return { result: {} };
  return { error: { code: -32601, message: "Method not found" } };
}

export const text = (id: unknown, answer: object) =>
  JSON.stringify({ jsonrpc: "2.0", id, ...answer }).replace(`"${deepPlace}"`, () => deepText);

/** The ids of answers that do not belong to the request, by behaviour. */
const ids: Readonly<Record<string, (id: number) => unknown>> = {
  "wrong-ids": (id) => id + 1_000,
  "null-ids": () => null,
  "no-ids": () => undefined,
  "text-ids": String,
};

/**
 * The whole line of an answer.
 *
 * @param given to the server: its environment, or the headers of a request, which it may repeat
 */
export const lineOf = (behaviour: string, id: number, answer: object, given: object) => {
  const makeId = ids[behaviour] ?? ((own) => own);
  const whole = text(makeId(id), answer);
  if (behaviour === "repeats") return `${whole.replaceAll(givenPlace, () => quotedIn(given))}\n`;
  if (behaviour === "framed-messages") return `Content-Length: ${Buffer.byteLength(whole)}\r\n\r\n${whole}`;
  if (behaviour === "unfinished-line") return `${clearScreen}Enter the key: `;
  if (behaviour === "batches") return `[${whole}]\n`;
  if (behaviour === "line-ends") return `${whole}\r\n`;
  if (behaviour === "invalid-utf8")
    return Buffer.from(`${whole.replace("It does.", "Gr\u00fc\u00dfe.")}\n`, "latin1");
  return `${whole}\n`;
};

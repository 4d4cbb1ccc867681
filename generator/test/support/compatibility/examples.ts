/** An example for each code of a finding: a part of an interface before and after. The pages in guide/findings/ show them. */

import type { Code } from "@toolwright/check/compatibility";
import type { Declared, Described, Published, PublishedTool } from "@toolwright/check/surface";
export interface CodeExample {
  /** The place of the piece, for readers. */
  readonly where: string;
  readonly old: unknown;
  readonly current: unknown;
  /** The interface with a piece in its place. */
  readonly published: (piece: never) => Published;
}

type Schema = Readonly<Record<string, unknown>>;

const closed = (properties: Schema, more: Schema = {}): Schema => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});
const open = (properties: Schema, more: Schema = {}): Schema => ({ type: "object", properties, ...more });

const tool: PublishedTool = {
  name: "find_book",
  description: "Finds a book by its title.",
  inputSchema: closed({ title: { type: "string" } }),
};

const declared: Declared = {
  endpoint: { transport: "streamable-http", path: "/mcp" },
  protocolVersions: ["2025-11-25"],
  auth: { scheme: "bearer", denial: "tool-error", visibility: "all" },
  scopes: { "books:read": "Read books", "books:private": "Read private notes" },
  limits: {},
  failures: { not_found: { when: "no book has this title", retryable: false } },
  states: {},
  described: {},
  tools: {
    find_book: { mode: "read", scopes: ["books:read"], failures: ["not_found"], exactlyOne: [], fields: {} },
  },
};

const base: Published = { server: { name: "library", version: "1.0.0" }, tools: [tool], declared };

function example<Piece>(
  where: string,
  published: (piece: Piece) => Published,
  old: Piece,
  current: Piece,
): CodeExample {
  return { where, old, current, published: published as (piece: never) => Published };
}

const withTool = (change: Partial<PublishedTool>): Published => ({
  ...base,
  tools: [{ ...tool, ...change }],
});
const withDeclared = (change: Partial<Declared>): Published => ({
  ...base,
  declared: { ...declared, ...change },
});
const withRules = (change: Partial<Declared["tools"][string]>): Published =>
  withDeclared({ tools: { find_book: { ...declared.tools.find_book!, ...change } } });

const tools = (old: readonly string[], current: readonly string[]) =>
  example(
    "names of the tools",
    (names: readonly string[]) => ({ ...base, tools: names.map((name) => ({ ...tool, name })) }),
    old,
    current,
  );
const input = (old: Schema, current: Schema) =>
  example("inputSchema", (inputSchema: Schema) => withTool({ inputSchema }), old, current);
const output = (old: Schema, current: Schema) =>
  example("outputSchema", (outputSchema: Schema) => withTool({ outputSchema }), old, current);
const entry = (old: Partial<PublishedTool>, current: Partial<PublishedTool>) =>
  example("the entry of the tool", withTool, old, current);
const spec = (old: Partial<Declared>, current: Partial<Declared>) =>
  example("service.yaml", withDeclared, old, current);
const operations = (where: string, kind: "resource" | "prompt") => {
  const withOperations = (names: readonly string[]) =>
    withDeclared({ operations: names.map((name) => ({ name: `${kind} ${name}`, inputSchema: closed({}) })) });
  return (old: readonly string[], current: readonly string[]) => example(where, withOperations, old, current);
};
const resources = operations("URIs of the resources", "resource");
const prompts = operations("names of the prompts", "prompt");
const rules = (old: Partial<Declared["tools"][string]>, current: typeof old) =>
  example("tools/find_book.yaml", withRules, old, current);

const string = { type: "string" };
const form = (
  transitions: Declared["states"][string]["transitions"],
  initial = "draft",
): Partial<Declared> => ({
  states: { form: { initial, transitions } },
});
const publish = { from: ["draft", "paused"], to: "published", by: { tool: "update_form" } };
const rate = (max: number, window = "fixed"): Partial<Declared> => ({
  limits: {
    requests: {
      kind: "rate",
      numbers: { max, seconds: 60 },
      settings: { window, per: "token" },
      appliesTo: "all",
    },
  },
});
const pages = {
  limits: { pages: { kind: "count", numbers: { max: 50 }, settings: {}, appliesTo: "all" as const } },
};

/** A limit that only the output schema uses. */
const withPageSize = (max: number): Published => ({
  ...base,
  tools: [{ ...tool, outputSchema: open({ books: { type: "array", maxItems: max } }) }],
  declared: {
    ...declared,
    limits: { page: { kind: "count", numbers: { max }, settings: {}, appliesTo: ["find_book"] } },
  },
});

/** A pattern with a lookahead, for which no rejected text is found by trying. */
const guessable = { type: "string", pattern: "^(?=.*q7)(?=.*zz)[a-z0-9]{9}$" };

const described = (old: Described, current: Described): CodeExample =>
  spec({ described: old }, { described: current });

/** A prompt with these messages. */
const withPrompt = (messages: unknown): Partial<Declared> => ({
  tools: { ...declared.tools, "prompt recommend": declared.tools.find_book! },
  described: { "prompt recommend messages": messages },
});

export const examples: Readonly<Record<Code, CodeExample>> = {
  "tool-removed": tools(["find_book", "lend_book"], ["find_book"]),
  "tool-added": tools(["find_book"], ["find_book", "lend_book"]),
  "resource-removed": resources(["books://all", "books://new"], ["books://all"]),
  "resource-added": resources(["books://all"], ["books://all", "books://new"]),
  "prompt-removed": prompts(["recommend", "summarize"], ["recommend"]),
  "prompt-added": prompts(["recommend"], ["recommend", "summarize"]),
  "tools-reordered": tools(["find_book", "lend_book"], ["lend_book", "find_book"]),
  "tool-description-changed": entry(
    { description: "Finds a book by its title." },
    { description: "Finds a book by title or author." },
  ),
  "text-edited": entry({ title: "Find book" }, { title: "Find a book" }),
  "entry-changed": entry(
    { execution: { taskSupport: "forbidden" } },
    { execution: { taskSupport: "optional" } },
  ),
  "meta-added": entry({ _meta: {} }, { _meta: { "example.com/theme": "dark" } }),
  "server-renamed": example(
    "the server",
    (server: { name: string; version: string }) => ({ ...base, server }),
    { name: "library", version: "1.0.0" },
    { name: "books", version: "1.0.0" },
  ),
  "mode-changed": spec(
    { tools: { find_book: { ...declared.tools.find_book!, mode: "read" } } },
    { tools: { find_book: { ...declared.tools.find_book!, mode: "write" } } },
  ),
  "method-renamed": described({ "tool find_book method": "findBook" }, { "tool find_book method": "find" }),
  "server-changed": described(
    { "server instructions": "Look books up first." },
    { "server instructions": "Lend books at once." },
  ),
  "content-changed": spec(
    withPrompt([{ role: "user", text: "Recommend a book." }]),
    withPrompt([{ role: "user", text: "Recommend two books." }]),
  ),
  "behaviour-changed": described(
    { "tool find_book idempotency": { key: "/key", same: ["/id"] } },
    { "tool find_book idempotency": { key: "/key", same: [] } },
  ),
  "task-only": described(
    { "tool find_book task": { when: "may" } },
    { "tool find_book task": { when: "always" } },
  ),
  "behaviour-undeclared": described({ "entity loan": { observedBy: ["get_loan"] } }, {}),
  "behaviour-declared": described({}, { "entity loan": { observedBy: ["get_loan"] } }),
  "examples-changed": described(
    { "tool find_book examples": [{ name: "one", input: { title: "Emma" } }] },
    { "tool find_book examples": [{ name: "one", input: { title: "Persuasion" } }] },
  ),
  "endpoint-changed": spec(
    { endpoint: { transport: "streamable-http", path: "/mcp" } },
    { endpoint: { transport: "streamable-http", path: "/api/mcp" } },
  ),
  "protocol-version-removed": spec(
    { protocolVersions: ["2025-11-25", "2026-07-28"] },
    { protocolVersions: ["2026-07-28"] },
  ),
  "protocol-version-added": spec(
    { protocolVersions: ["2025-11-25"] },
    { protocolVersions: ["2025-11-25", "2026-07-28"] },
  ),

  "notification-removed": spec({ notifications: ["tools", "updates"] }, { notifications: ["tools"] }),
  "notification-added": spec({}, { notifications: ["prompts"] }),
  "server-card-removed": spec({ serverCard: true }, { serverCard: false }),
  "server-card-added": spec({ serverCard: false }, { serverCard: true }),

  "input-property-removed": input(closed({ title: string, author: string }), closed({ title: string })),
  "input-property-ignored": input(open({ title: string, author: string }), open({ title: string })),
  "input-property-added": input(closed({ title: string }), closed({ title: string, author: string })),
  "input-property-claimed": input(
    open({ title: string }),
    open({ title: string, limit: { type: "integer" } }),
  ),
  "input-property-required": input(
    closed({ title: string }),
    closed({ title: string }, { required: ["title"] }),
  ),
  "input-property-defaulted": input(
    closed({ limit: { type: "integer", default: 20 } }),
    closed({ limit: { type: "integer", default: 20 } }, { required: ["limit"] }),
  ),
  "input-property-optional": input(
    closed({ title: string }, { required: ["title"] }),
    closed({ title: string }),
  ),
  "input-closed": input(open({ title: string }), closed({ title: string })),
  "input-opened": input(closed({ title: string }), open({ title: string })),
  "input-type-narrowed": input(
    closed({ year: { type: ["integer", "string"] } }),
    closed({ year: { type: "integer" } }),
  ),
  "input-type-widened": input(
    closed({ year: { type: "integer" } }),
    closed({ year: { type: ["integer", "string"] } }),
  ),
  "input-values-removed": input(
    closed({ order: { enum: ["title", "author", "year"] } }),
    closed({ order: { enum: ["title", "year"] } }),
  ),
  "input-values-added": input(
    closed({ order: { enum: ["title"] } }),
    closed({ order: { enum: ["title", "year"] } }),
  ),
  "input-range-narrowed": input(
    closed({ limit: { type: "integer", maximum: 100 } }),
    closed({ limit: { type: "integer", maximum: 50 } }),
  ),
  "input-safe-integer": input(
    closed({ limit: { type: "integer" } }),
    closed({ limit: { type: "integer", maximum: 9007199254740991 } }),
  ),
  "input-range-widened": input(
    closed({ title: { type: "string", maxLength: 100 } }),
    closed({ title: { type: "string", maxLength: 200 } }),
  ),
  "input-text-narrowed": input(closed({ id: string }), closed({ id: { type: "string", format: "uuid" } })),
  "input-text-widened": input(
    closed({ id: { type: "string", pattern: "^b_[a-z]+$" } }),
    closed({ id: string }),
  ),
  "input-rule-added": input(
    closed({ title: string, id: string }),
    closed({ title: string, id: string }, { oneOf: [{ required: ["title"] }, { required: ["id"] }] }),
  ),
  "input-rule-removed": input(
    closed({ title: string, id: string }, { not: { required: ["title", "id"] } }),
    closed({ title: string, id: string }),
  ),
  "input-undecided": input(
    closed({ code: { ...guessable } }),
    closed({ code: { ...guessable, pattern: "^(?=.*zz)(?=.*q7)[a-z0-9]{9}$" } }),
  ),
  "input-rewritten": input(
    closed({ code: { ...guessable, minLength: 9 } }),
    closed({ code: { ...guessable } }),
  ),
  "input-default-changed": input(
    closed({ limit: { type: "integer", default: 10 } }),
    closed({ limit: { type: "integer", default: 50 } }),
  ),
  "input-description-changed": input(
    closed({ title: { type: "string", description: "The whole title." } }),
    closed({ title: { type: "string", description: "A part of the title." } }),
  ),

  "output-schema-removed": entry({ outputSchema: closed({ title: string }) }, {}),
  "output-schema-added": entry({}, { outputSchema: closed({ title: string }) }),
  "output-property-unexpected": output(closed({ title: string }), closed({ title: string, author: string })),
  "output-property-added": output(open({ title: string }), open({ title: string, author: string })),
  "output-property-removed": output(open({ title: string, author: string }), open({ title: string })),
  "output-property-optional": output(
    closed({ title: string }, { required: ["title"] }),
    closed({ title: string }),
  ),
  "output-property-required": output(
    closed({ title: string }),
    closed({ title: string }, { required: ["title"] }),
  ),
  "output-opened": output(closed({ title: string }), open({ title: string })),
  "output-closed": output(open({ title: string }), closed({ title: string })),
  "output-type-widened": output(
    closed({ year: { type: "integer" } }),
    closed({ year: { type: ["integer", "null"] } }),
  ),
  "output-type-narrowed": output(
    closed({ year: { type: ["integer", "null"] } }),
    closed({ year: { type: "integer" } }),
  ),
  "output-values-added": output(
    closed({ status: { enum: ["here", "lent"] } }),
    closed({ status: { enum: ["here", "lent", "lost"] } }),
  ),
  "output-values-removed": output(
    closed({ status: { enum: ["here", "lent", "lost"] } }),
    closed({ status: { enum: ["here", "lent"] } }),
  ),
  "output-range-widened": output(
    closed({ books: { type: "array", maxItems: 10 } }),
    closed({ books: { type: "array", maxItems: 100 } }),
  ),
  "output-range-narrowed": output(
    closed({ pages: { type: "integer", minimum: 0 } }),
    closed({ pages: { type: "integer", minimum: 1 } }),
  ),
  "output-items-lowered": output(
    closed({ books: { type: "array", maxItems: 100 } }),
    closed({ books: { type: "array", maxItems: 10 } }),
  ),
  "output-text-widened": output(closed({ due: { type: "string", format: "date" } }), closed({ due: string })),
  "output-text-narrowed": output(
    closed({ due: string }),
    closed({ due: { type: "string", format: "date" } }),
  ),
  "output-rule-removed": output(
    closed({ title: string, error: string }, { oneOf: [{ required: ["title"] }, { required: ["error"] }] }),
    closed({ title: string, error: string }),
  ),
  "output-rule-added": output(
    closed({ title: string, error: string }),
    closed({ title: string, error: string }, { oneOf: [{ required: ["title"] }, { required: ["error"] }] }),
  ),
  "output-undecided": output(
    closed({ code: { ...guessable } }),
    closed({ code: { ...guessable, pattern: "^(?=.*zz)(?=.*q7)[a-z0-9]{9}$" } }),
  ),
  "output-rewritten": output(
    closed({ code: { ...guessable } }),
    closed({ code: { ...guessable, minLength: 9 } }),
  ),
  "output-description-changed": output(
    closed({ due: { type: "string", description: "When it is due." } }),
    closed({ due: { type: "string", description: "When it was lent." } }),
  ),

  "failure-added": rules({ failures: [] }, { failures: ["not_found"] }),
  "failure-removed": rules({ failures: ["not_found"] }, { failures: [] }),
  "failure-retry-changed": spec(
    { failures: { not_found: { when: "no book has this title", retryable: false } } },
    { failures: { not_found: { when: "no book has this title", retryable: true } } },
  ),
  "failure-meaning-changed": spec(
    { failures: { not_found: { when: "no book has this title", retryable: false } } },
    { failures: { not_found: { when: "no book can be lent now", retryable: false } } },
  ),

  "auth-required": spec(
    { auth: { scheme: "none", denial: "tool-error", visibility: "all" } },
    { auth: { scheme: "bearer", denial: "tool-error", visibility: "all" } },
  ),
  "auth-dropped": spec(
    { auth: { scheme: "bearer", denial: "tool-error", visibility: "all" } },
    { auth: { scheme: "none", denial: "tool-error", visibility: "all" } },
  ),
  "auth-scheme-added": spec(
    { auth: { scheme: "bearer", denial: "tool-error", visibility: "all" } },
    { auth: { scheme: ["bearer", "oauth"], denial: "tool-error", visibility: "all" } },
  ),
  "auth-scheme-removed": spec(
    { auth: { scheme: ["bearer", "oauth"], denial: "tool-error", visibility: "all" } },
    { auth: { scheme: "bearer", offers: ["oauth"], denial: "tool-error", visibility: "all" } },
  ),
  "auth-offer-added": spec(
    { auth: { scheme: "bearer", denial: "tool-error", visibility: "all" } },
    { auth: { scheme: "bearer", offers: ["oauth"], denial: "tool-error", visibility: "all" } },
  ),
  "auth-offer-removed": spec(
    { auth: { scheme: "bearer", offers: ["oauth"], denial: "tool-error", visibility: "all" } },
    { auth: { scheme: "bearer", denial: "tool-error", visibility: "all" } },
  ),
  "auth-denial-changed": spec(
    { auth: { scheme: "bearer", denial: "tool-error", visibility: "all" } },
    { auth: { scheme: "bearer", denial: "http-403", visibility: "all" } },
  ),
  "auth-visibility-changed": spec(
    { auth: { scheme: "bearer", denial: "tool-error", visibility: "all" } },
    { auth: { scheme: "bearer", denial: "tool-error", visibility: "by-scope" } },
  ),
  "auth-scope-added": rules({ scopes: [] }, { scopes: ["books:read"] }),
  "auth-scope-removed": rules({ scopes: ["books:read"] }, { scopes: [] }),

  "safety-promise-lost": entry(
    { annotations: { readOnlyHint: true } },
    { annotations: { readOnlyHint: false } },
  ),
  "safety-promise-added": entry(
    { annotations: { destructiveHint: true } },
    { annotations: { destructiveHint: false } },
  ),
  "safety-hint-rewritten": entry({ annotations: {} }, { annotations: { idempotentHint: false } }),

  "limit-lowered": spec(rate(120), rate(60)),
  "limit-of-results-lowered": example("an interface", withPageSize, 50, 20),
  "limit-of-results-raised": example("an interface", withPageSize, 20, 50),
  "limit-raised": spec(rate(60), rate(120)),
  "limit-added": spec({}, rate(60)),
  "limit-declared": spec({}, pages),
  "limit-removed": spec(rate(60), {}),
  "limit-changed": spec(rate(60, "fixed"), rate(60, "sliding")),

  "state-transition-removed": spec(form({ publish }), form({ publish: { ...publish, from: ["draft"] } })),
  "state-transition-added": spec(
    form({ publish }),
    form({ publish, archive: { from: ["published"], to: "archived", by: { tool: "update_form" } } }),
  ),
  "state-target-changed": spec(form({ publish }), form({ publish: { ...publish, to: "scheduled" } })),
  "state-initial-changed": spec(form({ publish }), form({ publish }, "paused")),
  "state-machine-removed": spec(form({ publish }), {}),
  "state-machine-added": spec({}, form({ publish })),

  "field-scope-added": rules({ fields: {} }, { fields: { "/note": "books:private" } }),
  "field-scope-removed": rules({ fields: { "/note": "books:private" } }, { fields: {} }),
  "field-scope-changed": rules(
    { fields: { "/note": "books:read" } },
    { fields: { "/note": "books:private" } },
  ),
};

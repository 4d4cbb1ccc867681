/** Values, names and replies that programs trip over. */

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the body. */
  readonly body?: string;
  /** In place of the result: the JSON text of an error. */
  readonly error?: string;
  /** In place of the id: a JSON text. */
  readonly id?: string;
}

const escapes = "\u001b[2J\u001b]0;forged\u0007\u202e\u2066\u0000\r\n::error::forged";
const nest = (open: string, close: string, levels: number) =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;

/** A graph of few schemas that is a tree of 2^24. */
const doubling = Array.from({ length: 24 }, (_, index) => {
  const next = { $ref: `#/$defs/d${index + 1}` };
  return [`d${index}`, { anyOf: [next, next] }] as const;
});

const texts = [
  ...[
    "",
    " ",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "null",
    "*",
    "[",
    "(*+",
    "a/../b",
    "$ref",
    "\\",
  ],
  ...[
    escapes,
    "\ud800",
    "x".repeat(5_000),
    "*/ throw 1; /*",
    "{{week}}",
    "$&",
    "`",
    "|",
    "<script>",
    "\u2028",
    "a: [b",
    "#",
    "- ",
  ],
  ...[
    "https://[",
    "file:///etc/passwd",
    "garden://{",
    "garden://{+a}{?b*}",
    "data:,x",
    "2026-02-30",
    "99.99.99",
    "1.0.0-",
  ],
];

const schemas: readonly unknown[] = [
  true,
  false,
  ...[
    { $ref: "#" },
    { $ref: "#/$defs/none" },
    { $ref: "#/properties" },
    { $ref: "https://elsewhere.example/s.json" },
  ],
  ...[
    { $ref: "#/%" },
    { $ref: 1 },
    { $ref: "" },
    { $ref: "#anchor" },
    { $dynamicRef: "#a" },
    { $id: "https://[" },
    { $id: "#a" },
  ],
  ...[
    { $schema: "http://json-schema.org/draft-04/schema#" },
    { $schema: "x" },
    { $schema: 1 },
    { $anchor: "1 2" },
  ],
  ...[
    { pattern: "(" },
    { pattern: "(?i)a" },
    { pattern: "(a+)+$" },
    { pattern: "\\p{L}{2}" },
    { pattern: 1 },
    { pattern: "[[:alpha:]]" },
  ],
  ...[
    { type: "text" },
    { type: [] },
    { type: ["string", "null"] },
    { type: null },
    { enum: [] },
    { enum: 1 },
    { enum: [null, {}, [[]]] },
  ],
  ...[
    { const: { a: [1] } },
    { minimum: "1" },
    { minimum: 9, maximum: 1 },
    { multipleOf: 0 },
    { maxLength: -1 },
    { minItems: 1e9 },
  ],
  ...[
    { required: "a" },
    { required: [1] },
    { required: ["none"] },
    { properties: [] },
    { properties: { a: null } },
    { items: [{}] },
  ],
  ...[
    { allOf: [] },
    { allOf: [{ type: "string" }] },
    { allOf: {} },
    { anyOf: [] },
    { oneOf: [{}, {}] },
    { not: {} },
    { if: true, then: false },
  ],
  ...[
    { patternProperties: { "(": {} } },
    { propertyNames: { pattern: "[" } },
    { dependentRequired: { a: "b" } },
    { dependencies: { a: [1] } },
  ],
  ...[
    { unevaluatedProperties: false },
    { prefixItems: {} },
    { contains: false, minContains: 3 },
    { format: "none" },
    { format: 1 },
  ],
  ...[
    { $defs: [] },
    { $defs: { a: 1 } },
    { definitions: { a: { $ref: "#/definitions/a" } }, $ref: "#/definitions/a" },
    { discriminator: 1 },
  ],
  {
    type: "object",
    $defs: { ...Object.fromEntries(doubling), d24: { type: "string" } },
    properties: { a: { $ref: "#/$defs/d0" } },
  },
  {
    oneOf: Array.from({ length: 60 }, (_, index) => ({
      type: "object",
      properties: { kind: { const: `k${index}` } },
    })),
  },
];

const others: readonly unknown[] = [
  null,
  0,
  -1,
  0.5,
  1e308,
  2 ** 53,
  -(2 ** 31),
  [],
  [[]],
  [null],
  {},
  { "": "" },
  { a: { b: [{}] } },
];

/** JSON texts: no serializer writes some of these. */
export const values: readonly string[] = [
  ...[...texts, ...schemas, ...others].map((value) => JSON.stringify(value)),
  ...["1e400", "-0", "123456789012345678901234567890", '{"__proto__":{"type":"string"}}', '{"a":1,"a":"2"}'],
  ...[
    nest("[", "]", 50_000),
    nest('{"not":', "}", 50_000),
    nest('{"a":', "}", 300),
    nest('{"items":', "}", 900),
  ],
];

export const keys = [
  ...[
    "__proto__",
    "constructor",
    "toString",
    "",
    "type",
    "$ref",
    "$id",
    "$schema",
    "$defs",
    "allOf",
    "default",
    "pattern",
    "enum",
  ],
  ...[
    "properties",
    "required",
    "items",
    "format",
    "description",
    "title",
    "name",
    "inputSchema",
    "outputSchema",
    "annotations",
  ],
  ...[
    "nextCursor",
    "isError",
    "resultType",
    "ttlMs",
    "_meta",
    "execution",
    "icons",
    "arguments",
    "id",
    "x-in-place",
    "a/b~c",
    escapes,
  ],
];

export const replies: readonly Reply[] = [
  ...[200, 204, 301, 400, 401, 403, 404, 405, 500, 599].map((status) => ({ status })),
  ...["", "{", "[]", "null", "1", '"a"', "<html>", escapes, nest("[", "]", 50_000), "\ufeff{}"].map(
    (body) => ({ body }),
  ),
  ...["text/html", "text/event-stream", "application/json; charset=utf-16", ";", "text/plain"].map(
    (type) => ({
      headers: { "content-type": type },
    }),
  ),
  { status: 401, headers: { "www-authenticate": "Bearer" } },
  {
    status: 401,
    headers: { "www-authenticate": 'Bearer resource_metadata="https://[", scope="a b", error="' },
  },
  {
    status: 401,
    headers: { "www-authenticate": 'Bearer resource_metadata="/.well-known/oauth-protected-resource"' },
  },
  { status: 429, headers: { "retry-after": "0" } },
  { status: 302, headers: { location: "http://[" } },
  ...["", "\u00e9", "a b", "x".repeat(2_000)].map((session) => ({ headers: { "mcp-session-id": session } })),
  { body: "data: {\n\ndata: []\n\n", headers: { "content-type": "text/event-stream" } },
  ...["null", "-1", '"1"', "{}", "1e400"].map((id) => ({ id })),
  ...[
    ...[
      {},
      null,
      [],
      "gone",
      { code: "x", message: 1 },
      { code: -32601, message: escapes },
      { code: 1e9, message: "", data: [[]] },
    ],
    ...[
      { code: -32602, message: escapes, data: { __proto__: 1 } },
      { code: -32042, message: "x", data: { elicitations: 1 } },
    ],
  ].map((error) => ({ error: JSON.stringify(error) })),
  { error: `{"code":-32603,"message":"deep","data":${nest("[", "]", 50_000)}}` },
];

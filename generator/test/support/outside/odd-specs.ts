import fc from "fast-check";
import { stringify } from "yaml";
import type { SpecSource } from "../../../parse/source.ts";

/** Whole specs of what may be left out, empty, long, odd or of a kind that others have no word for. */
export function oddSpecs(): fc.Arbitrary<SpecSource[]> {
  return fc
    .record({ service, registry: sometimes(registry), tools: fc.array(tool, { minLength: 1, maxLength: 3 }) })
    .map(({ service: { server, ...rest }, registry: entry, tools }) => {
      const names = ["get_it", "a.b-c", "x".repeat(64)].slice(0, tools.length);
      const fails = tools.some(({ failures }) => failures);
      return [
        file("service.yaml", {
          toolwright: 1,
          server,
          ...rest,
          modes: { read: { readOnlyHint: true } },
          failures: fails ? { gone: { when: "it is `gone` */", retryable: false } } : undefined,
          registry: entry,
          tools: names,
        }),
        ...tools.map((one, index) => file(`tools/${names[index]}.yaml`, { mode: "read", ...one })),
      ];
    });
}

function file(path: string, value: unknown): SpecSource {
  return { path, text: stringify(JSON.parse(JSON.stringify(value)), { aliasDuplicateObjects: false }) };
}

function sometimes<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined, freq: 1 });
}

const text = fc.constantFrom("a", "名前", "x".repeat(101), "🙂".repeat(60), "*/ `x`", "\u2028", "latest");
const sound = ["https://example.org/a?b=c#d", "data:image/png;base64,AAAA", "urn:x:y", "HTTPS://EXAMPLE.ORG"];
const template = ["https://{host}/mcp", "https://example.org/{a,b}"];
const unsound = [
  "https://example.org/a b",
  "https://exämple.org/",
  "images/a.png",
  "https://example.org/{}",
  "http://[x",
];
const mostly = (good: readonly string[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...unsound) },
  );
const address = mostly(sound);
const endpoint = mostly(["https://example.org/mcp", ...template]);

const icons = fc.array(
  fc.record(
    {
      src: mostly([...sound, `https://example.org/${"a".repeat(250)}.png`]),
      mimeType: fc.constantFrom("image/png", "image/gif", ""),
      sizes: fc.constantFrom(["48x48"], ["any", "weird"], []),
      theme: fc.constantFrom("light", "dark"),
      more: fc.constant(1),
    },
    { requiredKeys: ["src"] },
  ),
  { maxLength: 2 },
);

const service = fc.record({
  server: fc.record(
    {
      name: text,
      version: fc.constantFrom("1.0.0", "2026-11", "^1", "1".repeat(300)),
      title: text,
      description: text,
      websiteUrl: address,
      icons,
      instructions: text,
      protocolVersions: fc.subarray(["2025-06-18", "2025-11-25", "2026-07-28"], { minLength: 1 }),
    },
    { requiredKeys: ["name", "version"] },
  ),
  endpoint: fc.constantFrom({ transport: "streamable-http" }, { transport: "stdio" }),
  auth: fc.constantFrom(
    { scheme: "none" },
    { scheme: "bearer", visibility: "by-scope", describe: "meta", tokenSource: "`Settings`" },
  ),
});

const keyValue = fc.record(
  {
    name: text,
    value: text,
    isSecret: fc.boolean(),
    format: fc.constantFrom("number", "filepath"),
    choices: fc.constantFrom([], ["a"]),
    variables: fc.constantFrom({}, { x: { isRequired: true } }),
  },
  { requiredKeys: ["name"] },
);
const headers = fc.array(keyValue, { maxLength: 1 });
const registry = fc.record(
  {
    name: fc.constantFrom("a/b", "io.github.x/d_e.f"),
    description: fc.constantFrom("Does it.", "🙂".repeat(60)),
    repository: fc.record(
      { url: mostly(["https://example.org/x"]), source: text, subfolder: text },
      { requiredKeys: ["url", "source"] },
    ),
    packages: fc.array(
      fc.record(
        {
          registryType: text,
          identifier: text,
          version: fc.constantFrom("1.2.3", "1.x", ">=1"),
          registryBaseUrl: mostly(["https://example.org/x"]),
          runtimeArguments: fc.constantFrom(
            [],
            [{ type: "named", name: "--a" }],
            [{ type: "positional", value: "x" }],
          ),
          environmentVariables: headers,
          transport: fc.oneof(
            fc.constant({ type: "stdio" }),
            fc.record({ type: fc.constantFrom("sse", "streamable-http"), url: endpoint, headers }),
          ),
        },
        { requiredKeys: ["registryType", "identifier", "transport"] },
      ),
      { maxLength: 1 },
    ),
    remotes: fc.array(
      fc.record(
        { type: fc.constant("sse"), url: endpoint, headers, variables: fc.constant({ host: {} }) },
        { requiredKeys: ["url"] },
      ),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ["name", "description"] },
);

const block = fc.oneof(
  fc.record(
    { type: fc.constant("text"), text, annotations: fc.constant({ priority: 3 }) },
    { requiredKeys: ["type", "text"] },
  ),
  fc.record({ type: fc.constantFrom("image", "audio"), data: fc.constant("AAAA"), mimeType: text }),
  fc.record({ type: fc.constant("resource_link"), uri: address, name: text }),
  fc.constant({ type: "resource", resource: { uri: "a b", text: "x" } }),
);
const calls = (outcome: fc.Arbitrary<object>) =>
  fc.dictionary(
    fc.constantFrom("a", "ä", "ü", "a b", ""),
    outcome.map((rest) => ({ input: {}, ...rest })),
    { maxKeys: 3 },
  );
const outcomes = fc.oneof(
  fc.record({ examples: calls(fc.array(block, { maxLength: 2 }).map((content) => ({ content }))) }),
  fc.record({ failures: fc.constant(["gone"]), examples: calls(fc.constant({ failure: "gone" })) }),
  fc.record({
    output: fc.constantFrom<object>(
      { type: "object" },
      { type: "object", properties: { $componentRef: {} } },
      {},
    ),
    examples: calls(fc.constant({ output: { a: 1 } })),
  }),
  fc.constant({}),
);
const tool = fc
  .tuple(
    fc.record(
      {
        title: text,
        description: text,
        input: fc.constantFrom<object>(
          { type: "object" },
          { type: "object", properties: { a: {}, b: { not: {} } }, required: [] },
          { type: "object", properties: { a: true } },
          { type: "object", properties: { a: { type: "string", "x-mcp-header": "X-A" } } },
          { type: "object", $schema: "http://json-schema.org/draft-07/schema#", $componentRef: "x" },
          {
            type: "object",
            $defs: { n: { properties: { n: { $ref: "#/$defs/n" } } } },
            properties: { n: { $ref: "#/$defs/n" } },
          },
        ),
        annotations: fc.record(
          { title: text, readOnlyHint: fc.boolean(), "x-more": fc.constant([null]) },
          { requiredKeys: [] },
        ),
        icons,
        execution: fc.constantFrom<object>({}, { taskSupport: "optional", more: 1 }),
        _meta: fc.dictionary(fc.constantFrom("a", "a.b/c", "", "/x", "ä/x", "x y"), fc.constant(null), {
          maxKeys: 3,
        }),
        manifest: fc.constantFrom<object>({ "x-more": 1 }, { tags: [] }),
      },
      { requiredKeys: ["input"] },
    ),
    outcomes,
  )
  .map(([rest, outcome]) => ({ failures: undefined, ...rest, ...outcome }));

/** A spec with entries that some clients do not take, each alone in its list: with it, they drop all of the list. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const files = {
  "service.yaml": `
toolwright: 1
server: { name: odd, version: 1.0.0 }
endpoint: { transport: streamable-http, path: /mcp }
auth: { scheme: none }
modes: { read: { readOnlyHint: true } }
tools: [ping]
resources: [plain, dated, note]
prompts: [ask]
`,
  "tools/ping.yaml":
    "{ mode: read, title: Ping, description: Answers., input: { type: object, additionalProperties: false } }",
  "resources/plain.yaml": "{ uri: odd://plain, title: Plain, text: Hello. }",
  // A date without a time.
  "resources/dated.yaml": "{ uri: odd://dated, text: Hello., annotations: { lastModified: 2026-01-12 } }",
  // The most is 1.
  "resources/note.yaml": `
uriTemplate: odd://notes/{id}
description: A note.
parameters: { id: { type: string } }
output: { type: object }
annotations: { priority: 2 }
`,
  "prompts/ask.yaml": `
description: Asks.
arguments: { what: { type: string, description: What about. } }
messages: [{ role: user, text: "What about {{what}}?" }]
`,
};

/** @returns the spec folder */
export function writeOddLists(folder: string): string {
  const spec = join(folder, "odd-spec");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(spec, path)), { recursive: true });
    writeFileSync(join(spec, path), text);
  }
  return spec;
}

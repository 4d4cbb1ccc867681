/** A server over stdio with the tools of a manifest file. The second argument is their number: they are repeated under other names. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [file = "", count = ""] = process.argv.slice(2);
const { tools } = JSON.parse(readFileSync(file, "utf8")) as { tools: { name: string }[] };
const listed = Array.from({ length: Number(count) }, (_, index) => {
  const tool = tools[index % tools.length]!;
  return index < tools.length ? tool : { ...tool, name: `${tool.name}_${index}` };
});
const results: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "manifest", version: "1.0.0" },
  },
  ping: {},
  "tools/list": { tools: listed },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = parsed(line);
  if (id === undefined) return;
  const result = results[method ?? ""];
  const answer = result ? { result } : { error: { code: -32601, message: "There is no such method." } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
});

function parsed(line: string): { id?: number | string; method?: string } {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
}

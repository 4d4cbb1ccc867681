/**
 * A server over stdio that behaves as its first argument says. It is written by hand, so that it can do what no server
 * should: list pages for ever, say nothing or too much, die.
 */
import { createInterface } from "node:readline";

const [behaviour = "pages"] = process.argv.slice(2);
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
/** Writes the same without end. */
const flood = (text) => {
  while (process.stdout.write(text));
  process.stdout.once("drain", () => flood(text));
};
const tool = (name) => ({ name, inputSchema: { type: "object" }, vendor: { of: name } });

if (behaviour === "dies") {
  process.stderr.write("No API_KEY is set.\n");
  process.exit(1);
}
if (behaviour === "noisy") process.stdout.write("Starting up, please wait\n");

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (behaviour === "silent" || id === undefined) return;
  if (method === "initialize") {
    if (behaviour === "flood") return flood("a".repeat(2 ** 20));
    if (behaviour === "broken") return void process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{}\n`);
    if (behaviour === "nobody")
      return say({ id, result: { protocolVersion: "2025-11-25", capabilities: {} } });
    const name = behaviour === "steering" ? "\u001b[31mpages" : "pages";
    const serverInfo = { name, version: "2.1.0", title: "Pages", vendor: "Example" };
    const capabilities = { tools: {}, prompts: {}, resources: {} };
    say({
      id,
      result: {
        protocolVersion: behaviour === "older" ? "2025-06-18" : params.protocolVersion,
        capabilities,
        serverInfo,
        instructions: "Turn pages.",
      },
    });
  } else if (method === "prompts/list") {
    const prompts = [{ name: "turn", arguments: [{ name: "page", required: false }] }, { name: "turn" }, {}];
    say({ id, result: { prompts } });
  } else if (method === "resources/list") {
    say({ id, result: { resources: [{ name: "cover", uri: "pages://cover" }] } });
  } else if (method === "resources/templates/list") {
    say({ id, error: { code: -32601, message: "Method not found" } });
  } else if (behaviour === "errors") {
    say({ id, error: { code: -32603, message: "The database is gone." } });
  } else if (behaviour === "long") {
    say({ id, result: { tools: [{ ...tool("long"), description: "x".repeat(12 * 2 ** 20) }] } });
  } else if (behaviour === "endless") {
    say({ id, result: { tools: [tool("again")], nextCursor: "1" } });
  } else {
    const page = Number(params?.cursor ?? 0);
    say({ id, result: { tools: [tool(`page_${page}`)], ...(page < 2 && { nextCursor: String(page + 1) }) } });
  }
});

// As a server does that has other work: the end of its input does not end it.
if (behaviour === "silent") setInterval(() => undefined, 1_000);

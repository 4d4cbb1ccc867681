/**
 * A server over stdio that behaves as its first argument says. It is written by hand, so that it can do what no server
 * should: list pages for ever, say nothing, die.
 */
import { createInterface } from "node:readline";

const [behaviour = "pages"] = process.argv.slice(2);
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
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
    const serverInfo = { name: "pages", version: "2.1.0", title: "Pages", vendor: "Example" };
    const capabilities = { tools: {}, prompts: {} };
    say({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities,
        serverInfo,
        instructions: "Turn pages.",
      },
    });
  } else if (behaviour === "errors") {
    say({ id, error: { code: -32603, message: "The database is gone." } });
  } else if (behaviour === "endless") {
    say({ id, result: { tools: [tool("again")], nextCursor: "1" } });
  } else {
    const page = Number(params?.cursor ?? 0);
    say({ id, result: { tools: [tool(`page_${page}`)], ...(page < 2 && { nextCursor: String(page + 1) }) } });
  }
});

// As a server does that has other work: the end of its input does not end it.
if (behaviour === "silent") setInterval(() => undefined, 1_000);

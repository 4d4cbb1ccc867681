/**
 * A server over stdio whose results are JSON in texts, and of which no tool lists an output schema. Its first argument says how it
 * behaves when its tools are called, its second names the file to which it writes each call.
 */
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [behaviour = "healthy", log] = process.argv.slice(2);
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

const reads = { readOnlyHint: true };
const tool = (name, annotations, properties = {}, required = Object.keys(properties)) => ({
  name,
  inputSchema: { type: "object", properties, required },
  ...(annotations && { annotations }),
});
const text = { type: "string" };
const tools = [
  tool("list_notes", reads, { limit: { type: "integer", minimum: 1 } }, []),
  tool("get_note", reads, { note_id: text }),
  tool("count_notes", reads, { state: { type: "string", enum: ["open", "done"] } }),
  tool("search_notes", reads, { query: text }),
  tool("list_reminders", reads),
  tool("list_usage", reads),
  tool("list_tags", reads),
  tool("create_note", { readOnlyHint: false }, { title: text }),
  tool("delete_note", undefined, { note_id: text }),
  tool("purge_notes", { readOnlyHint: true, destructiveHint: true }),
];

const notes = [
  {
    id: "n-81f3",
    title: "Secret plans of Ana",
    due: null,
    stars: 3,
    tags: ["private"],
    author: { email: "ana@example.com" },
  },
  { id: "n-92c4", title: "Shopping", due: "2026-01-02", stars: 4.5, tags: [], author: null },
];
const usage = { "ana@example.com": { reads: 3 }, "src/notes.md": { reads: 1 }, "2026-01-02": { reads: 2 } };
const results = {
  list_notes: () => ({ notes, total: 2, next_cursor: null }),
  get_note: ({ note_id }) => ({ note: notes.find(({ id }) => id === note_id), links: [] }),
  count_notes: ({ state }) => ({ count: state.length, password: "hunter2hunter2" }),
  list_usage: () => usage,
  list_tags: () => [],
};

const huge = () =>
  JSON.stringify({ notes: Array.from({ length: 100_000 }, () => ({ id: "n-81f3", title: "x".repeat(80) })) });

let calls = 0;
function answer(id, name, input) {
  calls += 1;
  if (log !== undefined) appendFileSync(log, `${name} ${JSON.stringify(input)}\n`);
  if (behaviour === "silent") return;
  if (behaviour === "dies" && calls > 1) process.exit(3);
  const result = results[name]?.(input);
  const plain = result === undefined ? "There are no reminders." : JSON.stringify(result);
  const said = behaviour === "huge" ? huge() : plain;
  say({ id, result: { content: [{ type: "text", text: said }] } });
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") {
    const serverInfo = { name: "notes", version: "1.0.0" };
    say({ id, result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo } });
  } else if (method === "tools/list") {
    say({ id, result: { tools } });
  } else if (method === "tools/call") {
    answer(id, params.name, params.arguments);
  } else if (id !== undefined) {
    say({ id, error: { code: -32601, message: "Method not found" } });
  }
});

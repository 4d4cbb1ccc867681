/** The notes server over stdio: forwards each line to the HTTP server and prints the answer. */
import { createInterface } from "node:readline";
import type { CaseFile } from "../../cases/format.ts";
import { notesCases, serveNotes } from "./notes-server.ts";

const open = Object.fromEntries(
  Object.entries(notesCases.tools).map(([name, tool]) => [name, { ...tool, scopes: [] }]),
);
const cases: CaseFile = { ...notesCases, tools: open, auth: { ...notesCases.auth, scheme: "none" } };
const { url, close } = await serveNotes({ cases });

for await (const line of createInterface({ input: process.stdin })) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: line,
  });
  const text = await response.text();
  if (text !== "") process.stdout.write(`${text}\n`);
}
await close();

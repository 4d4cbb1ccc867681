/** Tests the completions in a spec, with the language server that editors use. */
import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repository } from "./support/temporary-project.ts";

/** The place of the cursor. */
const cursor = "|";

/** A file of the spec, its schema, a text with a cursor, and a name that the editor must offer there. */
type Row = readonly [what: string, file: string, text: string, name: string];

const rows: readonly Row[] = [
  ["a type in braces, after a letter", "tools/a.yaml", "input: { $ref: f| }", "../types/form_id.yaml"],
  ["a type in braces, after a quote", "tools/b.yaml", 'input: { $ref: "|" }', "../types/form_id.yaml"],
  ["a type in a block", "tools/c.yaml", "input:\n  $ref: |", "../types/form_id.yaml"],
  ["a limit in braces", "tools/d.yaml", 'input: { maximum: { $limit: "|" } }', "lesson_illustrations.max"],
  ["a scope", "tools/e.yaml", "scope: |", "forms:read"],
  ["a mode", "tools/f.yaml", "mode: |", "read"],
  [
    "the tool of a transition in braces",
    "service.yaml",
    "states: { form: { transitions: { publish: { by: { tool: s| } } } } }",
    "service_update_form",
  ],
];

class LanguageServer {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #received = Buffer.alloc(0);
  #lastId = 0;

  constructor(program: string) {
    this.#process = spawn(process.execPath, [program, "--stdio"], { stdio: ["pipe", "pipe", "ignore"] });
    this.#process.stdout!.on("data", (chunk: Buffer) => this.#read(chunk));
  }

  request(method: string, params: object): Promise<unknown> {
    const id = ++this.#lastId;
    const answer = new Promise<unknown>((resolve) => this.#waiting.set(id, resolve));
    this.#send({ id, method, params });
    return answer;
  }

  notify(method: string, params: object): void {
    this.#send({ method, params });
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill();
    await ended;
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.#process.stdin!.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #read(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const head = this.#received.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/i.exec(this.#received.toString("latin1"))?.[1]);
      if (head < 0 || this.#received.length < head + 4 + length) return;
      const message = JSON.parse(this.#received.toString("utf8", head + 4, head + 4 + length));
      this.#received = this.#received.subarray(head + 4 + length);
      if (message.method !== undefined && message.id !== undefined)
        this.#send({ id: message.id, result: [] });
      else this.#waiting.get(message.id)?.(message.result);
    }
  }
}

let server: LanguageServer;

beforeAll(async () => {
  const { resolve } = createRequire(import.meta.url);
  server = new LanguageServer(
    join(resolve("yaml-language-server/package.json"), "../bin/yaml-language-server"),
  );
  const rootUri = pathToFileURL(repository).href;
  await server.request("initialize", { processId: process.pid, rootUri, capabilities: {} });
  server.notify("initialized", {});
});

afterAll(() => server.stop());

test.each(rows)("an editor offers %s", async (_, file, text, name) => {
  const kind = file.startsWith("tools/") ? "tool" : "service";
  const schema = pathToFileURL(join(repository, `generated/schema/${kind}.json`)).href;
  const whole = `# yaml-language-server: $schema=${schema}\n${text}`;
  const before = whole.slice(0, whole.indexOf(cursor)).split("\n");
  const position = { line: before.length - 1, character: before.at(-1)!.length };
  const uri = pathToFileURL(join(repository, "spec", file)).href;
  const content = whole.replace(cursor, "");
  server.notify("textDocument/didOpen", {
    textDocument: { uri, languageId: "yaml", version: 1, text: content },
  });
  const answer = await server.request("textDocument/completion", { textDocument: { uri }, position });
  const { items } = answer as { items: readonly { readonly label: string }[] };
  expect(items.map(({ label }) => label.replaceAll('"', ""))).toContain(name);
});

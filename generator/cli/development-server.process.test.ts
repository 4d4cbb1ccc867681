/** `npm run dev` of a new project, as somebody uses it who edits the spec and calls the server between the saves. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { captured } from "../test/support/cli/cli.ts";
import { linkPackages } from "../test/support/linked-packages.ts";
import { inTemporaryProject } from "../test/support/temporary-project.ts";
import { newCommandWith } from "./new.ts";
import { registryPackages } from "./project-packages.ts";

class DevelopmentServer {
  readonly #project: string;
  readonly #child: ChildProcess;
  readonly #url: string;
  #output = "";
  #token = "";

  constructor(project: string, port: number) {
    const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
    const [program, ...args] = scripts.dev.replaceAll('"', "").split(" ");
    expect(program).toBe("tsx");
    const tsx = createRequire(import.meta.url).resolve("tsx/cli");
    this.#project = project;
    this.#url = `http://127.0.0.1:${port}/mcp`;
    this.#child = spawn(process.execPath, [tsx, ...args], {
      cwd: project,
      env: { ...process.env, PORT: String(port), NODE_OPTIONS: "--conditions=toolwright-source" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout!, this.#child.stderr!])
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
      });
  }

  /** Waits for a text, and forgets what came up to it. */
  async said(text: RegExp): Promise<void> {
    const poll = { message: `the output matches ${text}`, timeout: 20_000 };
    await expect.poll(() => this.#output, poll).toMatch(text);
    this.#token = /Bearer ([\w-]+)"/.exec(this.#output)?.[1] ?? this.#token;
    this.#output = "";
  }

  /** Saves a file with one part replaced, and returns the earlier text. */
  save(path: string, from: string, to: string): string {
    const text = readFileSync(join(this.#project, path), "utf8");
    expect(text).toContain(from);
    writeFileSync(join(this.#project, path), text.replace(from, to));
    return text;
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.#project, path), text);
  }

  async request(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const response = await fetch(this.#url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        Authorization: `Bearer ${this.#token}`,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return ((await response.json()) as { result: Record<string, unknown> }).result;
  }

  call(name: string, input: object): Promise<Record<string, unknown>> {
    return this.request("tools/call", { name, arguments: input });
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    await once(this.#child, "close");
  }

  /** Whether nothing listens at its port. */
  async isGone(): Promise<boolean> {
    return fetch(this.#url).then(
      () => false,
      () => true,
    );
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function developing(
  use: (server: DevelopmentServer) => Promise<void>,
  prepare?: (project: string) => void,
): Promise<void> {
  await inTemporaryProject(async (parent) => {
    linkPackages(parent);
    await captured(parent, {}, (io) => newCommandWith(registryPackages).run({}, ["my-server"], io));
    prepare?.(join(parent, "my-server"));
    const server = new DevelopmentServer(join(parent, "my-server"), await freePort());
    try {
      await use(server);
    } finally {
      await server.stop();
    }
    expect(await server.isGone()).toBe(true);
  });
}

const started = /listens at http[\s\S]*Stop with/;
const tool = "spec/tools/notes_add.yaml";
const note = { title: "Shopping" };

async function titleOf(server: DevelopmentServer): Promise<unknown> {
  const { tools } = await server.request("tools/list");
  return (tools as { name: string; title: string }[]).find(({ name }) => name === "notes_add")?.title;
}

async function notes(server: DevelopmentServer): Promise<unknown[]> {
  const { structuredContent } = await server.call("notes_find", { query: "Shopping" });
  return (structuredContent as { notes: unknown[] }).notes;
}

test("keeps the running server, with its notes and token, while the spec has a mistake", async () => {
  await developing(async (server) => {
    await server.said(started);
    await server.call("notes_add", note);
    const right = server.save(tool, "mode: write", "mode: wrote");
    await server.said(/error\[[\s\S]*The spec has a mistake\. The running server stays until the next save/);
    expect(await notes(server)).toHaveLength(1);
    // A save elsewhere mends nothing.
    server.save("src/notebook.ts", "/** Notes in memory,", "/** All notes in memory,");
    await server.said(/error\[[\s\S]*The running server stays/);
    expect(await notes(server)).toHaveLength(1);
    server.write(tool, right.replace(/^title: .*$/m, "title: Write it down"));
    await server.said(started);
    expect(await titleOf(server)).toBe("Write it down");
    expect(await notes(server)).toEqual([]);
  });
});

test("keeps the running server while a module does not load; reads enums and other syntax that Node does not strip", async () => {
  await developing(async (server) => {
    await server.said(started);
    await server.call("notes_add", note);
    const handler = "src/handlers/add.ts";
    const right = server.save(handler, "return", "retrun )");
    await server.said(/The server does not start\. The running server stays until the next save/);
    expect(await notes(server)).toHaveLength(1);
    server.write(handler, `${right}\nexport enum Size { Small = 1 }\n`);
    await server.said(started);
    expect(await notes(server)).toEqual([]);
  });
});

test("serves the last generated files if the spec has a mistake at the start", async () => {
  await developing(
    async (server) => {
      await server.said(/error\[[\s\S]*listens at http[\s\S]*Stop with/);
      expect(await titleOf(server)).toBe("Add a note");
      server.save(tool, "mode: wrote", "mode: write");
      await server.said(started);
    },
    (project) => {
      const path = join(project, tool);
      writeFileSync(path, readFileSync(path, "utf8").replace("mode: write", "mode: wrote"));
    },
  );
});

test("keeps the other tools callable while a tool has no handler", async () => {
  await developing(async (server) => {
    await server.said(started);
    await server.call("notes_add", note);
    server.write(
      "spec/tools/notes_count.yaml",
      "mode: read\nscope: notes:read\ndescription: Counts.\ninput: { type: object, additionalProperties: false }\noutput: { type: object, properties: { count: { type: integer } }, required: [count], additionalProperties: false }\n",
    );
    server.save("spec/service.yaml", "tools: [", "tools: [notes_count, ");
    await server.said(/handlers lack count\(\)[\s\S]*The server does not start\. The running server stays/);
    expect(await notes(server)).toHaveLength(1);
    const handler = "return {\n    count: () => ({ count: 1 }),";
    server.save("src/handlers/index.ts", "return {", handler);
    await server.said(started);
    expect(await server.call("notes_count", {})).toMatchObject({ structuredContent: { count: 1 } });
  });
});

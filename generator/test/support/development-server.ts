/** `npm run dev` of a new project: a developer edits the spec and calls the server between the saves. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { newCommandWith } from "../../cli/new.ts";
import { registryPackages } from "../../cli/project-packages.ts";
import { captured } from "./cli/cli.ts";
import { freePort } from "./free-port.ts";
import { linkPackages } from "./linked-packages.ts";
import { inTemporaryProject } from "./temporary-project.ts";

/** `node` has no process of `tsx` between the test and `src/dev.ts`. */
type Runner = "tsx" | "node";

export class DevelopmentServer {
  readonly #project: string;
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #url: string;
  #output = "";
  #token = "";

  constructor(project: string, port: number, runner: Runner = "tsx") {
    const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
    const [program, ...args] = scripts.dev.replaceAll('"', "").split(" ");
    expect(program).toBe("tsx");
    const { resolve } = createRequire(import.meta.url);
    const tsx = runner === "tsx" ? [resolve("tsx/cli")] : ["--import", pathToFileURL(resolve("tsx")).href];
    this.#project = project;
    this.#url = `http://127.0.0.1:${port}/mcp`;
    this.#child = spawn(process.execPath, [...tsx, ...args], {
      cwd: project,
      env: { ...process.env, PORT: String(port), NODE_OPTIONS: "--conditions=toolwright-source" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#closed = once(this.#child, "close");
    for (const stream of [this.#child.stdout!, this.#child.stderr!])
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
      });
  }

  /** Waits for a text, and forgets what came up to it. */
  async said(text: RegExp): Promise<void> {
    const poll = { message: `the output matches ${text}` };
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
    await this.#closed;
  }

  /** Ends it without a chance to end what it started; the output closes with the last process that writes there. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#closed;
  }

  /** Whether nothing listens at its port. */
  async isGone(): Promise<boolean> {
    return fetch(this.#url).then(
      () => false,
      () => true,
    );
  }
}

/** Starts the development server of a new project, and checks that it ends with its test. */
export async function developing(
  use: (server: DevelopmentServer) => Promise<void>,
  { prepare, runner }: { prepare?: (project: string) => void; runner?: Runner } = {},
): Promise<void> {
  await inTemporaryProject(async (parent) => {
    linkPackages(parent);
    await captured(parent, {}, (io) => newCommandWith(registryPackages).run({}, ["my-server"], io));
    prepare?.(join(parent, "my-server"));
    const server = new DevelopmentServer(join(parent, "my-server"), await freePort(), runner);
    try {
      await use(server);
    } finally {
      await server.stop();
    }
    expect(await server.isGone()).toBe(true);
  });
}

export const started = /listens at http[\s\S]*Stop with/;
export const tool = "spec/tools/notes_add.yaml";
export const note = { title: "Shopping" };

export async function titleOf(server: DevelopmentServer): Promise<unknown> {
  const { tools } = await server.request("tools/list");
  return (tools as { name: string; title: string }[]).find(({ name }) => name === "notes_add")?.title;
}

export async function notes(server: DevelopmentServer): Promise<unknown[]> {
  const { structuredContent } = await server.call("notes_find", { query: "Shopping" });
  return (structuredContent as { notes: unknown[] }).notes;
}

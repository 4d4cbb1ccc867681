/** The service that is attacked: started as `npm start` starts it, on loopback, with an empty data folder of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { scopes } from "../../generated/scopes.ts";
import type { FormStructure } from "../../generated/types.ts";
import type { PlanName } from "../../impl/accounts/plans/plans.ts";
import { callTool } from "../../impl/test/support/wire.ts";

const program = fileURLToPath(new URL("../../impl/bin/service-mcp.js", import.meta.url));

export const allScopes = Object.keys(scopes);

export interface World {
  readonly endpoint: string;
  readonly origin: string;
  /** Address of its metrics. */
  readonly metrics: string;
  readonly folder: string;
  readonly pid: number;
  /** A new token. */
  mint(account: string, scopes?: readonly string[], plan?: PlanName): Promise<string>;
  /** The id of a new published form of an account. */
  publish(token: string, structure: FormStructure): Promise<string>;
  stop(): Promise<void>;
}

interface Addresses {
  readonly endpoint: string;
  readonly metrics: string;
}

export interface WorldOptions {
  /** More settings. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Shell commands that run before the service starts in place of the shell. */
  readonly commands?: string;
  /** Options of Node.js. */
  readonly options?: readonly string[];
  /** Whether its log is read after the start. */
  readonly isLogRead?: boolean;
}

export async function startWorld({
  environment: more = {},
  commands = ":",
  options = [],
  isLogRead = true,
}: WorldOptions = {}): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "attack-"));
  const { NODE_ENV: _, ...inherited } = process.env;
  const environment = {
    ...inherited,
    DATA_DIR: folder,
    PORT: "0",
    METRICS_PORT: "0",
    HOST: "127.0.0.1",
    ...more,
  };
  const server = spawn("sh", ["-c", `${commands}; exec "$@"`, "sh", process.execPath, ...options, program], {
    env: environment,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const { endpoint, metrics } = await new Promise<Addresses>((resolve, reject) => {
    server.once("exit", (code) => reject(new Error(`The service ended with ${code}.`)));
    createInterface(server.stderr).on("line", (line) => {
      const entry = line.startsWith("{") ? (JSON.parse(line) as { event?: string }) : {};
      if (entry.event === "listening") resolve(entry as Addresses);
    });
  });
  if (!isLogRead) server.stderr.pause();
  return {
    endpoint,
    origin: new URL(endpoint).origin,
    metrics,
    folder,
    pid: server.pid!,
    async mint(account, wanted = allScopes, plan = "business") {
      const args = ["token", "create", "--account", account, "--create-account", "--plan", plan];
      const made = spawn(process.execPath, [program, ...args, "--scopes", wanted.join(","), "--json"], {
        env: environment,
        stdio: ["ignore", "pipe", "inherit"],
      });
      return (JSON.parse(await text(made.stdout)) as { token: string }).token;
    },
    async publish(token, structure) {
      const made = await callTool(endpoint, token, "service_create_form", { structure, publish: true });
      if (made.isError) throw new Error(made.content[0]?.text);
      return made.structuredContent.form_id as string;
    },
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A server that holds ends a connection itself, so this is generous to a busy machine. */
const LONGEST_MS = 60_000;

/** Sends bytes on a connection of its own. Resolves to all that comes back until the server or the time ends it. */
export function sendRaw(origin: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString("latin1"))).on("error", () => {});
  socket.write(bytes);
  const timer = setTimeout(() => socket.destroy(), LONGEST_MS);
  return new Promise((resolve) => {
    socket.once("close", () => {
      clearTimeout(timer);
      resolve(received);
    });
  });
}

/** Milliseconds until the health check answers. */
export async function healthMs(origin: string): Promise<number> {
  const began = performance.now();
  const { status } = await fetch(`${origin}/healthz`);
  if (status !== 200) throw new Error(`/healthz answers ${status}`);
  return performance.now() - began;
}

/**
 * Seconds of CPU that the service uses until its health check answers. Unlike the wait, it does not grow with what else the machine
 * does.
 */
export async function healthWork(world: World): Promise<number> {
  const before = await cpuSeconds(world);
  await healthMs(world.origin);
  return (await cpuSeconds(world)) - before;
}

/** Seconds of CPU that the service has used. */
export async function cpuSeconds({ pid }: World): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const spent = threads.map(async (thread) => {
    // Nanoseconds; the times in `stat` are hundredths of a second.
    const times = await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "0");
    return Number(times.split(" ")[0]) / 1e9;
  });
  return (await Promise.all(spent)).reduce((sum, seconds) => sum + seconds, 0);
}

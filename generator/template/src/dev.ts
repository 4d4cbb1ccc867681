/**
 * `npm run dev`: generates and starts the server, again after each save of the spec or of a module. After a save with a mistake the
 * running server stays, with its data and tokens, until the next save without one.
 */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { fileURLToPath } from "node:url";

const toolwright = fileURLToPath(
  new URL("bin/toolwright.js", import.meta.resolve("toolwright/package.json")),
);
const program = fileURLToPath(import.meta.url);
let server: ChildProcess | undefined;

/** Starts a server of what is saved in place of the running one, if it has no mistake. */
async function replaceServer(): Promise<void> {
  const generating = spawn(process.execPath, [toolwright, "generate"], { stdio: "inherit" });
  const [status] = await once(generating, "exit");
  // Without a running server, one of the last generated/ is better than none.
  if (isRunning() && status !== 0) return keep("The spec has a mistake");
  if (isRunning() && !(await startsElsewhere())) return keep("The server does not start");
  await stop(server);
  server = fork(program, ["serve"]);
}

function keep(why: string): void {
  process.stderr.write(`${why}. The running server stays until the next save without a mistake.\n`);
}

/** Tries the start at another port, while the running server has the one that clients know. */
async function startsElsewhere(): Promise<boolean> {
  const trial = fork(program, ["serve"], {
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const listens = once(trial, "message").then(() => true);
  const started = await Promise.race([listens, once(trial, "exit").then(() => false)]);
  await stop(trial);
  return started;
}

function isRunning(child = server): boolean {
  return child !== undefined && child.exitCode === null && child.signalCode === null;
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (!child || !isRunning(child)) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

function followSaves(): void {
  let working = replaceServer();
  let saved: NodeJS.Timeout | undefined;
  const onSave = () => {
    clearTimeout(saved);
    // Editors save in several steps.
    saved = setTimeout(() => {
      working = working.then(replaceServer);
    }, 100);
  };
  for (const folder of ["spec", "src"]) watch(folder, { recursive: true }, onSave);
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void stop(server).then(() => process.exit(0)));
}

/** Starts the server in this process, and ends it with the process that started this one, even if that was killed. */
async function serve(): Promise<void> {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // The server alone keeps its process running.
  process.channel?.unref();
  await import("./main.ts");
  process.send?.("listens");
}

if (process.argv[2] === "serve") await serve();
else followSaves();

/** Starts the service on a file system that fails on demand. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { dataDir } from "./data-dir.ts";
import type { Fault, Message } from "./failing-disk-program.ts";

const program = fileURLToPath(new URL("./failing-disk-program.ts", import.meta.url));
const service = fileURLToPath(new URL("../../bin/service-mcp.js", import.meta.url));

/** In a name space of its own, where every user may mount; the device is opened there. Only the program and its children see it. */
const MOUNT =
  'exec 3<>/dev/fuse && mount -i -t fuse -o fd=3,rootmode=40000,user_id=0,group_id=0 none "$0" && exec "$@"';
const inNameSpace = (mountPoint: string, command: readonly string[]) => [
  ...["-rm", "sh", "-c", MOUNT, mountPoint],
  ...command,
];

/** Whether this machine lets its users mount: Linux with FUSE and user name spaces. */
export function canMount(): boolean {
  // A folder of its own: nobody answers for what is below it, so a shell that looks for a command there waits for ever.
  const mountPoint = mkdtempSync(join(tmpdir(), "mount-"));
  const { status } = spawnSync("unshare", inNameSpace(mountPoint, ["true"]));
  rmdirSync(mountPoint);
  return status === 0;
}

/** The disk and the service on it; `folder` is the content of the disk, without faults. */
export async function startOnFailingDisk(folder: string, environment: Record<string, string>) {
  const mountPoint = dataDir();
  mkdirSync(join(folder, "data"), { recursive: true });
  const node = [process.execPath, "--conditions=toolwright-source"];
  const command = [...node, program, folder, process.execPath, service, "start"];
  const child = spawn("unshare", inNameSpace(mountPoint, command), {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...environment,
      DATA_DIR: join(mountPoint, "data"),
    },
    stdio: ["ignore", "ignore", "pipe", "ignore", "ipc"],
  });
  let log = "";
  child.stderr!.setEncoding("utf8").on("data", (text) => (log += text));
  const closed = once(child, "close");
  onTestFinished(async () => {
    // Its program first, which would outlive it.
    if (child.connected) child.send({ kill: "SIGKILL" } satisfies Message);
    await closed;
  });
  const answered = () => Promise.race([once(child, "message"), closed.then(() => Promise.reject(log))]);
  while (!log.includes('"event":"listening"'))
    await Promise.race([once(child.stderr!, "data"), closed.then(() => Promise.reject(log))]);
  const send = async (message: Message) => {
    const answer = answered();
    child.send(message);
    return (await answer)[0];
  };
  return {
    log: () => log,
    /** Applies from now on. */
    fail: (fault: Fault) => send({ fault }),
    /** Kills the service at once; the disk keeps this share of the writes to each file after its last fsync. */
    async cutPower(share: number): Promise<string[]> {
      const { lost } = await send({ cut: share });
      await closed;
      return lost;
    },
    /** Ends the service as an operator does. Resolves to its exit code. */
    async stop(): Promise<unknown> {
      const { ended } = await send({ kill: "SIGTERM" });
      await closed;
      return ended;
    },
  };
}

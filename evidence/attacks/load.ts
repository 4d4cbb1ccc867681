/** Measures the load of an attack on the service in processor time, so that other load of the machine does not count. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { cpuSeconds, healthWork, type World } from "./world.ts";

/** Between two health checks. */
const PAUSE_MS = 50;

export interface Load {
  /** The used share of one core during the attack, including health checks. */
  readonly share: number;
  /** Milliseconds of processor time that the service took until it answered `/healthz`, meanwhile. */
  readonly health: { readonly median: number; readonly most: number };
  /** Megabytes when the attack had ended. */
  readonly heap: number;
  readonly resident: number;
  readonly disk: number;
}

/** Runs an attack while `/healthz` is asked again and again. */
export async function underLoad<Result>(
  world: World,
  run: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly load: Load }> {
  const [began, before] = [performance.now(), await cpuSeconds(world)];
  let isRunning = true;
  const checks: number[] = [];
  const watching = (async () => {
    do {
      checks.push(1_000 * (await healthWork(world)));
      await delay(PAUSE_MS);
    } while (isRunning);
  })();
  const [result] = await Promise.all([run().finally(() => (isRunning = false)), watching]);
  const share = (await cpuSeconds(world)) - before;
  checks.sort((one, other) => one - other);
  return {
    result,
    load: {
      share: share / ((performance.now() - began) / 1_000),
      health: { median: checks[checks.length >> 1]!, most: checks.at(-1)! },
      ...(await memory(world)),
      disk: (await bytesIn(world.folder)) / 1e6,
    },
  };
}

async function memory({ metrics }: World): Promise<{ readonly heap: number; readonly resident: number }> {
  const text = await (await fetch(metrics)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]) / 1e6;
  return { heap: value("nodejs_heap_size_used_bytes"), resident: value("process_resident_memory_bytes") };
}

export async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        // Such as a part of an upload that is gone by now.
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

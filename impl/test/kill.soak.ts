/** Proof: services that are killed at random moments lose and double nothing that they acknowledged: forms, responses, mails, webhooks, files, lessons. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { amount, chance } from "../../.ci/draw.ts";
import { openFileStore } from "../platform/files/store.ts";
import { openSqlite } from "../platform/storage/sqlite/open.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { countsOf, expectKept, prepareWork, startWork } from "./support/acknowledged-work.ts";
import { processMs } from "./support/cpu-time.ts";
import { dataDir } from "./support/data-dir.ts";
import { freePort } from "./support/free-port.ts";
import { mailServer } from "./support/mail-server.ts";
import { startServerProcess } from "./support/program.ts";
import { expectSettled } from "./support/settlement.ts";
import { addWebhooks, expectTold } from "./support/told-webhooks.ts";
import { webhookReceiver } from "./support/webhook-receiver.ts";

const KILLS = amount({ proof: 12, soak: 500 });
/** In one process, each with its own folder and clients: a kill ends all of them, and a start costs little more than that of one. */
const SERVICES = amount({ proof: 2, soak: 8 });
/** From when it can be reached, a process computes so long for each service at most: on a busy machine, a clock would kill it at rest. */
const LONGEST_LIFE_MS = 1_000;
/** The number of processes between two checks. Lost data stays lost, except for exports, which live for ten minutes. */
const CHECKED_EVERY = 10;

const program = fileURLToPath(new URL("./support/killed-services-program.ts", import.meta.url));

/** The folder of a service that is killed, and its clients. */
async function startWorld() {
  const folder = dataDir();
  const mails = await mailServer();
  const receiver = await webhookReceiver();
  const PORT = String(await freePort());
  const settings = {
    ...mails.environment,
    DATA_DIR: folder,
    PORT,
    MAX_FORMS: "100000",
    WEBHOOK_NETWORKS: receiver.networks.join(","),
  };
  const environment: Record<string, string> = { ...settings, TRUST_PROXY: "127.0.0.1" };
  const opened = async <T>(use: (storage: Storage) => Promise<T>) => {
    const storage = await openSqlite(folder);
    return use(storage).finally(() => storage.close());
  };
  const prepared = await opened(async (storage) => {
    const made = await prepareWork(storage);
    await addWebhooks(storage, made, receiver.url);
    return made;
  });
  let up = Promise.withResolvers<void>();
  const work = startWork(prepared, () => `http://127.0.0.1:${PORT}`, mails.received, {
    isUp: () => up.promise,
  });
  const check = async () => {
    const files = await openFileStore(folder);
    await opened((storage) => expectKept(storage, files, work.acknowledged()));
  };
  return {
    environment,
    check,
    reached: () => up.resolve(),
    killed() {
      up = Promise.withResolvers();
    },
    counts: () => countsOf(work.acknowledged()),
    /** The last process ends by itself, and then all that is left is done. */
    async finish() {
      const server = await startServerProcess(environment);
      up.resolve();
      await work.stop();
      server.process.kill("SIGTERM");
      expect(await server.ended).toBe(0);
      await check();
      const settled = await expectSettled(settings, folder, mails.received);
      await check();
      const told = await opened((storage) => expectTold(storage, receiver.received));
      return { ...this.counts(), ...settled, ...told, others: Object.fromEntries(work.others) };
    },
  };
}

/** Runs a process with all the services until it is killed. */
async function liveAndDie(worlds: readonly Awaited<ReturnType<typeof startWorld>>[]): Promise<void> {
  const environments = JSON.stringify(worlds.map(({ environment }) => environment));
  const child = spawn(process.execPath, ["--conditions=toolwright-source", program, environments], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  await Promise.race([once(child.stdout, "data"), ended]);
  // Elsewhere than on Linux by the clock.
  const spent = () => processMs(child.pid!) || performance.now();
  const end = spent() + chance.int(LONGEST_LIFE_MS * worlds.length);
  for (const { reached } of worlds) reached();
  while (child.exitCode === null && spent() < end) await wait(5);
  // Linux counts in hundredths of a second.
  await wait(chance.int(10));
  child.kill("SIGKILL");
  expect((await ended)[1], "it did not end by itself").toBe("SIGKILL");
  for (const { killed } of worlds) killed();
}

test(`services that are killed ${KILLS} times or more lose and double nothing that they have acknowledged`, async () => {
  const began = performance.now();
  const worlds = await Promise.all(Array.from({ length: SERVICES }, startWorld));
  let processes = 0;
  const progress = (more: object = {}) => {
    const seconds = Math.round((performance.now() - began) / 1_000);
    console.log(JSON.stringify({ kills: processes * SERVICES, processes, seconds, ...more }));
  };
  // An export of hundreds of responses takes longer than a life, and the next one waits for its lease: a few are enough.
  const isEnough = () =>
    processes * SERVICES >= KILLS &&
    worlds.every(({ counts }) => {
      const { exports = 0, ...others } = counts();
      return exports > 0 && Object.values(others).every((count) => count ** 2 > KILLS / SERVICES);
    });
  while (!isEnough()) {
    await liveAndDie(worlds);
    processes += 1;
    if (processes % CHECKED_EVERY > 0) continue;
    for (const { check } of worlds) await check();
    // A run that is broken off has said how far it came.
    progress(worlds[0]!.counts());
  }
  progress();
  for (const world of worlds) console.log(JSON.stringify(await world.finish()));
}, 14_400_000);

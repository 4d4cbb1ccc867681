/** Proof: a server that is killed at random moments loses and doubles nothing that it acknowledged: forms, responses, mails, webhooks, files, lessons. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { amount, chance } from "../../.ci/draw.ts";
import { openFileStore } from "../platform/files/store.ts";
import { openSqlite } from "../platform/storage/sqlite/open.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { countsOf, expectKept, prepareWork, startWork } from "./support/acknowledged-work.ts";
import { dataDir } from "./support/data-dir.ts";
import { freePort } from "./support/free-port.ts";
import { mailServer } from "./support/mail-server.ts";
import { startServerProcess } from "./support/program.ts";
import { expectSettled } from "./support/settled.ts";
import { addWebhooks, expectTold } from "./support/told-webhooks.ts";
import { webhookReceiver } from "./support/webhook-receiver.ts";

const KILLS = amount({ proof: 12, soak: 500 });
/** Servers at a time, each with its own folder and clients: one starts while others work. The soak has the machine alone. */
const SERVERS = amount({ proof: 1, soak: 4 });
/** From its first answer on, a process lives this long at most. */
const LONGEST_LIFE_MS = 1_500;
/** What is lost stays lost, but for exports, which live for ten minutes. */
const CHECKED_EVERY = 10;

/** A service that is started and killed again and again, and its clients. */
async function startWorld() {
  const folder = dataDir();
  const mails = await mailServer();
  const receiver = await webhookReceiver();
  const PORT = String(await freePort());
  const environment = {
    ...mails.environment,
    DATA_DIR: folder,
    PORT,
    MAX_FORMS: "100000",
    WEBHOOK_NETWORKS: receiver.networks.join(","),
  };
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
    work,
    check,
    async start() {
      const server = await startServerProcess({ ...environment, TRUST_PROXY: "127.0.0.1" });
      up.resolve();
      void server.ended.then(() => (up = Promise.withResolvers()));
      return server;
    },
    async settled() {
      const settled = await expectSettled(environment, folder, mails.received);
      await check();
      return { ...settled, ...(await opened((storage) => expectTold(storage, receiver.received))) };
    },
  };
}

/** Kills a service until it is enough. The last process ends by itself, and then all that is left is done. */
async function killRepeatedly(
  isEnough: (acknowledged: Record<string, number>) => boolean,
  onKill: () => void,
) {
  const { work, check, start, settled } = await startWorld();
  for (let kills = 1; !isEnough(countsOf(work.acknowledged())); kills += 1) {
    const server = await start();
    await wait(chance.int(LONGEST_LIFE_MS));
    server.process.kill("SIGKILL");
    expect(await server.ended, "it did not end by itself").toBe("SIGKILL");
    onKill();
    if (kills % CHECKED_EVERY === 0) await check();
  }
  const server = await start();
  await work.stop();
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  await check();
  return { ...countsOf(work.acknowledged()), ...(await settled()), others: Object.fromEntries(work.others) };
}

test(`a server that is killed ${KILLS} times or more loses and doubles nothing that it has acknowledged`, async () => {
  const began = performance.now();
  let kills = 0;
  const onKill = () => {
    kills += 1;
    // A run that is broken off has said how far it came.
    if (kills % 50 === 0)
      console.log(JSON.stringify({ kills, seconds: Math.round((performance.now() - began) / 1_000) }));
  };
  // On a slow machine a process acknowledges less before it is killed, so it takes more kills until enough was seen.
  const isEnough = (acknowledged: Record<string, number>) =>
    kills >= KILLS && Object.values(acknowledged).every((count) => count ** 2 > KILLS / SERVERS);
  const results = await Promise.all(Array.from({ length: SERVERS }, () => killRepeatedly(isEnough, onKill)));
  for (const result of results) console.log(JSON.stringify(result));
  console.log(JSON.stringify({ kills }));
}, 14_400_000);

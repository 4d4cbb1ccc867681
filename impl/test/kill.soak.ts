/** Proof: a server that is killed at random moments loses and doubles nothing that it acknowledged: forms, responses, mails, files, lessons. */
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

const KILLS = amount({ proof: 12, soak: 500 });
/** From its first answer on, a process lives this long at most. */
const LONGEST_LIFE_MS = 1_500;
/** What is lost stays lost, but for exports, which live for ten minutes. */
const CHECKED_EVERY = 10;

test(`a server that is killed ${KILLS} times or more loses and doubles nothing that it has acknowledged`, async () => {
  const folder = dataDir();
  const mails = await mailServer();
  const PORT = String(await freePort());
  const origin = `http://127.0.0.1:${PORT}`;
  const environment = { ...mails.environment, DATA_DIR: folder, PORT, MAX_FORMS: "100000" };
  const opened = async <T>(use: (storage: Storage) => Promise<T>) => {
    const storage = await openSqlite(folder);
    return use(storage).finally(() => storage.close());
  };
  const work = startWork(await opened(prepareWork), () => origin, mails.received);
  const check = async () => {
    const files = await openFileStore(folder);
    return opened((storage) => expectKept(storage, files, work.acknowledged()));
  };
  const isEnough = () => Object.values(countsOf(work.acknowledged())).every((count) => count ** 2 > KILLS);
  let kills = 0;
  // On a slow machine a process acknowledges less before it is killed, so it takes more kills until enough was seen.
  for (; kills < KILLS || !isEnough(); kills += 1) {
    const server = await startServerProcess({ ...environment, TRUST_PROXY: "127.0.0.1" });
    await wait(chance.int(LONGEST_LIFE_MS));
    server.process.kill("SIGKILL");
    expect(await server.ended, "it did not end by itself").toBe("SIGKILL");
    if (kills % CHECKED_EVERY === 0) await check();
  }
  const server = await startServerProcess({ ...environment, TRUST_PROXY: "127.0.0.1" });
  await work.stop();
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  await check();
  const settled = await expectSettled(environment, folder, mails.received);
  await check();
  const others = Object.fromEntries(work.others);
  console.log(JSON.stringify({ kills, ...countsOf(work.acknowledged()), ...settled, others }));
}, 14_400_000);

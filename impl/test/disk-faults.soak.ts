/** Proof: on a disk that fails the service says so, loses and doubles nothing that it acknowledged, and works again when the disk does. */
import { constants } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { amount, chance } from "../../.ci/draw.ts";
import { openFileStore } from "../platform/files/store.ts";
import { openSqlite } from "../platform/storage/sqlite/open.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { countsOf, expectKept, prepareWork, startWork } from "./support/acknowledged-work.ts";
import { dataDir } from "./support/data-dir.ts";
import { canMount, startOnFailingDisk } from "./support/failing-disk.ts";
import type { Fault } from "./support/failing-disk-program.ts";
import { freePort } from "./support/free-port.ts";
import { mailServer } from "./support/mail-server.ts";
import { expectSettled } from "./support/settlement.ts";

const { EIO, ENOSPC, EROFS } = constants.errno;
const ROUNDS = amount({ proof: 1, soak: 10 });
const POWER_CUTS = amount({ proof: 3, soak: 60 });

/** Each with what readiness says meanwhile, where that does not depend on which operations it meets. */
const faults: readonly (readonly [name: string, fault: Fault, ready?: number])[] = [
  ["a full disk", { grow: ENOSPC }, 503],
  ["a disk that has become read-only", { write: EROFS, grow: EROFS, name: EROFS }, 503],
  ["errors of all writes", { write: EIO }, 503],
  ["errors of some writes", { write: EIO, oneOf: 7 }],
  ["short writes", { isShort: true }],
  ["errors of all fsyncs", { sync: EIO }, 503],
  ["errors of some fsyncs", { sync: EIO, oneOf: 3 }],
  ["a slow fsync", { syncDelayMs: 20 }],
  ["errors of some reads", { read: EIO, oneOf: 3 }],
];

const onLinux = test.runIf(canMount());

async function startWorld() {
  const folder = dataDir();
  const data = join(folder, "data");
  const mails = await mailServer();
  const PORT = String(await freePort());
  const origin = `http://127.0.0.1:${PORT}`;
  const environment = { ...mails.environment, PORT, MAX_FORMS: "100000" };
  const opened = async <T>(use: (storage: Storage) => Promise<T>) => {
    const storage = await openSqlite(data);
    return use(storage).finally(() => storage.close());
  };
  const work = startWork(await opened(prepareWork), () => origin, mails.received);
  return {
    work,
    origin,
    start: () => startOnFailingDisk(folder, { ...environment, TRUST_PROXY: "127.0.0.1" }),
    async check() {
      const files = await openFileStore(data);
      await opened(async (storage) => {
        expect((await sql`pragma integrity_check`.execute(storage.db)).rows).toEqual([
          { integrity_check: "ok" },
        ]);
        await expectKept(storage, files, work.acknowledged());
      });
    },
    settled: () => expectSettled({ ...environment, DATA_DIR: data }, data, mails.received),
    /** Until each kind of work has got on; after a power cut an export waits for a minute for the process that wrote it. */
    async progress(kinds = ["forms", "edits", "sent", "confirmed", "lessons"]) {
      const before = countsOf(work.acknowledged());
      await expect
        .poll(() => {
          const now = countsOf(work.acknowledged());
          return kinds.filter((kind) => now[kind]! <= before[kind]!);
        })
        .toEqual([]);
    },
  };
}

const statusOf = async (url: string) => (await fetch(url)).status;

onLinux(
  `a disk that fails in ${ROUNDS * faults.length} ways: nothing acknowledged is lost or doubled, and all goes on when it works again`,
  async () => {
    const world = await startWorld();
    const disk = await world.start();
    const [healthz, readyz] = [`${world.origin}/healthz`, `${world.origin}/readyz`];
    for (const [name, fault, ready] of Array(ROUNDS).fill(faults).flat() as typeof faults) {
      await world.progress();
      await disk.fail(fault);
      if (ready !== undefined) await expect.poll(() => statusOf(readyz), { message: name }).toBe(ready);
      await wait(500 + chance.int(1_500));
      expect([name, await statusOf(healthz)]).toEqual([name, 200]);
      await disk.fail({});
      await expect.poll(() => statusOf(readyz), { message: `after ${name}` }).toBe(200);
    }
    await world.progress();
    await world.progress(["exports"]);
    await world.work.stop();
    expect(await disk.stop()).toBe(0);
    await world.check();
    const settled = await world.settled();
    await world.check();
    const others = Object.fromEntries(world.work.others);
    console.log(JSON.stringify({ ...countsOf(world.work.acknowledged()), ...settled, others }));
  },
);

onLinux(
  `${POWER_CUTS} power cuts, after which the disk has only a part of what was written and not synced, lose nothing acknowledged`,
  async () => {
    const world = await startWorld();
    const lost = new Set<string>();
    for (let n = 0; n < POWER_CUTS; n += 1) {
      const disk = await world.start();
      await world.progress();
      await disk.fail({ syncDelayMs: chance.int(20) });
      await wait(chance.int(1_000));
      for (const file of await disk.cutPower(chance.int(100) / 100)) lost.add(file);
      await world.check();
    }
    const disk = await world.start();
    await world.work.stop();
    expect(await disk.stop()).toBe(0);
    const settled = await world.settled();
    await world.check();
    console.log(JSON.stringify({ ...countsOf(world.work.acknowledged()), ...settled, lost: [...lost] }));
  },
);

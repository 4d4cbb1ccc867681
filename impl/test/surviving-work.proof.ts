/** Proof: acknowledged data is kept by the other nodes when one is killed, by a backup made meanwhile, and while the clock jumps. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../platform/config/config.ts";
import { openConfiguredFiles } from "../platform/files/open.ts";
import { openFileStore } from "../platform/files/store.ts";
import { openSqlite } from "../platform/storage/sqlite/open.ts";
import {
  type Acknowledged,
  countOwnerMails,
  countsOf,
  expectKept,
  prepareWork,
  startWork,
  type Work,
} from "./support/acknowledged-work.ts";
import { dataDir } from "./support/data-dir.ts";
import { freePort } from "./support/free-port.ts";
import { mailServer } from "./support/mail-server.ts";
import { run, startServerProcess } from "./support/program.ts";
import { expectSettled } from "./support/settlement.ts";
import { startThreeNodes } from "./support/three-nodes.ts";

/** Waits until each kind of work has progressed. */
async function progress(work: Work): Promise<void> {
  const before = countsOf(work.acknowledged());
  const standing = () =>
    Object.entries(countsOf(work.acknowledged())).filter(([kind, n]) => n <= before[kind]!);
  await expect.poll(standing, { timeout: 200_000 }).toEqual([]);
}

test("after one of three nodes on PostgreSQL is killed, the others continue, and finish its work", async () => {
  const world = await startThreeNodes();
  const { storage } = world;
  const files = await openConfiguredFiles(readConfig(world.environment));
  const work = startWork(await prepareWork(storage), () => world.origin, world.received);
  await progress(work);
  world.nodes[1]!.process.kill("SIGKILL");
  await progress(work);
  await work.stop();
  const jobs = storage.db.selectFrom("jobs").select(["kind"]);
  await expect
    .poll(
      async () => {
        const soon = storage.db.updateTable("jobs").set({ due_at: new Date(0).toISOString() });
        await soon.where("kind", "=", "response_mail").where("lease", "is", null).execute();
        return (await jobs.execute()).map(({ kind }) => kind);
      },
      { interval: 200, timeout: 200_000 },
    )
    .toEqual([]);
  await expectKept(storage, files, work.acknowledged());
  const verified = storage.db.selectFrom("responses").select("id").where("status", "=", "verified");
  expect(countOwnerMails(world.received).responses).toBe((await verified.execute()).length);
  for (const at of [0, 2]) expect(world.nodes[at]!.process.exitCode, "the node is alive").toBeNull();
  console.log("one of three nodes killed:", countsOf(work.acknowledged()), Object.fromEntries(work.others));
});

/** A server on SQLite with clients, whose clock the test sets by signals. */
async function startWorking(options = "", mayRefuse = false) {
  const folder = dataDir();
  const mails = await mailServer();
  const PORT = String(await freePort());
  const origin = `http://127.0.0.1:${PORT}`;
  const environment = { ...mails.environment, DATA_DIR: folder, PORT };
  const storage = await openSqlite(folder);
  const work = startWork(await prepareWork(storage), () => origin, mails.received, { mayRefuse });
  await storage.close();
  const server = await startServerProcess({
    ...environment,
    NODE_OPTIONS: options,
    TRUST_PROXY: "127.0.0.1",
  });
  return { folder, environment, work, server, received: mails.received };
}

async function expectKeptIn(folder: string, acknowledged: Acknowledged): Promise<void> {
  const storage = await openSqlite(folder);
  const files = await openFileStore(folder);
  await expectKept(storage, files, acknowledged).finally(() => storage.close());
}

test("backups made while clients write have what was acknowledged before, and run elsewhere", async () => {
  const { folder, work } = await startWorking();
  for (let n = 0; n < 3; n += 1) {
    await progress(work);
    const before = work.acknowledged();
    const file = join(dataDir(), "backup.db");
    expect((await run("backup", [file], { DATA_DIR: folder })).code).toBe(0);
    const elsewhere = dataDir();
    cpSync(join(folder, "files"), join(elsewhere, "files"), { recursive: true });
    expect((await run("restore", [file], { DATA_DIR: elsewhere })).code).toBe(0);
    const server = await startServerProcess({ DATA_DIR: elsewhere });
    expect((await fetch(new URL("/readyz", server.endpoint))).status).toBe(200);
    server.process.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    await expectKeptIn(elsewhere, before);
  }
  await work.stop();
});

/** The wall clock of a process jumps at SIGUSR2: an hour forward, back, an hour back, and to the right time. */
const JUMPING_CLOCK = `
  const RealDate = Date;
  const offsets = [3_600_000, 0, -3_600_000, 0];
  let offset = 0;
  globalThis.Date = class extends RealDate {
    constructor(...args) { if (args.length === 0) super(RealDate.now() + offset); else super(...args); }
    static now() { return RealDate.now() + offset; }
  };
  process.on("SIGUSR2", () => { offset = offsets.shift(); });`;

test("a clock that jumps by an hour, forward or back, neither loses nor doubles data", async () => {
  const options = `--import=data:text/javascript,${encodeURIComponent(JUMPING_CLOCK)}`;
  const { folder, environment, work, server, received } = await startWorking(options, true);
  await progress(work);
  for (let jump = 0; jump < 4; jump += 1) {
    server.process.kill("SIGUSR2");
    await progress(work);
  }
  await work.stop();
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  await expectKeptIn(folder, work.acknowledged());
  const settled = await expectSettled(environment, folder, received);
  await expectKeptIn(folder, work.acknowledged());
  console.log("jumps:", { ...countsOf(work.acknowledged()), ...settled }, Object.fromEntries(work.others));
});

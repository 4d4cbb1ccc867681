/** Names that strangers choose: what their look-ups can delay, and what bounds them. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { dataDir } from "../../test/support/data-dir.ts";
import { KNOWN_ADDRESS, KNOWN_NAME, startDns } from "../../test/support/dns.ts";
import { nameResolver } from "./names.ts";

async function dns() {
  const server = await startDns();
  onTestFinished(() => server.close());
  return server;
}

test("a name is found while every thread of the pool waits, so look-ups need none of them", async () => {
  const { address } = await dns();
  const folder = dataDir();
  const pipes = Array.from({ length: 4 }, (_, at) => join(folder, `pipe${at}`));
  execFileSync("mkfifo", pipes);
  const program = join(import.meta.dirname, "../../test/support/blocked-pool-program.ts");
  const child = spawn(
    process.execPath,
    ["--conditions=toolwright-source", program, address, KNOWN_NAME, ...pipes],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, UV_THREADPOOL_SIZE: "4" } },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  const [found] = await once(child.stdout, "data");
  expect(JSON.parse(String(found))).toEqual([KNOWN_ADDRESS]);
});

test("unanswered names end in time, delay no others, and are limited in number", async () => {
  const server = await dns();
  const resolve = nameResolver({ servers: [server.address], hosts: "", mostAtOnce: 3, timeLimitMs: 400 });
  const silent = ["a.example", "b.example"].map((name) => resolve(name));
  expect(await resolve(KNOWN_NAME)).toEqual([KNOWN_ADDRESS]);
  const outcomes = Promise.allSettled([...silent, resolve("c.example"), resolve("d.example")]);
  const [a, b, c, d] = await outcomes;
  expect([a, b, c].map((each) => each?.status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(d).toMatchObject({ reason: { message: expect.stringContaining("Too many names") } });
  expect(server.asked).not.toContain("d.example");
  expect(await resolve(KNOWN_NAME)).toEqual([KNOWN_ADDRESS]);
});

test("requests for one name share its look-up", async () => {
  const server = await dns();
  const resolve = nameResolver({ servers: [server.address], hosts: "", mostAtOnce: 1 });
  const found = await Promise.all([1, 2, 3].map(() => resolve(KNOWN_NAME)));
  expect(found).toEqual(Array(3).fill([KNOWN_ADDRESS]));
  // One query for each family of addresses.
  expect(server.asked).toEqual([KNOWN_NAME, KNOWN_NAME]);
});

test("the hosts file comes first", async () => {
  const hosts = "# ours\n10.1.2.3\treceiver Receiver.internal # two names\n::1 receiver\n\n";
  const resolve = nameResolver({ servers: ["127.0.0.1:9"], hosts });
  expect(await resolve("receiver.internal")).toEqual(["10.1.2.3"]);
  expect(await resolve("receiver")).toEqual(["10.1.2.3", "::1"]);
});

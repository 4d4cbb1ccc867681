/** The server as a process: two at once, a kill while it stores forms, a second signal, and npm. */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openSqlite } from "../platform/storage/sqlite/open.ts";
import { dataDir } from "./support/data-dir.ts";
import { openRequest } from "./support/open-request.ts";
import { printed, run, start, startServerProcess, startWithNpm } from "./support/program.ts";
import { callTool } from "./support/wire.ts";

test("one of two servers that start at once on a new folder runs", async () => {
  const environment = { DATA_DIR: join(dataDir(), "data"), PORT: "0" };
  const servers = [start("start", [], environment), start("start", [], environment)];
  onTestFinished(() => servers.forEach(({ process }) => void process.kill("SIGKILL")));
  expect(await Promise.race(servers.map(({ ended }) => ended))).toBe(1);
  await Promise.any(servers.map((server) => printed(server, "stdout", /(twp_\w+)/)));
  expect(servers.filter(({ process }) => process.exitCode === null)).toHaveLength(1);
});

test("a killed server has stored every acknowledged form, and no partial ones; it can be started again at once", async () => {
  const DATA_DIR = dataDir();
  const { process, endpoint, ended } = await startServerProcess({ DATA_DIR });
  const args = [
    "create",
    "--account",
    "demo@example.org",
    "--scopes",
    "forms:write",
    "--count",
    "8",
    "--json",
  ];
  const minted = (await run("token", args, { DATA_DIR })).stdout.trimEnd().split("\n");
  const answered: string[] = [];
  const writers = minted.map(async (line) => {
    const { token } = JSON.parse(line);
    for (;;) {
      const { structuredContent } = await callTool(endpoint, token, "service_create_form", {
        prompt: "Feedback form: name, email",
      });
      answered.push(structuredContent.form_id);
    }
  });
  const stopped = Promise.allSettled(writers);
  await expect.poll(() => answered.length, { timeout: 100_000 }).toBeGreaterThan(100);
  process.kill("SIGKILL");
  await Promise.all([ended, stopped]);
  const again = await startServerProcess({ DATA_DIR });
  again.process.kill("SIGKILL");
  await again.ended;

  const { db, close } = await openSqlite(DATA_DIR);
  const check = async (pragma: string) => (await sql.raw(`pragma ${pragma}`).execute(db)).rows;
  expect(await check("integrity_check")).toEqual([{ integrity_check: "ok" }]);
  expect(await check("foreign_key_check")).toEqual([]);
  const forms = await db.selectFrom("forms").select("id").execute();
  const versions = await db.selectFrom("form_versions").select("form_id as id").execute();
  const paid = await db.selectFrom("generations").select("id").where("leased_until", "is", null).execute();
  await close();
  const ids = new Set(forms.map(({ id }) => id));
  expect(answered.filter((id) => !ids.has(id))).toEqual([]);
  expect(new Set(versions.map(({ id }) => id))).toEqual(ids);
  expect(paid).toHaveLength(ids.size);
});

test("a second signal does not wait", async () => {
  const { process, ended, endpoint, token, stderr } = await startServerProcess({ DATA_DIR: dataDir() });
  await openRequest(endpoint, token!);
  process.kill("SIGINT");
  process.kill("SIGINT");
  await expect.poll(stderr).toContain('"event":"stopping"');
  await wait(300);
  expect(process.exitCode).toBeNull();
  process.kill("SIGTERM");
  expect(await ended).toBe(1);
});

test("a server that npm started ends with npm", async () => {
  const server = startWithNpm({ DATA_DIR: dataDir(), PORT: "0" });
  await printed(server, "stdout", /(Stop with Ctrl)/);
  server.process.kill("SIGTERM");
  await printed(server, "stderr", /("event":"stopped")/);
});

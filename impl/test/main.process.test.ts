import { connect as connectSocket } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openSqlite } from "../platform/storage/sqlite/open.ts";
import { dataDir } from "./support/data-dir.ts";
import { printed, run, start, startServerProcess, startWithNpm } from "./support/program.ts";
import { connect } from "./support/service.ts";
import { callTool, post } from "./support/wire.ts";

test("a new user starts the service, connects with the printed token, makes a form and reads it back; a second server on the folder is refused", async () => {
  const DATA_DIR = join(dataDir(), "data");
  const { process, ended, stdout, endpoint, token } = await startServerProcess({ DATA_DIR });
  expect(stdout()).toContain(
    `claude mcp add --transport http service-mcp ${endpoint} --header "Authorization: Bearer ${token}"`,
  );
  const client = await connect(endpoint, token!);
  const made = await client.callTool({
    name: "service_create_form",
    arguments: { prompt: "Event registration: name, email, t-shirt size (S | M | L)" },
  });
  const { form_id, title } = made.structuredContent as { form_id: string; title: string };
  const read = await client.callTool({
    name: "service_get_form",
    arguments: { form_id, include_structure: true },
  });
  const types = ["short_text", "email", "single_choice"];
  expect(read.structuredContent).toMatchObject({
    form_id,
    title,
    structure: { pages: [{ fields: types.map((type) => ({ type })) }] },
  });
  const [, page = ""] = /Pages {6}(http\S+\/link\/[\w-]{43})\n/.exec(stdout()) ?? [];
  const signedIn = {
    method: "POST",
    headers: { Origin: new URL(endpoint).origin },
    redirect: "manual",
  } as const;
  const body = () => new URLSearchParams({});
  expect((await fetch(page, { ...signedIn, body: body() })).headers.get("location")).toBe("/forms");
  expect((await fetch(page, { ...signedIn, body: body() })).status).toBe(410);
  const second = await run("start", [], { DATA_DIR, PORT: "0" });
  expect([second.code, second.stderr]).toEqual([
    1,
    expect.stringMatching(/Another server runs on the data folder .* DATA_DIR.*DATABASE_URL/),
  ]);
  process.kill("SIGTERM");
  expect(await ended).toBe(0);

  const again = await startServerProcess({ DATA_DIR });
  expect(again.token).toBeUndefined();
  expect(again.stdout()).toContain(again.endpoint);
  expect(again.stdout()).toContain("npm run -s token -- create --account");
  expect((await callTool(again.endpoint, token!, "service_get_form", { form_id })).isError).toBeUndefined();
});

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

test.each([
  ["the configuration is wrong", 2, { PORT: "70000" }, /^PORT is "70000", [^\n]*\n$/],
  ["the data folder is a file", 1, { DATA_DIR: "package.json" }, /^The data folder [^\n]*\n$/],
])("%s: one readable line, and exit code %i", async (_, code, environment, line) => {
  const result = await run("start", [], { DATA_DIR: dataDir(), PORT: "0", ...environment });
  expect(result).toEqual({ code, stdout: "", stderr: expect.stringMatching(line) });
});

/** A request that has begun and does not end: it keeps a stopping server waiting. */
async function openRequest(endpoint: string, token: string) {
  const { port, pathname } = new URL(endpoint);
  const socket = connectSocket(Number(port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    "Content-Length: 46",
  ];
  const [body, rest] = ['{"jsonrpc":"2.0","id":1,', '"method":"ping"}      '];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  let answer = "";
  socket.setEncoding("utf8").on("data", (text) => (answer += text));
  // Sent later and answered: so the server has read the head of the first one.
  await post(endpoint, token, { jsonrpc: "2.0", id: 0, method: "ping" });
  return { finish: () => socket.write(rest), answer: () => answer };
}

test("a stopping server finishes current requests, and accepts no new ones", async () => {
  const { process, ended, endpoint, token, stderr } = await startServerProcess({ DATA_DIR: dataDir() });
  const request = await openRequest(endpoint, token!);
  process.kill("SIGTERM");
  await expect.poll(stderr).toContain('"event":"stopping"');
  // The request uses the connection that is still open; a new one is not accepted.
  expect((await fetch(new URL("/readyz", endpoint))).status).toBe(503);
  request.finish();
  expect(await ended).toBe(0);
  expect(request.answer()).toMatch(/^HTTP\/1\.1 200 /);
  expect(stderr()).toContain('"event":"stopped"');
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

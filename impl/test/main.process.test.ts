/** The server as a process: its first start, a wrong configuration, and how it stops; `main.proof.ts` kills it. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { dataDir } from "./support/data-dir.ts";
import { openRequest } from "./support/open-request.ts";
import { run, startServerProcess } from "./support/program.ts";
import { connect } from "./support/service.ts";
import { callTool } from "./support/wire.ts";

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

test.each([
  ["the configuration is wrong", 2, { PORT: "70000" }, /^PORT is "70000", [^\n]*\n$/],
  ["the data folder is a file", 1, { DATA_DIR: "package.json" }, /^The data folder [^\n]*\n$/],
])("%s: one readable line, and exit code %i", async (_, code, environment, line) => {
  const result = await run("start", [], { DATA_DIR: dataDir(), PORT: "0", ...environment });
  expect(result).toEqual({ code, stdout: "", stderr: expect.stringMatching(line) });
});

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

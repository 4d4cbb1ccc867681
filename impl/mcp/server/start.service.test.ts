/** Tests the output, the log and the errors of a start; `main.process.test.ts` starts processes. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { LogEntry } from "@toolwright/runtime";
import { expect, onTestFinished, test } from "vitest";
import { scopes } from "../../../generated/scopes.ts";
import { explainStart } from "../../platform/process.ts";
import { startFormService } from "../../start.ts";
import { runCommand } from "../../test/support/command.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { learner } from "../../test/support/learner.ts";
import { callTool, post } from "../../test/support/wire.ts";

/** Starts as `npm start` does, on a free port. */
async function started(environment: Record<string, string>) {
  const logged: LogEntry[] = [];
  const keep = (entry: LogEntry) => void logged.push(entry);
  const log = { info: keep, warn: keep, error: keep };
  const { server, welcome, stop } = await startFormService({ PORT: "0", ...environment }, log);
  const printed = await welcome();
  let running = true;
  const end = async () => {
    if (running) await stop();
    running = false;
  };
  onTestFinished(end);
  return { endpoint: server.endpoint, printed, logged, end, token: /twp_\w+/.exec(printed)?.[0] };
}

/** Returns the message and the exit code of a failed start. */
async function refused(environment: Record<string, string>) {
  return started(environment).then(() => undefined, explainStart);
}

test("the printed addresses open the pages and the mails", async () => {
  const { printed } = await started({ DATA_DIR: dataDir() });
  const [pages = "", mails = ""] = ["Pages", "Mails"].map(
    (name) => printed.match(`${name} +(http\\S+)`)?.[1],
  );
  const person = learner();
  const welcome = await person.open(pages);
  expect(welcome.status).toBe(200);
  expect((await person.submit(welcome, 0, {})).url).toMatch(/\/forms$/);
  const outbox = await person.open(mails);
  expect(outbox.status).toBe(200);
  expect(outbox.html).toContain("No mail yet.");
});

test("one line says which model there is, or how to set one", async () => {
  const lineOf = async (environment: Record<string, string>) => {
    const { printed } = await started({ DATA_DIR: dataDir(), ...environment });
    return /^ +Model +(.+)$/m.exec(printed)?.[1];
  };
  expect(await lineOf({})).toMatch(/^none.*AI_PROVIDER, AI_MODEL and AI_API_KEY.*ai -- --help$/);
  const settings = { AI_MODEL: "tiny", AI_API_KEY: "sk-very-secret-key" };
  expect(await lineOf({ ...settings, AI_PROVIDER: "anthropic" })).toBe("tiny (anthropic)");
  const local = { AI_PROVIDER: "openai-compatible", AI_BASE_URL: "http://127.0.0.1:1/v1" };
  expect(await lineOf({ ...settings, ...local })).toBe("tiny (openai-compatible, http://127.0.0.1:1/v1)");
});

test("the demo token holds every scope", async () => {
  const DATA_DIR = dataDir();
  await started({ DATA_DIR });
  const { stdout } = await runCommand("token", ["list", "--json"], { DATA_DIR });
  expect(JSON.parse(stdout)).toMatchObject({
    account: "demo@example.org",
    scopes: Object.keys(scopes),
    expires_at: null,
  });
});

test.each([
  { NODE_ENV: "production" },
  { PUBLIC_URL: "https://forms.example.org" },
  { ALLOWED_HOSTS: "forms.example.org" },
  { TRUST_PROXY: "127.0.0.1" },
])("there is no demo account with %o", async (environment) => {
  const DATA_DIR = dataDir();
  const { printed } = await started({ DATA_DIR, ...environment });
  expect(printed).not.toContain("twp_");
  expect((await runCommand("token", ["list"], { DATA_DIR })).stdout).toBe("There are no tokens.\n");
});

test.each([{ NODE_ENV: "production" }, { PUBLIC_URL: "https://forms.example.org" }])(
  "the control interface for tests does not start with %o",
  async (environment) => {
    const settings = { DATA_DIR: dataDir(), TEST_CONTROL: "1", ...environment };
    expect(await refused(settings)).toEqual({
      exitCode: 2,
      text: expect.stringContaining("only this machine reaches"),
    });
  },
);

test("apps sign in over TLS or on this machine only", async () => {
  const settings = { DATA_DIR: dataDir(), CONNECTORS: "on", PUBLIC_URL: "http://forms.example.org" };
  expect(await refused(settings)).toEqual({
    exitCode: 2,
    text: expect.stringContaining("PUBLIC_URL=https://forms.example.org"),
  });
});

test("warns of a demo account in a data folder that is no longer used on loopback only", async () => {
  const DATA_DIR = dataDir();
  await (await started({ DATA_DIR })).end();
  const { logged } = await started({ DATA_DIR, NODE_ENV: "production" });
  expect(logged).toContainEqual(expect.objectContaining({ event: "demo_account_exposed" }));
});

const cannotStart: [name: string, exitCode: number, environment: Record<string, string>, line: RegExp][] = [
  [
    "a broken port",
    2,
    { PORT: "70000" },
    /^PORT is "70000", which is not a whole number from 0 to 65535\. Example: PORT=3000$/,
  ],
  [
    "a host of another machine",
    2,
    { HOST: "192.0.2.1" },
    /^HOST is "192\.0\.2\.1", which is not an address of this machine\. .*$/,
  ],
  [
    "a data folder that is a file",
    1,
    { DATA_DIR: "package.json" },
    /^The data folder .* cannot be written: .*$/,
  ],
];

test.each(cannotStart)(
  "%s stops the start with one readable line, exit code %i",
  async (_name, exitCode, environment, line) => {
    const explained = await refused({ DATA_DIR: dataDir(), ...environment });
    expect(explained).toEqual({ exitCode, text: expect.stringMatching(line) });
  },
);

test("a port in use stops the start with one readable line, and no demo token is lost", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const DATA_DIR = dataDir();
  expect(await refused({ DATA_DIR, PORT: String(port) })).toEqual({
    exitCode: 1,
    text: expect.stringMatching(/^Port \d+ of 127\.0\.0\.1 is taken\. .*$/),
  });
  expect((await started({ DATA_DIR })).token).toBeDefined();
});

test("a broken database stops the start with one readable line", async () => {
  const DATA_DIR = dataDir();
  writeFileSync(join(DATA_DIR, "service.db"), "something else, long enough to be taken for a database");
  expect(await refused({ DATA_DIR })).toEqual({
    exitCode: 1,
    text: expect.stringMatching(/not a readable SQLite database/),
  });
});

test("neither arguments nor tokens are logged", async () => {
  const { endpoint, token, logged } = await started({ DATA_DIR: dataDir() });
  await callTool(endpoint, token!, "service_create_form", {
    prompt: "secret-prompt",
    publish: "secret-flag",
  });
  await callTool(endpoint, token!, "service_create_form", { prompt: "secret-prompt: name" });
  await post(endpoint, `${token}secret`, { jsonrpc: "2.0", id: 1, method: "ping" });
  expect(logged.length).toBeGreaterThan(1);
  expect(JSON.stringify(logged)).not.toMatch(/secret|twp_/);
});

test("ChatGPT finds the token of its portal, and on each page the origin of the service", async () => {
  const { endpoint, token = "" } = await started({ DATA_DIR: dataDir(), OPENAI_APPS_CHALLENGE: "token-7" });
  const { origin } = new URL(endpoint);
  const challenge = await fetch(`${origin}/.well-known/openai-apps-challenge`);
  expect([challenge.status, await challenge.text()]).toEqual([200, "token-7"]);
  for (const name of ["form", "responses", "lesson"]) {
    const params = { uri: `ui://service-mcp/${name}` };
    const read = await post(endpoint, token, { jsonrpc: "2.0", id: 1, method: "resources/read", params });
    const { contents } = (await read.json()).result;
    // No `ui.domain`: Claude shows no page whose domain is not one of Claude's.
    expect(contents).toEqual([
      expect.objectContaining({
        mimeType: "text/html;profile=mcp-app",
        text: expect.stringContaining("<html"),
        _meta: {
          ui: { prefersBorder: true, csp: { connectDomains: [], resourceDomains: [] } },
          "openai/widgetDomain": origin,
        },
      }),
    ]);
  }
  const other = await started({ DATA_DIR: dataDir() });
  expect((await fetch(new URL("/.well-known/openai-apps-challenge", other.endpoint))).status).toBe(404);
});

test("tables are written in a thread, which the first of them starts", async () => {
  const { endpoint, token } = await started({ DATA_DIR: dataDir() });
  const call = (name: string, args: object) => callTool(endpoint, token!, name, args);
  const made = await call("service_create_form", { prompt: "Name" });
  const { form_id } = made.structuredContent as { form_id: string };
  const threads: unknown[] = [];
  const note = (thread: unknown) => void threads.push(thread);
  subscribe("worker_threads", note);
  onTestFinished(() => void unsubscribe("worker_threads", note));
  const exported = () => call("service_export_responses", { form_id, format: "csv" });
  expect((await exported()).structuredContent).toMatchObject({ row_count: 0 });
  expect(threads).toHaveLength(1);
  expect((await exported()).structuredContent).toMatchObject({ row_count: 0 });
  expect(threads).toHaveLength(1);
});

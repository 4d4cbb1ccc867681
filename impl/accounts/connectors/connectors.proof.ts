/** Clients of others sign in: none of them is given a token. */
import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import {
  Client as ModernClient,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, onTestFinished, test } from "vitest";
import { expectPrinted } from "../../../.ci/readme.ts";
import { service } from "../../../generated/tools.ts";
import { appSite } from "../../test/support/app-site.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { freePort } from "../../test/support/free-port.ts";
import { allow, callback, oauthApp } from "../../test/support/oauth-app.ts";
import { ownerPages } from "../../test/support/owner.ts";

const require = createRequire(import.meta.url);
const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`));
const repository = join(import.meta.dirname, "../../..");
const toolNames = service.tools.map(({ name }) => name);
const LIST = { name: "service_list_forms", arguments: {} };

async function start() {
  const site = await appSite();
  const owner = await ownerPages({ environment: { CONNECTORS: "on" }, fetchDocument: site.fetchDocument });
  const ada = await owner.signIn();
  /** Opens an address that a program shows, and allows the access. */
  const visit = async (url: string) => allow(ada, await ada.open(url));
  return { ...owner, site, ada, visit };
}

/** A client that remembers in memory what others keep in files. */
function signIn(redirectUrl: string, documentUrl?: string) {
  let client: Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;
  let tokens: Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
  let verifier = "";
  const opened: URL[] = [];
  const provider: OAuthClientProvider = {
    redirectUrl,
    ...(documentUrl !== undefined && { clientMetadataUrl: documentUrl }),
    clientMetadata: { client_name: "Official client", redirect_uris: [redirectUrl] },
    clientInformation: () => client,
    saveClientInformation: (saved) => {
      client = saved;
    },
    tokens: () => tokens,
    saveTokens: (saved) => {
      tokens = saved;
    },
    redirectToAuthorization: (url) => void opened.push(url),
    saveCodeVerifier: (saved) => {
      verifier = saved;
    },
    codeVerifier: () => verifier,
  };
  return { provider, opened, clientId: () => client?.client_id };
}

test.each([
  ["legacy", "registers", "2025-11-25"],
  ["auto", "registers", "2026-07-28"],
  [{ pin: "2026-07-28" }, "registers", "2026-07-28"],
  ["auto", "has a document", "2026-07-28"],
] as const)(
  "the official client 2.x in mode %j, which %s, signs in and calls",
  async (mode, identity, version) => {
    const { endpoint, site, visit } = await start();
    const back = await callback();
    // Like Claude Code, whose document names loopback without a port.
    site.describes({ redirect_uris: [back.uri.replace(/:\d+\//, "/")] });
    const { provider, opened, clientId } = signIn(back.uri, identity === "registers" ? undefined : site.url);
    const transport = () => new StreamableHTTPClientTransport(new URL(endpoint), { authProvider: provider });
    const client = () =>
      new ModernClient({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
    const first = transport();
    await expect(client().connect(first)).rejects.toThrow(/unauthorized/i);
    await visit(opened[0]?.href ?? "");
    await first.finishAuth(back.came[0] ?? new URLSearchParams());
    const connected = client();
    await connected.connect(transport());
    onTestFinished(() => connected.close());
    expect(connected.getNegotiatedProtocolVersion()).toBe(version);
    expect((await connected.listTools()).tools.map(({ name }) => name)).toEqual(toolNames);
    expect((await connected.callTool(LIST)).structuredContent).toMatchObject({ total_count: 0 });
    expect(clientId() === site.url).toBe(identity !== "registers");
  },
);

test("mcp-remote shows an address, signs in and bridges", async () => {
  const { endpoint, visit } = await start();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(folderOf("mcp-remote"), "dist/proxy.js"), endpoint, String(await freePort())],
    env: home(),
    stderr: "pipe",
  });
  let said = "";
  const shown = new Promise<string>((resolve) => {
    transport.stderr?.on("data", (chunk) => {
      said += chunk;
      // It listens for the browser a moment after it has shown the address.
      const [, url] = /visiting:\s+(http\S+)\s.*Waiting for authorization/s.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
  const client = new Client({ name: "test", version: "1.0.0" });
  onTestFinished(() => client.close());
  const connecting = client.connect(transport, { timeout: 60_000 });
  await visit(await shown);
  await connecting;
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(toolNames);
  expect((await client.callTool(LIST)).structuredContent).toMatchObject({ total_count: 0 });
});

test("the inspector shows an address, signs in and lists the tools", async () => {
  const { endpoint, visit } = await start();
  const program = run(join(folderOf("@modelcontextprotocol/inspector"), "clients/launcher/build/index.js"), [
    ...["--cli", endpoint, "--transport", "http", "--method", "tools/list"],
    ...["--callback-url", `http://127.0.0.1:${await freePort()}/oauth/callback`],
  ]);
  await visit(await program.printed(/(http\S+\/oauth\/authorize\?\S+)\s/));
  const { code, stdout } = await program.ended;
  expect(code).toBe(0);
  const { tools }: { tools: { name: string }[] } = JSON.parse(stdout.slice(stdout.indexOf("{")));
  expect(tools.map(({ name }) => name)).toEqual(toolNames);
});

test.each(["manifest", "check", "conformance"])(
  "toolwright %s --login shows an address, and reads the server",
  async (command) => {
    const { endpoint, visit } = await start();
    const report = command === "conformance" ? ["--only", "manifest", "--report", dataDir()] : [];
    const program = run(join(repository, "generator/bin/toolwright.js"), [
      ...[command, "--url", endpoint, "--login", ...report],
    ]);
    await visit(await program.printed(/(http\S+\/oauth\/authorize\?\S+)\s/));
    const { code, stdout } = await program.ended;
    expect(code, stdout).toBe(0);
    if (command === "manifest")
      expect(JSON.parse(stdout).tools.map(({ name }: { name: string }) => name)).toEqual(toolNames);
  },
);

test("the requests of impl/docs/connectors.md are answered as the page shows it", async () => {
  const { publicUrl, ada } = await start();
  const back = await callback();
  const page = readFileSync(join(import.meta.dirname, "../../docs/connectors.md"), "utf8");
  const hosts = [publicUrl, back.uri].map((url) => new URL(url).host);
  const renamed = (text: string, from: readonly string[], to: readonly string[]) =>
    from.reduce(
      (all, host, at) =>
        all.replaceAll(host, to[at]!).replaceAll(encodeURIComponent(host), encodeURIComponent(to[at]!)),
      text,
    );
  const variables: Record<string, string> = { PATH: process.env.PATH ?? "" };
  // A command continues after a line that ends with a backslash.
  for (const [, command = "", shown = ""] of page.matchAll(/^\$ ((?:.*\\\n)*.*\n)((?:(?!\$ |```).*\n)*)/gm)) {
    const script = renamed(command, shownHosts, hosts).replace(/^xdg-open/, "echo");
    const { stdout } = await promisify(execFile)("bash", ["-c", script], { env: variables });
    let answer = stdout.replaceAll("\r", "");
    if (command.startsWith("xdg-open")) {
      await allow(ada, await ada.open(stdout.trim()));
      variables.CODE = back.came[0]?.get("code") ?? "";
      answer = `${back.uri}?${back.came[0]}`;
    }
    expectPrinted(renamed(answer, hosts, shownHosts), shown.trim());
    for (const [, name = "", value = ""] of stdout.matchAll(/"(client_id|\w+_token)": "([^"]+)"/g)) {
      const variable = name.toUpperCase();
      Object.assign(variables, { [`USED_${variable}`]: variables[variable], [variable]: value });
    }
  }
  expect(Object.keys(variables)).toContain("USED_REFRESH_TOKEN");
});

const shownHosts = ["127.0.0.1:3000", "127.0.0.1:8080"];
const scenarios = ["authorization-server-metadata-endpoint", "authorization-code-grant"];

test("the official suite finds no fault in the authorization server, in any scenario that it has", async () => {
  const { publicUrl, endpoint, visit } = await start();
  const suite = join(folderOf("@modelcontextprotocol/conformance"), "dist/index.js");
  const { stdout: listed } = await run(suite, ["list"]).ended;
  const [, ofServers = ""] = listed.split("Authorization server scenarios");
  expect([...ofServers.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name)).toEqual(scenarios);
  const app = await oauthApp(publicUrl, endpoint);
  const port = await freePort();
  const registered = await app.register({ redirect_uris: [`http://127.0.0.1:${port}/callback`] });
  const program = run(suite, [
    ...["authorization", "--url", publicUrl, "--resource", endpoint, "--port", String(port)],
    ...["--client-id", String(registered.body.client_id)],
  ]);
  await visit(await program.printed(/(http\S+\/oauth\/authorize\?\S+)\s.*server started/s));
  const { code, stdout } = await program.ended;
  expect(code, stdout).toBe(0);
  const results = [...stdout.matchAll(/^✓ (\S+): [1-9]\d* passed, 0 failed$/gm)];
  expect(results.map(([, name]) => name)).toEqual(scenarios);
});

/** Gives clients a home folder of their own, without settings of the user who runs the tests. */
function home(): Record<string, string> {
  const folder = dataDir();
  return { PATH: process.env.PATH ?? "", HOME: folder, USERPROFILE: folder };
}

/** Runs a program of somebody else. The inspector signs people in only where it may try to open a browser. */
function run(file: string, args: readonly string[]) {
  const program = spawn(process.execPath, [file, ...args], {
    env: { ...home(), MCP_AUTO_OPEN_ENABLED: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void program.kill("SIGKILL"));
  let stdout = "";
  let all = "";
  program.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
    all += text;
  });
  program.stderr.setEncoding("utf8").on("data", (text) => {
    all += text;
  });
  const ended = new Promise<{ code: number | null; stdout: string }>((resolve) => {
    program.on("close", (code) => resolve({ code, stdout }));
  });
  return {
    ended,
    /** The first group of a pattern, as soon as the output has it. */
    async printed(pattern: RegExp): Promise<string> {
      await expect.poll(() => program.exitCode !== null || pattern.test(all)).toBe(true);
      const [, found] = pattern.exec(all) ?? [];
      if (found === undefined) throw new Error(all);
      return found;
    },
  };
}

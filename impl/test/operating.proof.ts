/**
 * Proof: the commands of impl/docs/operating.md, one after the other in an empty folder; and the steps of the Dockerfile, with three
 * nodes on the settings of compose.yaml, a real PostgreSQL, one folder of files, and Caddy with the Caddyfile of the guide. Not
 * shown here: Docker and its network, and a certificate of a public authority (Caddy signs one itself).
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { startCaddy } from "./support/caddy.ts";
import { freePort } from "./support/free-port.ts";
import {
  type Compose,
  commandsIn,
  environmentOf,
  notRun,
  read,
  repository,
} from "./support/operating-guide.ts";
import { startPostgres } from "./support/postgres-server.ts";

const publicHost = "forms.example.org";

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "operating-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Returns the environment of a login shell: Node and npm, without this repository and the npm that runs the test. */
function shellEnvironment(more: Record<string, string> = {}): Record<string, string> {
  const settings = Object.entries(process.env).filter(([name]) => /^(HOME|LANG|npm_config_.*)$/.test(name));
  const paths = process.env.PATH!.split(":").filter((path) => !path.includes("node_modules"));
  return { ...Object.fromEntries(settings), PATH: [dirname(process.execPath), ...paths].join(":"), ...more };
}

async function shell(cwd: string, command: string, environment: Record<string, string>): Promise<string> {
  const ran = promisify(execFile)("bash", ["-ec", command], { cwd, env: environment, maxBuffer: 50_000_000 });
  const { stdout } = await ran.catch((error: Error & { stdout: string; stderr: string }) => {
    throw new Error(`${command}\n${error.stdout}${error.stderr}`);
  });
  return stdout;
}

/** Starts the service in a folder; it listens when this resolves. */
async function startNode(folder: string, environment: Record<string, string>): Promise<ChildProcess> {
  const child = spawn("node", ["impl/bin/service-mcp.js"], {
    cwd: folder,
    env: shellEnvironment(environment),
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "close");
  });
  let log = "";
  child.stderr!.setEncoding("utf8").on("data", (some) => (log += some));
  await expect.poll(() => log.includes('"listening"') || child.exitCode !== null).toBe(true);
  expect(child.exitCode, log).toBe(null);
  return child;
}

async function stopNode(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "close");
}

test("the guide's commands work one after the other on an empty machine", async () => {
  const root = emptyFolder();
  const port = await freePort();
  const app = join(root, "opt");
  const places: readonly (readonly [from: string, to: string])[] = [
    ["/opt/service-mcp", app],
    ["/var/lib/service-mcp", join(root, "lib")],
    ["/var/backups/service-mcp", join(root, "backups")],
    ["/etc/service-mcp.env", join(root, "service-mcp.env")],
    ["/tmp/drill", join(root, "drill")],
    ["REPOSITORY", repository],
    ["checkout VERSION", "checkout HEAD"],
    ["127.0.0.1:3000", `127.0.0.1:${port}`],
  ];
  const here = (command: string) => places.reduce((line, [from, to]) => line.replaceAll(from, to), command);
  for (const folder of ["lib", "backups"]) mkdirSync(join(root, folder));
  let cwd = root;
  let environment = shellEnvironment();
  let service: ChildProcess | undefined;
  const outputs = new Map<string, string>();
  for (const command of commandsIn(read("impl/docs/operating.md"))) {
    if (command.startsWith("systemctl enable") || command.startsWith("systemctl restart service")) {
      if (service) await stopNode(service);
      service = await startNode(app, environment);
    }
    if (notRun.some(([pattern]) => pattern.test(command))) continue;
    if (command.startsWith("cd ")) cwd = here(command.slice(3));
    else outputs.set(command, await shell(cwd, here(command), environment));
    if (command.includes("service-mcp.env /etc")) {
      // Mails stay in the data folder: there is no mail server here.
      const settings = here(readFileSync(join(root, "service-mcp.env"), "utf8"))
        .replace(/^MAIL_URL=.*\n/m, "")
        .replace("PORT=3000", `PORT=${port}`)
        .replace("METRICS_PORT=9464", "METRICS_PORT=0");
      writeFileSync(join(root, "service-mcp.env"), settings);
      // Reads the environment file like systemd, and like `set -a` in the guide.
      const env = await shell(root, "set -a; . ./service-mcp.env; env -0", { PATH: environment.PATH! });
      const named = env.split("\0").flatMap((each) => (/^[A-Z_]+=/.test(each) ? [each] : []));
      environment = { ...environment, ...Object.fromEntries(named.map((each) => each.split(/=(.*)/s, 2))) };
    }
  }
  await stopNode(service!);
  const drill = [...outputs].find(([command]) =>
    command.startsWith("DATA_DIR=/tmp/drill npm run -s account"),
  );
  expect(drill![1]).toContain("ada@example.org");
  const { components } = JSON.parse(readFileSync(join(app, "sbom.json"), "utf8"));
  const names = components.map(({ name }: { name: string }) => name);
  expect(names).toContain("hono");
  expect(names.filter((name: string) => /vitest|playwright|typescript|biome/.test(name))).toEqual([]);
});

/** The steps of the Dockerfile's first stage in a folder, as Docker would take them. */
async function buildImage(): Promise<{ readonly app: string; readonly settings: Record<string, string> }> {
  const [source, app] = [join(emptyFolder(), "source"), join(emptyFolder(), "app")];
  await shell(repository, `git clone --quiet . ${source}`, shellEnvironment());
  mkdirSync(app);
  const dockerfile = read("Dockerfile");
  const [, stage = "", last = ""] = dockerfile.split(/^FROM .*$/m);
  for (const line of stage.split("\n")) {
    const [instruction = "", ...rest] = line.split(" ");
    if (instruction === "COPY") {
      const to = join(app, rest.at(-1)!);
      for (const from of rest.slice(0, -1)) {
        const isFile = from.includes(".");
        cpSync(join(source, from), isFile ? join(to, from.split("/").at(-1)!) : to, { recursive: true });
      }
    } else if (instruction === "RUN") await shell(app, rest.join(" "), shellEnvironment());
    else expect(["", "#", "WORKDIR"]).toContain(instruction);
  }
  const settings = [...last.matchAll(/^ENV (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  return { app, settings: Object.fromEntries(settings) };
}

test("three nodes of the image share one PostgreSQL and one folder behind Caddy", async () => {
  const { app, settings } = await buildImage();
  for (const name of ["vitest", "vite", "playwright-core", "typescript", "@biomejs", "fast-check"])
    expect(existsSync(join(app, "node_modules", name)), name).toBe(false);
  const postgres = await startPostgres();
  onTestFinished(() => postgres.remove());
  await postgres.process.createDatabase("forms");
  const data = join(emptyFolder(), "data");

  const compose: Compose = parse(read("compose.yaml"), { merge: true });
  const values = {
    DOMAIN: publicHost,
    SECRET_KEY: "0123456789abcdef0123456789abcdef",
    METRICS_TOKEN: "0123456789abcdef",
    MAIL_URL: "",
    MAIL_FROM: "forms@example.org",
  };
  const ports = [await freePort(), await freePort(), await freePort()];
  const environments = ports.map((port) => ({
    ...settings,
    ...environmentOf(compose.services.node1!, values),
    // Replaces the names and addresses of the containers.
    DATABASE_URL: `${postgres.url}/forms`,
    TRUST_PROXY: "127.0.0.1",
    PORT: String(port),
    METRICS_PORT: "0",
    DATA_DIR: data,
  }));
  for (const environment of environments) await startNode(app, environment);
  const [, health = "[]"] = /^HEALTHCHECK .*?CMD (.*)$/m.exec(read("Dockerfile"))!;
  const [program, ...args] = JSON.parse(health);
  const check = promisify(execFile)(program, args, { env: shellEnvironment({ PORT: String(ports[0]) }) });
  await expect(check).resolves.toBeDefined();

  const own = shellEnvironment(environments[0]);
  await shell(
    app,
    "node impl/bin/service-mcp.js account create --account ada@example.org --plan business",
    own,
  );
  const made = await shell(
    app,
    "node impl/bin/service-mcp.js token create --account ada@example.org --scopes forms:read,forms:write,responses:export --json",
    own,
  );
  const { token } = JSON.parse(made);
  const proxy = await startCaddy(publicHost, ports);
  const call = async (name: string, input: object) => {
    const answered = await proxy(`/api/mcp`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        Authorization: `Bearer ${token}`,
        "MCP-Protocol-Version": "2025-11-25",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: input },
      }),
    });
    return {
      status: answered.status,
      result: answered.status === 200 ? (JSON.parse(await answered.text()).result ?? {}) : {},
    };
  };
  const form = await call("service_create_form", { prompt: "Contact form with name and message" });
  const { form_id } = form.result.structuredContent;
  const exported = await call("service_export_responses", { form_id, format: "csv" });
  const { pathname, search, host } = new URL(exported.result.structuredContent.download_url);
  expect(host).toBe(publicHost);
  // Each node serves the export that one of them made.
  for (const _ of ports)
    expect((await text((await proxy(pathname + search)).body!)).length).toBeGreaterThan(10);

  // Two calls were made: of 130 more, the token's rate lets 118 pass, whichever node they reach.
  const statuses = await Promise.all(
    Array.from({ length: 130 }, async () => (await call("service_ping", {})).status),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(118);
  expect(statuses.filter((status) => status === 429)).toHaveLength(12);
});

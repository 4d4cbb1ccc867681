/** Starts Caddy with the Caddyfile of the guide. It signs the certificate itself, and listens on free ports. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished } from "vitest";
import { freePort } from "./free-port.ts";
import { read } from "./operating-guide.ts";

/** Sends a request to a path of the public host through Caddy. */
export type Proxied = (path: string, init?: RequestOf) => Promise<Response>;

interface RequestOf {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Resolves when a node passes Caddy's check. The program `caddy` has to be installed (Debian: `apt-get install caddy`). */
export async function startCaddy(host: string, nodes: readonly number[]): Promise<Proxied> {
  const folder = mkdtempSync(join(tmpdir(), "caddy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const [https, http] = [await freePort(), await freePort()];
  const options = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttps_port ${https}\n\thttp_port ${http}\n}\n`;
  writeFileSync(join(folder, "Caddyfile"), options + read("impl/docs/operating/Caddyfile"));
  const caddy = spawn("caddy", ["run", "--config", join(folder, "Caddyfile")], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      DOMAIN: host,
      NODES: nodes.map((port) => `127.0.0.1:${port}`).join(" "),
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  caddy.stderr.setEncoding("utf8").on("data", (some) => (log += some));
  caddy.on("error", (error) => (log += error.message));
  onTestFinished(async () => {
    if (caddy.exitCode === null && caddy.kill()) await once(caddy, "close");
  });
  const authority = join(folder, ".local/share/caddy/pki/authorities/local/root.crt");
  await expect
    .poll(() => existsSync(authority) || caddy.exitCode !== null || caddy.pid === undefined)
    .toBe(true);
  expect(existsSync(authority), log).toBe(true);

  async function send(
    path: string,
    { method = "GET", headers = {}, body }: RequestOf = {},
  ): Promise<Response> {
    // Caddy may still write the file at the first requests.
    const ca = readFileSync(authority);
    const sent = request({
      host: "127.0.0.1",
      port: https,
      servername: host,
      ca,
      path,
      method,
      headers: { ...headers, host },
    });
    sent.end(body);
    const [answer]: IncomingMessage[] = await once(sent, "response");
    const bytes = await buffer(answer!);
    return new Response(new Uint8Array(bytes), { status: answer!.statusCode! });
  }

  const status = () => send("/healthz").then(({ status }) => status, String);
  await expect.poll(status, { timeout: 30_000 }).toBe(200);
  return send;
}

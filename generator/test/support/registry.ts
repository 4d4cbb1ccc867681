/** A registry that answers as the MCP Registry does, and a program in place of its mcp-publisher. */
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";

interface ServedRegistry extends AsyncDisposable {
  readonly url: string;
}

/** Serves these versions of servers, the latest one last. It leaves out `false`, as the Registry does. */
export async function serveRegistry(...versions: readonly object[]): Promise<ServedRegistry> {
  return await serve((path) => {
    const [, , , name = "", , version = ""] = path.split("/").map(decodeURIComponent);
    const named = versions.filter((each) => Reflect.get(each, "name") === name);
    const found =
      version === "latest" ? named.at(-1) : named.find((each) => Reflect.get(each, "version") === version);
    const text = JSON.stringify({ server: found }, (_, value) => (value === false ? undefined : value));
    return [found ? 200 : 404, text];
  });
}

/** Serves the answers to paths: status and body. */
export async function serve(answer: (path: string) => readonly [number, string]): Promise<ServedRegistry> {
  const server = createServer(({ url = "" }, response) => {
    const [status, body] = answer(url);
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, "close");
    },
  };
}

interface InstalledPublisher {
  /** The environment that has it on its path. */
  readonly env: NodeJS.ProcessEnv;
  /** The arguments of its calls. */
  calls(): string[];
}

/** @param fails the subcommand that fails */
export function installPublisher(folder: string, fails = ""): InstalledPublisher {
  const bin = join(folder, "bin");
  const program = join(bin, "mcp-publisher");
  const calls = join(folder, "calls");
  mkdirSync(bin);
  writeFileSync(
    program,
    `#!/bin/sh\necho "$@" >> "${calls}"\necho "mcp-publisher $1 $MCP_PRIVATE_KEY"\ntest "$1" != "${fails}"\n`,
  );
  chmodSync(program, 0o755);
  return {
    env: { PATH: [bin, process.env.PATH].join(delimiter) },
    calls: () => readFileSync(calls, "utf8").trim().split("\n"),
  };
}

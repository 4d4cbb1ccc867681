/** `.ci/release.ts` publishes the packages to a registry of the test, in a copy of the repository without its history. */
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { run } from "../support/packed/shell.ts";
import { repository } from "../support/temporary-project.ts";

const folders = ["json-schema", "runtime", "conformance", "check", "generator"];
const names = folders.map(
  (folder): string => JSON.parse(readFileSync(join(repository, folder, "package.json"), "utf8")).name,
);

let copy: string;
beforeAll(() => {
  // Their setup has built the packages.
  expect(Object.keys(inject("tarballs")).sort()).toEqual([...folders].sort());
  copy = mkdtempSync(join(tmpdir(), "release-"));
  mkdirSync(join(copy, ".changeset"));
  for (const path of [".ci/release.ts", ".npmrc"]) cpSync(join(repository, path), join(copy, path));
  for (const folder of folders)
    cpSync(join(repository, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|test|fixtures)$/.test(path),
    });
});
afterAll(() => rmSync(copy, { recursive: true }));

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly repository?: object;
}

interface TestRegistry {
  readonly url: string;
  /** The manifests that npm sent, in their order. */
  readonly published: Manifest[];
}

/** A registry as far as `npm view` and `npm publish` ask it. */
async function serveNpm(): Promise<TestRegistry> {
  const published: Manifest[] = [];
  const server = createServer(async (request, response) => {
    const name = decodeURIComponent(request.url!.slice(1));
    if (request.method === "PUT") {
      const chunks: Buffer[] = await request.toArray();
      const { versions } = JSON.parse(Buffer.concat(chunks).toString()) as {
        versions: Record<string, Manifest>;
      };
      published.push(...Object.values(versions));
      response.writeHead(201, { "content-type": "application/json" }).end("{}");
      return;
    }
    const there = published.filter((each) => each.name === name);
    const latest = there.at(-1)?.version;
    const versions = Object.fromEntries(there.map((each) => [each.version, each]));
    response
      .writeHead(there.length > 0 ? 200 : 404, { "content-type": "application/json" })
      .end(JSON.stringify({ name, "dist-tags": { latest }, versions }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, published };
}

function release({ url }: TestRegistry, flags: readonly string[] = [], more: NodeJS.ProcessEnv = {}) {
  const token = { [`npm_config_${url.replace("http:", "")}/:_authToken`]: "of-the-test" };
  const args = [".ci/release.ts", ...flags, "--registry", url];
  return run(copy, process.execPath, args, undefined, { ...token, ...more });
}

test("publishes each package once, after those that it needs, and names the repository of the workflow", async () => {
  const registry = await serveNpm();
  const dry = await release(registry);
  expect(dry.code).toBe(0);
  for (const name of names) expect(dry.output).toMatch(`${name} 0.`);
  expect(dry.output.match(/is to be published: \d+ files, \d+ kB packed/g)).toHaveLength(names.length);
  expect(registry.published).toEqual([]);

  const workflow = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "example/toolwright" };
  expect(await release(registry, ["--publish"], workflow)).toMatchObject({ code: 0 });
  expect(registry.published.map(({ name }) => name)).toEqual(names);
  expect(registry.published.map((each) => each.repository)).toEqual(
    folders.map((directory) => ({
      type: "git",
      url: "git+https://github.com/example/toolwright.git",
      directory,
    })),
  );
  for (const folder of folders)
    expect(readFileSync(join(copy, folder, "package.json"), "utf8")).toBe(
      readFileSync(join(repository, folder, "package.json"), "utf8"),
    );

  const again = await release(registry, ["--publish"]);
  expect(again.output.match(/is there already/g)).toHaveLength(names.length);
  expect(registry.published).toHaveLength(names.length);
});

test("a tag of another version, and one before its changes have a version, publish nothing", async () => {
  const registry = await serveNpm();
  const change = join(copy, ".changeset", "a-change.md");
  writeFileSync(change, "");
  const { code, output } = await release(registry, ["--publish"], {
    GITHUB_REF_TYPE: "tag",
    GITHUB_REF_NAME: "v99.0.0",
  });
  rmSync(change);
  expect(code).toBe(1);
  expect(output).toContain("The tag is v99.0.0, and the packages have version");
  expect(output).toContain("Files of .changeset/ are in no version yet: 1.");
  expect(registry.published).toEqual([]);
});

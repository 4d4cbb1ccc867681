import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { codes } from "@toolwright/check/compatibility";
import { publint } from "publint";
import { ts } from "ts-morph";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { compilerErrors } from "../support/compiler.ts";
import { leadsSomewhere, linksOf } from "../support/packed/links.ts";
import { bytesOf, published, unpack } from "../support/packed/pack.ts";
import { succeeds } from "../support/packed/shell.ts";
import { repository } from "../support/temporary-project.ts";

/** The files of each package that users start or import. */
const entries = {
  runtime: ["index", "oauth/index", "validation/ajv-runtime", "validation/linear-pattern"].flatMap((name) => [
    `dist/${name}.js`,
    `dist/${name}.d.ts`,
  ]),
  "json-schema": [
    "index",
    "evaluation/index",
    "graph/index",
    "patterns/index",
    "sampling/index",
    "subschema/index",
  ].map((name) => `dist/${name}.js`),
  conformance: ["dist/index.js", "dist/cli.js", "dist/cases/index.js"],
  check: [
    "cli",
    ...["code-mode", "command", "compatibility", "cost", "descriptions", "directories", "portability"].map(
      (name) => `${name}/index`,
    ),
    ...["release", "report", "running-server", "surface"].map((name) => `${name}/index`),
  ].map((name) => `dist/${name}.js`),
  generator: ["dist/index.js", "dist/cli.js"],
};

/** Common patterns of servers: slugs, versions, addresses, and the patterns of zod. */
const serverWithPatterns = {
  tools: [
    {
      name: "publish",
      inputSchema: {
        type: "object",
        properties: {
          slug: { type: "string", pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$" },
          version: {
            type: "string",
            pattern:
              "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?$",
          },
          author: { type: "string", pattern: "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$" },
        },
      },
    },
    {
      name: "announce",
      inputSchema: z.toJSONSchema(
        z.object({
          to: z.email(),
          at: z.iso.datetime(),
          day: z.iso.date(),
          link: z.url(),
          id: z.uuid(),
          colour: z.string().regex(/^#[0-9a-fA-F]{6}$/),
        }),
      ),
    },
  ],
};

const tarballs = inject("tarballs");

function textOf(path: string): string {
  return readFileSync(join(repository, path), "utf8");
}

function manifestOf(folder: string): Record<string, Record<string, string>> {
  return JSON.parse(textOf(`${folder}/package.json`));
}

describe.each(published)("the package in %s", (folder) => {
  test("publint has no findings", async () => {
    const { messages } = await publint({
      pack: { tarball: await bytesOf(tarballs[folder]) },
      strict: true,
    });
    expect(messages).toEqual([]);
  });

  test("contains the build, README and licence, and no tests", () => {
    const { files } = tarballs[folder];
    const top = new Set(files.map((path) => path.split("/")[0]));
    const also = {
      "json-schema": [],
      runtime: [],
      check: ["bin", "help.txt", "report-schema.json"],
      conformance: ["bin", "cases", "help.txt", "report", "targets"],
      generator: ["bin", "guide", "help", "template"],
    }[folder];
    expect([...top].sort()).toEqual(["LICENSE", "README.md", "dist", "package.json", ...also].sort());
    expect(files.filter((path) => /^dist\/(test|template|faults|targets)\/|tsbuildinfo$/.test(path))).toEqual(
      [],
    );
  });

  test.runIf(folder === "conformance")(
    "has the target file of the form service alone, with its schema",
    () => {
      const { files } = tarballs[folder];
      expect(files.filter((path) => path.startsWith("targets/"))).toEqual(["targets/form-service.yaml"]);
      // The first line of the target file leads editors to it.
      expect(files).toContain("dist/target/target-schema.json");
    },
  );

  test("finds all its files, and declares exactly the packages that it loads", () => {
    const { files } = tarballs[folder];
    const parts = entries[folder].map((entry) => reachable(folder, entry));
    expect(parts.flatMap((part) => part.files).filter((path) => !files.includes(path))).toEqual([]);
    const used = new Set(
      parts.flatMap(({ packages }) => packages).filter((name) => !name.startsWith("node:")),
    );
    const { dependencies = {}, peerDependencies = {} } = manifestOf(folder);
    // A peer that is not installed is named when it is needed.
    const needed = [...used].filter((name) => !(name in peerDependencies));
    expect(needed.sort()).toEqual(Object.keys(dependencies).sort());
  });
});

test("no emitted file calls `new` on a function that returns the class", () => {
  // TypeScript 7.0.2 drops the parentheses of `new (require(name)).Class()`.
  const broken = /\bnew\s+(?:require|import|createRequire)\b/;
  const emitted = published.flatMap((folder) =>
    tarballs[folder].files.filter((path) => path.endsWith(".js")).map((path) => `${folder}/${path}`),
  );
  expect(emitted.filter((path) => broken.test(textOf(path)))).toEqual([]);
});

test.each(published)("every link in a page of the package in %s has a target", (folder) => {
  const { files } = tarballs[folder];
  const pages = new Map(
    files.filter((path) => path.endsWith(".md")).map((path) => [path, textOf(`${folder}/${path}`)]),
  );
  expect([...pages.keys()]).toContain("README.md");
  const broken = [...pages].flatMap(([page, text]) =>
    linksOf(text)
      .filter((link) => !leadsSomewhere(link, page, files, pages))
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("guide/ has the pages for users, and the README of the generator names each of them", () => {
  const pages = tarballs.generator.files.filter((path) => path.startsWith("guide/")).sort();
  const findings = pages.filter((path) => path.startsWith("guide/findings/"));
  const guide = pages.filter((path) => !findings.includes(path));
  expect(guide).toEqual(
    [
      "apps",
      "conformance",
      "descriptions",
      "keys",
      "keywords",
      "laws",
      "mock",
      "oauth",
      "portability",
      "publishing",
      "rules",
      "serving",
      "skills",
      "spec-language",
      "suite",
      "tasks",
    ].map((name) => `guide/${name}.md`),
  );
  expect(findings).toEqual(
    ["README", ...Object.keys(codes)].map((name) => `guide/findings/${name}.md`).sort(),
  );
  for (const page of [...guide, "guide/findings/README.md"])
    expect(textOf("generator/README.md")).toContain(`(${page})`);
});

test("the README of the runtime names its exports, and shows the code of the guide", async () => {
  const page = textOf("runtime/README.md");
  const modules = [await import("@toolwright/runtime"), await import("@toolwright/runtime/oauth")];
  const exported = modules.flatMap((module) => Object.keys(module));
  const named = [...page.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell]) => cell!.match(/\w+/g)!);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !exported.includes(name))).toEqual([]);
  const blocks = page.match(/^```ts\n[\s\S]*?^```$/gm)!;
  expect(blocks).toHaveLength(2);
  for (const block of blocks) expect(textOf("docs/serving.md")).toContain(block);
});

describe("the packed command", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "toolwright-"));
    await unpack(tarballs, folder);
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  const toolwright = (...args: readonly string[]) =>
    succeeds(folder, process.execPath, [join(folder, "node_modules/toolwright/bin/toolwright.js"), ...args]);

  test("imports and generates a server with ordinary patterns, and the output compiles", async () => {
    await writeFile(join(folder, "tools.json"), JSON.stringify(serverWithPatterns));
    const [guide = ""] = /\S+serving\.md/.exec(await toolwright("import", "--manifest", "tools.json")) ?? [];
    expect(await readFile(join(folder, guide), "utf8")).toContain("# Serving a spec");
    await toolwright("generate");
    expect(compilerErrors(folder, [])).toEqual([]);
    const manifest = JSON.parse(await readFile(join(folder, "generated", "manifest.json"), "utf8"));
    expect(manifest).toEqual(serverWithPatterns);
  });

  test("serves a mock of the imported server", async () => {
    await writeFile(join(folder, "tools.json"), JSON.stringify(serverWithPatterns));
    await toolwright("import", "--manifest", "tools.json", "--out", "mocked");
    const [name, input] = ["publish", { slug: "a-b", version: "1.0.0", author: "ada@example.org" }];
    const program = join(folder, "node_modules/toolwright/bin/toolwright.js");
    const answer = execFileSync(process.execPath, [program, "mock", "--spec", "mocked", "--stdio"], {
      cwd: folder,
      input: `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } })}\n`,
      stdio: ["pipe", "pipe", "ignore"],
    });
    expect(JSON.parse(answer.toString())).toMatchObject({ id: 1, result: { content: [{ type: "text" }] } });
  });
});

test("contains every file of the template", () => {
  const packed = tarballs.generator.files.filter((path) => path.startsWith("template/"));
  const files = execFileSync("git", ["ls-files", "template"], {
    cwd: join(repository, "generator"),
    encoding: "utf8",
  });
  expect(packed.sort()).toEqual(files.trim().split("\n").sort());
});

test("the packages contain everything that the template refers to", () => {
  const texts = ["conformance/targets/local.yaml", "README.md"].map((path) =>
    textOf(`generator/template/${path}`),
  );
  const named = texts.flatMap((text) => [
    ...text.matchAll(/node_modules\/(?:@toolwright\/)?(toolwright|runtime|conformance)\/([\w./-]+\w)/g),
  ]);
  expect(named).toHaveLength(7);
  const missing = named.filter(([, name, path]) => {
    const { files } = tarballs[name === "toolwright" ? "generator" : (name as "conformance")];
    return !files.includes(path!);
  });
  expect(missing.map(([whole]) => whole)).toEqual([]);
});

test("the template pins the versions that this repository is tested with", () => {
  const own = [
    "toolwright",
    "@toolwright/json-schema",
    "@toolwright/runtime",
    "@toolwright/conformance",
    "@toolwright/check",
  ];
  const versions = {
    ...manifestOf(".").devDependencies,
    ...manifestOf("check").dependencies,
    ...manifestOf("generator").dependencies,
    ...manifestOf("conformance").dependencies,
    ...manifestOf("runtime").dependencies,
    // `toolwright new` fills these in.
    ...Object.fromEntries(own.map((name) => [name, `{{${name}}}`])),
  };
  for (const folder of ["generator/template", "generator/template/_oauth"]) {
    const template = manifestOf(folder);
    for (const [name, version] of Object.entries({ ...template.dependencies, ...template.devDependencies }))
      expect([name, versions[name]]).toEqual([name, version]);
    expect(template.engines).toEqual(manifestOf("generator").engines);
  }
});

interface Reachable {
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

/** Returns the modules that a built module loads by import, by `import()` and by `require`. */
function reachable(folder: string, entry: string): Reachable {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const { fileName: target } of ts.preProcessFile(textOf(`${folder}/${file}`), true, true)
      .importedFiles) {
      // Declarations name the sources of others.
      const named = target.replace(/\.ts$/, ".d.ts");
      if (target.startsWith(".")) files.add(posix.join(posix.dirname(file), named));
      else packages.add(target.startsWith("node:") ? target : packageOf(target));
    }
  }
  return { files: [...files], packages: [...packages].sort() };
}

/** `ajv/dist/2020.js` -> `ajv`. */
function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

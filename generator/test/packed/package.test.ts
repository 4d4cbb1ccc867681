import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { publint } from "publint";
import { ts } from "ts-morph";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repository } from "../workshop.ts";
import { bytesOf, type Packed, pack } from "./pack.ts";

let packed: Packed;

beforeAll(async () => {
  packed = await pack();
});

afterAll(() => packed.remove());

function textOf(path: string): string {
  return readFileSync(join(repository, path), "utf8");
}

test("publint finds nothing to say", async () => {
  const { messages } = await publint({ pack: { tarball: await bytesOf(packed) }, strict: true });
  expect(messages).toEqual([]);
});

test("the package holds the toolkit, the suite and the template, and nothing else", () => {
  const top = new Set(packed.files.map((path) => path.split("/")[0]));
  expect([...top].sort()).toEqual([
    "LICENSE",
    "README.md",
    "conformance",
    "dist",
    "docs",
    "generator",
    "package.json",
  ]);
  const strays = packed.files.filter((path) =>
    /^generator\/(?!template\/)|^conformance\/(?!README\.md$)|^dist\/(?!generator\/|conformance\/)|^dist\/\w+\/(test|template|faults|targets)\//.test(
      path,
    ),
  );
  expect(strays).toEqual([]);
});

test("every file of the template is in it", () => {
  expect(packed.files.filter((path) => path.startsWith("generator/template/_")).sort()).toEqual([
    "generator/template/_gitattributes",
    "generator/template/_github/workflows/ci.yml",
    "generator/template/_gitignore",
  ]);
});

test("what the template refers to in the package is in the package", () => {
  const texts = ["template/conformance/targets/local.yaml", "template/README.md", "cli/import.ts"].map(
    (path) => textOf(`generator/${path}`),
  );
  const named = texts.flatMap((text) => [...text.matchAll(/node_modules\/toolwright\/([\w./-]+\w)/g)]);
  expect(named).toHaveLength(5);
  expect(named.map(([, path]) => path!).filter((path) => !packed.files.includes(path))).toEqual([]);
});

test("toolwright/runtime pulls in nothing of the generator, and no package but the validators' own", () => {
  const { files, packages } = reachable("dist/generator/runtime/index.js");
  expect(files.filter((path) => !path.startsWith("dist/generator/runtime/"))).toEqual([]);
  expect(packages.filter((name) => !name.startsWith("node:"))).toEqual(["ajv", "ajv-formats"]);
  expect(files.filter((path) => !packed.files.includes(path))).toEqual([]);
});

test("toolwright itself finds all its files and declares all its packages", () => {
  const parts = ["generator/index.js", "generator/cli.js", "conformance/cli.js"].map((entry) =>
    reachable(`dist/${entry}`),
  );
  expect(parts.flatMap(({ files }) => files).filter((path) => !packed.files.includes(path))).toEqual([]);
  const { dependencies } = JSON.parse(textOf("package.json")) as { dependencies: Record<string, string> };
  const used = new Set(
    parts.flatMap(({ packages }) => packages).filter((name) => !/^(node:|toolwright$)/.test(name)),
  );
  expect([...used].sort()).toEqual(Object.keys(dependencies).sort());
});

test("the template pins what this repository is tested with", () => {
  const own = JSON.parse(textOf("package.json")) as Record<string, Record<string, string>>;
  const template = JSON.parse(textOf("generator/template/package.json")) as typeof own;
  const versions = { ...own.devDependencies, ...own.dependencies };
  for (const [name, version] of Object.entries(template.devDependencies!))
    expect([name, versions[name]]).toEqual([name, version]);
  expect(template.engines).toEqual(own.engines);
});

interface Reachable {
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

/** What a built module loads: by import, by `import()` and by `require`. */
function reachable(entry: string): Reachable {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const { fileName: target } of ts.preProcessFile(textOf(file), true, true).importedFiles) {
      if (target.startsWith(".")) files.add(posix.join(posix.dirname(file), target));
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

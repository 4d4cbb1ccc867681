import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { publint } from "publint";
import { ts } from "ts-morph";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repository } from "../workshop.ts";
import { bytesOf, type Packed, pack, published } from "./pack.ts";

/** What users of each package start or import. */
const entries = {
  runtime: ["dist/index.js"],
  conformance: ["dist/index.js", "dist/cli.js", "dist/cases/index.js"],
  generator: ["dist/index.js", "dist/cli.js"],
};

let packed: Packed;

beforeAll(async () => {
  packed = await pack();
});

afterAll(() => packed.remove());

function textOf(path: string): string {
  return readFileSync(join(repository, path), "utf8");
}

function manifestOf(folder: string): Record<string, Record<string, string>> {
  return JSON.parse(textOf(`${folder}/package.json`));
}

describe.each(published)("the package in %s", (folder) => {
  test("publint finds nothing to say", async () => {
    const { messages } = await publint({
      pack: { tarball: await bytesOf(packed.tarballs[folder]) },
      strict: true,
    });
    expect(messages).toEqual([]);
  });

  test("holds what was built, its README and licence, and no tests", () => {
    const { files } = packed.tarballs[folder];
    const top = new Set(files.map((path) => path.split("/")[0]));
    const also = {
      runtime: [],
      conformance: ["bin"],
      generator: ["bin", "guide", "template"],
    }[folder];
    expect([...top].sort()).toEqual(["LICENSE", "README.md", "dist", "package.json", ...also].sort());
    expect(files.filter((path) => /^dist\/(test|template|faults|targets)\/|tsbuildinfo$/.test(path))).toEqual(
      [],
    );
  });

  test("finds all its files, and declares the packages that it loads, and no others", () => {
    const { files } = packed.tarballs[folder];
    const parts = entries[folder].map((entry) => reachable(folder, entry));
    expect(parts.flatMap((part) => part.files).filter((path) => !files.includes(path))).toEqual([]);
    const used = new Set(
      parts.flatMap(({ packages }) => packages).filter((name) => !name.startsWith("node:")),
    );
    expect([...used].sort()).toEqual(Object.keys(manifestOf(folder).dependencies!).sort());
  });
});

test("no emitted file calls `new` on a function that returns the class", () => {
  // TypeScript 7.0.2 drops the parentheses of `new (require(name)).Class()`.
  const broken = /\bnew\s+(?:require|import|createRequire)\b/;
  const emitted = published.flatMap((folder) =>
    packed.tarballs[folder].files.filter((path) => path.endsWith(".js")).map((path) => `${folder}/${path}`),
  );
  expect(emitted.filter((path) => broken.test(textOf(path)))).toEqual([]);
});

test("every file of the template is in it", () => {
  expect(packed.tarballs.generator.files.filter((path) => path.startsWith("template/_")).sort()).toEqual([
    "template/_gitattributes",
    "template/_github/workflows/ci.yml",
    "template/_gitignore",
  ]);
});

test("what the template refers to in the packages is in them", () => {
  const texts = ["template/conformance/targets/local.yaml", "template/README.md", "cli/import.ts"].map(
    (path) => textOf(`generator/${path}`),
  );
  const named = texts.flatMap((text) => [
    ...text.matchAll(/node_modules\/(?:@toolwright\/)?(toolwright|runtime|conformance)\/([\w./-]+\w)/g),
  ]);
  expect(named).toHaveLength(5);
  const missing = named.filter(([, name, path]) => {
    const { files } = packed.tarballs[name === "toolwright" ? "generator" : (name as "conformance")];
    return !files.includes(path!);
  });
  expect(missing.map(([whole]) => whole)).toEqual([]);
});

test("the template pins what this repository is tested with", () => {
  const versions = Object.assign(
    { toolwright: "{{toolwright}}" },
    ...["", "generator", "conformance"].flatMap((folder) => {
      const { devDependencies, dependencies } = manifestOf(folder || ".");
      return [devDependencies, dependencies];
    }),
  );
  const template = manifestOf("generator/template");
  for (const [name, version] of Object.entries(template.devDependencies!))
    expect([name, versions[name]]).toEqual([name, version]);
  expect(template.engines).toEqual(manifestOf("generator").engines);
});

interface Reachable {
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

/** What a built module loads: by import, by `import()` and by `require`. */
function reachable(folder: string, entry: string): Reachable {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const { fileName: target } of ts.preProcessFile(textOf(`${folder}/${file}`), true, true)
      .importedFiles) {
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

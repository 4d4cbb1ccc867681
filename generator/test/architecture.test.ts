import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What a part of the house may import, beside packages and its own files (docs/architecture.md). */
const arrows: readonly { part: string; mayImport: readonly string[] }[] = [
  { part: "generator/runtime", mayImport: [] },
  { part: "generator", mayImport: ["generator/runtime"] },
  { part: "generated", mayImport: ["toolwright/runtime"] },
  { part: "impl", mayImport: ["generated", "toolwright/runtime"] },
  { part: "conformance", mayImport: ["generated", "toolwright/runtime"] },
  {
    part: "bench",
    mayImport: [
      "generator",
      "generator/runtime",
      "generated",
      "impl",
      "conformance",
      "toolwright",
      "toolwright/runtime",
    ],
  },
];

/** Longest first, so that the runtime is not taken for the generator. */
const parts = arrows.map(({ part }) => part).sort((a, b) => b.length - a.length);

interface Import {
  readonly file: string;
  readonly from: string;
  readonly part: string;
  readonly target: string;
}

const sources = sourceFiles();
const imports = sources.flatMap(importsOf);

describe("data flows one way", () => {
  test.each(arrows)("$part imports only what it may", ({ part, mayImport }) => {
    const wrong = imports.filter(
      (found) => found.part === part && found.target !== part && !mayImport.includes(found.target),
    );
    expect(wrong.map(({ file, from }) => `${file} imports ${from}`)).toEqual([]);
  });

  test("every part that is named here has files", () => {
    const found = new Set(sources.map(partOf));
    expect(
      ["generator/runtime", "generator", "generated", "impl"].filter((part) => !found.has(part)),
    ).toEqual([]);
  });
});

describe("the pipeline is pure", () => {
  test("only the CLI and files/ touch disk, arguments and exit codes", () => {
    const mayTouch = /^generator\/(cli\.ts|cli\/|files\/|runtime\/|test\/|template\/)/;
    const touching = sources
      .filter((file) => partOf(file) === "generator" && !mayTouch.test(file))
      .filter((file) => /\bprocess\.|"node:(fs|child_process|http|net)(\/\w+)?"/.test(textOf(file)));
    expect(touching).toEqual([]);
  });

  test("only the scaffold, which edits code, loads ts-morph: it is slow to load", () => {
    const loading = imports.filter(({ from }) => from === "ts-morph").map(({ file }) => file);
    expect(loading.filter((file) => !/^generator\/(scaffold\/|test\/)/.test(file))).toEqual([]);
  });
});

test("the form service speaks MCP only in its server", () => {
  const words =
    /"jsonrpc"|structuredContent|isError|tools\/(list|call)|protocolVersion|@modelcontextprotocol/;
  const speaking = sources
    .filter((file) => /^impl\/(?!test\/|server\.ts$)/.test(file))
    .filter((file) => words.test(textOf(file)));
  expect(speaking).toEqual([]);
});

test("no drawer collects what belongs elsewhere", () => {
  expect(sources.filter((file) => /(^|\/)(utils?|helpers?|common|misc|shared)\.ts$/.test(file))).toEqual([]);
});

function importsOf(file: string): Import[] {
  if (/\/(test|fixtures|template)\//.test(file)) return [];
  const statements = textOf(file).matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^"'`;]*?from\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|\n\s*import\s+"([^"]+)"/g,
  );
  return [...statements].flatMap(([, named, dynamic, bare]) => {
    const from = named ?? dynamic ?? bare!;
    const target = targetOf(file, from);
    return target === undefined ? [] : [{ file, from, part: partOf(file), target }];
  });
}

/** The part that an import leads to; `undefined` for packages of others. */
function targetOf(file: string, from: string): string | undefined {
  if (from === "toolwright" || from === "toolwright/runtime") return from;
  if (!from.startsWith(".")) return undefined;
  return partOf(join(dirname(file), from).split(sep).join("/"));
}

function partOf(file: string): string {
  return parts.find((part) => file.startsWith(`${part}/`)) ?? "top";
}

function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

function sourceFiles(): string[] {
  return ["generator", "generated", "impl", "conformance", "bench"].flatMap((part) =>
    entriesBelow(join(root, part))
      .filter((file) => file.endsWith(".ts"))
      .map((file) => relative(root, file).split(sep).join("/"))
      .filter((file) => !/\/(fixtures|refusals|template|node_modules)\//.test(file)),
  );
}

function entriesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

/** Holds the imports of the whole repository against docs/architecture.md: arrows between parts, and none that lead back. */
import { basename, dirname } from "node:path/posix";
import { describe, expect, test } from "vitest";
import {
  circles,
  type Edge,
  type Import,
  listImports,
  mutualPairs,
  readSource,
  sourceFiles,
  toFolders,
} from "../../.ci/import-graph.ts";
import { pictures } from "../../.ci/picture.ts";

/** The imports that each part of the repository may have, besides packages and its own files (docs/architecture.md). */
const arrows: readonly { part: string; mayImport: readonly string[] }[] = [
  { part: "runtime", mayImport: [] },
  // A workspace in the folder of the suite. A file belongs to the first part that has its folder.
  {
    part: "conformance/faults",
    mayImport: ["conformance", "@toolwright/runtime", "@toolwright/conformance/cases"],
  },
  { part: "conformance", mayImport: ["generated", "@toolwright/runtime"] },
  { part: "json-schema", mayImport: [] },
  {
    part: "check",
    mayImport: [
      "@toolwright/json-schema",
      "@toolwright/runtime",
      "@toolwright/conformance/login",
      "@toolwright/conformance/protocol",
      "@toolwright/conformance/sarif",
      "@toolwright/conformance/server-options",
    ],
  },
  {
    part: "generator",
    mayImport: [
      "@toolwright/check",
      "@toolwright/json-schema",
      "@toolwright/runtime",
      "@toolwright/conformance/cases",
      "@toolwright/conformance/login",
      "@toolwright/conformance/sarif",
      "@toolwright/conformance/server-options",
    ],
  },
  { part: "generated", mayImport: ["@toolwright/runtime", "@toolwright/conformance"] },
  { part: "impl", mayImport: ["generated", "@toolwright/runtime"] },
  { part: "evidence/eval", mayImport: ["generated", "impl", "@toolwright/runtime"] },
  { part: "evidence/stories", mayImport: ["generated", "impl", "@toolwright/runtime"] },
  { part: "evidence/referees", mayImport: ["@toolwright/check"] },
  { part: "evidence/attacks", mayImport: ["generated", "generator", "impl", "top", "@toolwright/runtime"] },
  {
    part: "evidence/bench",
    mayImport: [
      "@toolwright/check",
      "generator",
      "runtime",
      "generated",
      "impl",
      "conformance",
      "toolwright",
      "@toolwright/runtime",
      "@toolwright/conformance",
    ],
  },
];

/** The packages of this repository, as imports name them. */
const packages = [
  "toolwright",
  "@toolwright/check",
  "@toolwright/json-schema",
  "@toolwright/runtime",
  "@toolwright/conformance/cases",
  "@toolwright/conformance/laws",
  "@toolwright/conformance/login",
  "@toolwright/conformance/protocol",
  "@toolwright/conformance/sarif",
  "@toolwright/conformance/server-options",
  "@toolwright/conformance",
];

/**
 * The folders of each package in the order of the data flow: each imports only from folders before it, and from loose
 * files. docs/architecture.md and impl/docs/architecture.md say what each is for.
 */
const flow: Readonly<Record<string, readonly string[]>> = {
  runtime: [
    "json",
    "names",
    "layout",
    "service",
    "oauth",
    "client",
    "validation",
    "messages",
    "explain",
    "calls",
    "tasks",
    "dispatch",
    "endpoint",
    "http",
    "stdio",
    "testing",
  ],
  conformance: [
    "usage",
    "server-options",
    "cases",
    "login",
    "wire",
    "results",
    "target",
    "media",
    "judge",
    "calls",
    "answers",
    "behaviour",
    "engine",
    "laws",
    "checks",
    "kinds",
    "run",
    "report",
    "cli",
    "runner",
  ],
  "conformance/faults": ["operators", "patches"],
  "json-schema": ["patterns", "evaluation", "graph", "sampling", "subschema"],
  check: [
    "report",
    "installed",
    "surface",
    "running-server",
    "lock",
    "compatibility",
    "release",
    "portability",
    "cost",
    "code-mode",
    "verdict",
    "descriptions",
    "directories",
    "official-suite",
    "sections",
    "command",
  ],
  generator: [
    "diagnostics",
    "cache",
    "language",
    "typescript",
    "parse",
    "report",
    "model",
    "structure",
    "schema",
    "layout",
    "description",
    "scenarios",
    "resolve",
    "docs",
    "skills",
    "types",
    "cases",
    "rules",
    "emit",
    "published",
    "mock",
    "files",
    "scaffold",
    "import",
    "cli",
  ],
  impl: ["texts", "platform", "accounts", "lessons", "forms", "responses", "ai", "web", "mcp"],
};

const sources = sourceFiles([
  "check",
  "json-schema",
  "runtime",
  "generator",
  "generated",
  "impl",
  "conformance",
  "evidence",
]);
const code = sources.filter((file) => !isTest(file));
/** The sources of the packages: all but benches, generated code and tests. */
const own = code.filter((file) => partOf(file) in flow);
const imports = code.flatMap(listImports);

describe("data flows one way", () => {
  test.each(arrows)("$part imports only what it may", ({ part, mayImport }) => {
    const wrong = imports
      .filter(({ file }) => partOf(file) === part)
      .filter((each) => {
        const target = targetOf(each);
        return target !== undefined && target !== part && !mayImport.includes(target);
      });
    expect(wrong.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([]);
  });

  test("every listed part has files", () => {
    const present = new Set(sources.map(partOf));
    expect(arrows.map(({ part }) => part).filter((part) => !present.has(part))).toEqual([]);
  });

  test("no files import each other in a circle, types included", () => {
    expect(circles(edges())).toEqual([]);
    const evidence = code.filter((file) => file.startsWith("evidence/")).flatMap(listImports);
    expect(circles(evidence.flatMap(({ file, target }): Edge[] => (target ? [[file, target]] : [])))).toEqual(
      [],
    );
  });

  test("no two folders need each other, at any depth", () => {
    expect(mutualPairs(edges().flatMap(betweenFolders))).toEqual([]);
  });

  test.each(Object.entries(flow))("each folder of %s imports only from those before it", (part, order) => {
    const folders = edges()
      .flatMap(betweenFolders)
      .filter(([from]) => dirname(from) === part)
      .map(([from, to]) => [basename(from), basename(to)] as const);
    const wrong = folders.filter(([from, to]) => order.indexOf(to) >= order.indexOf(from));
    expect([...new Set(wrong.map(([from, to]) => `${from} imports ${to}`))]).toEqual([]);
  });

  test.each(Object.entries(flow))("the flow names every folder of %s, and no other", (part, order) => {
    const present = own
      .filter((file) => partOf(file) === part)
      .map((file) => file.slice(part.length + 1).split("/"))
      .flatMap((path) => (path.length > 1 ? [path[0]!] : []));
    expect([...new Set(present)].sort()).toEqual(order.toSorted());
  });
});

describe("the pipeline is pure", () => {
  test("only the CLI and files/ use the disk, arguments and exit codes", () => {
    const mayTouch = /^generator\/(cli\.ts|cli\/|files\/|template\/)/;
    const touching = code
      .filter((file) => partOf(file) === "generator" && !mayTouch.test(file))
      .filter((file) => /\bprocess\.|"node:(fs|child_process|http|net)(\/\w+)?"/.test(readSource(file)));
    expect(touching).toEqual([]);
  });

  test("commands load the slow TypeScript printer only when they emit", () => {
    const commands = code.filter((file) => /^generator\/(cli\.ts$|cli\/(?!scaffold\.ts$))/.test(file));
    const loaded = new Set(commands);
    const slow = ["ts-morph", "json-schema-to-typescript"];
    for (const file of loaded)
      for (const { specifier, target, isLazy } of listImports(file)) {
        if (isLazy) continue;
        if (slow.includes(specifier)) expect.fail(`${file} loads ${specifier}`);
        if (target !== undefined) loaded.add(target);
      }
  });
});

test("the form service uses MCP only in its server, in the pages that hosts show, and in the examples for readers", () => {
  const words =
    /"jsonrpc"|structuredContent|isError|tools\/(list|call)|protocolVersion|@modelcontextprotocol/;
  const speaking = code
    .filter((file) => /^impl\/(?!mcp\/(server|apps\/client)\/|web\/owner\/views\/snippets\.ts$)/.test(file))
    .filter((file) => words.test(readSource(file)));
  expect(speaking).toEqual([]);
});

test("handlers and MCP Apps load components of the web, but no page", () => {
  const loading = code
    .filter((file) => /^impl\/mcp\/(handlers|apps)\//.test(file))
    .flatMap(listImports)
    .filter(({ target }) => target !== undefined && /^impl\/web\/(?!components\/)/.test(target));
  expect(loading.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([]);
});

describe("the form service sends requests from one place", () => {
  /** Modules that open connections, with the exports that open none; every file may import those exports. */
  const clients: Readonly<Record<string, readonly string[]>> = {
    "node:http": ["createServer"],
    "node:https": [],
    "node:http2": [],
    "node:net": ["isIP", "BlockList"],
    "node:tls": [],
    "node:dns": [],
    "node:dns/promises": [],
    "node:dgram": [],
    undici: [],
    nodemailer: [],
    "@aws-sdk/client-s3": ["HeadBucketCommand", "paginateListObjectsV2"],
  };
  const inside = code.filter(
    (file) =>
      file.startsWith("impl/") &&
      !/^impl\/(web\/(client|editor)|mcp\/apps\/client|platform\/outgoing)\//.test(file),
  );

  test("nothing else imports a client of HTTP, sockets, DNS, mail or S3", () => {
    const imported = inside.flatMap((file) =>
      namesImportedBy(file)
        .filter(([specifier, name]) => clients[specifier]?.includes(name) === false)
        .map(([specifier, name]) => `${file} imports ${name} of ${specifier}`),
    );
    // A socket around a file descriptor, which connects to nothing.
    expect(imported).toEqual(["impl/platform/log/log.ts imports Socket of node:net"]);
  });

  test("nothing else takes the fetch of the process", () => {
    const taken = inside.filter((file) => /(?<![.\w])fetch\b(?!\??:)|globalThis\.fetch/.test(codeOf(file)));
    expect(taken).toEqual([]);
  });

  /** A whole module, or one that is loaded later, is `*`. */
  function namesImportedBy(file: string): [specifier: string, name: string][] {
    const text = readSource(file);
    const listed = [...text.matchAll(/^import (?!type\b)([^;"]*?)\s*from "([^"]+)"/gm)].flatMap(
      ([, names = "", specifier = ""]) =>
        (names.startsWith("{") ? names.slice(1, -1).split(",") : ["*"])
          .map((name) => name.trim())
          .filter((name) => name !== "" && !name.startsWith("type "))
          .map((name): [string, string] => [specifier, name]),
    );
    const lazy = [...text.matchAll(/\b(?:import|require)\(\s*"([^"]+)"/g)];
    return [...listed, ...lazy.map(([, specifier = ""]): [string, string] => [specifier, "*"])];
  }

  /** Removes comments, strings and types. */
  function codeOf(file: string): string {
    return readSource(file)
      .replaceAll(/\/\*.*?\*\/|(?<![:\w])\/\/[^\n]*|"[^"\n]*"/gs, "")
      .replaceAll("typeof fetch", "");
  }
});

test.each(pictures())("the picture of $page is drawn from the imports", ({ page, text }) => {
  expect(readSource(page), "node .ci/picture.ts draws it anew").toContain(text);
});

test("no file is named like a collection of unrelated functions", () => {
  expect(sources.filter((file) => /(^|\/)(utils?|helpers?|common|misc|shared)\.ts$/.test(file))).toEqual([]);
});

test("the name of a test file has its kind; helpers are in test/support, servers of strangers in test/strangers", () => {
  const tests = sources.filter(
    (file) => isTest(file) && !/\bwant\/|^generator\/template\/|^generated\//.test(file),
  );
  const named =
    /\.((unit|service|engine|sqlite|postgres|browser|process)\.test|proof|soak)\.ts$|^[\w-]+(\/faults)?\/test\/(support|strangers)\//;
  expect(tests.filter((file) => !named.test(file))).toEqual([]);
});

/** Imports between files of the same part, by their places. */
function edges(): Edge[] {
  return own
    .flatMap(listImports)
    .filter(({ file, target }) => target !== undefined && partOf(target) === partOf(file))
    .map(({ file, target }): Edge => [file, target!]);
}

function betweenFolders(edge: Edge): Edge[] {
  const folders = toFolders(edge);
  return folders === undefined ? [] : [folders];
}

/** Tests, and what they import: a test may look at everything. */
function isTest(file: string): boolean {
  return /(^|\/)test\/|\.(test|proof|soak)\.tsx?$/.test(file);
}

/** The part that an import leads to; `undefined` for packages of others. */
function targetOf({ specifier, target }: Import): string | undefined {
  if (target !== undefined) return partOf(target);
  return packages.find((name) => specifier === name || specifier.startsWith(`${name}/`));
}

function partOf(file: string): string {
  return arrows.find(({ part }) => file.startsWith(`${part}/`))?.part ?? "top";
}

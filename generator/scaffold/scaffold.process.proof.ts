import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scaffoldHandlers } from "../cli/scaffold.ts";
import { compile, emit } from "../compile.ts";
import { DiskError } from "../files/disk-error.ts";
import { readSpec } from "../files/spec.ts";
import type { Model } from "../model/model.ts";
import { compilerErrors, writeAll } from "../test/support/compiler.ts";
import { inTemporaryProject } from "../test/support/temporary-project.ts";

const service = (tools: readonly string[]) => `
toolwright: 1
server: { name: notes, version: 1.0.0 }
endpoint: { transport: streamable-http }
auth: { scheme: none }
modes: { read: {} }
tools: [${tools.join(", ")}]
`;

/** A spec with tools of these names. */
function specOf(...tools: readonly string[]) {
  return compile([
    { path: "service.yaml", text: service(tools) },
    ...tools.map((name) => ({
      path: `tools/${name}.yaml`,
      text: `mode: read\ntitle: The ${name} tool\ninput: { type: object }\noutput: { type: object }\n`,
    })),
  ]);
}

/** Runs `--scaffold` in a folder with these files, and returns the files afterwards and the messages. */
function scaffolded(files: Readonly<Record<string, string>>, ...tools: readonly string[]) {
  return scaffoldedFor(specOf(...tools).model!, files);
}

function scaffoldedFor(model: Model, files: Readonly<Record<string, string>>) {
  const project = mkdtempSync(join(tmpdir(), "toolwright-"));
  const folder = join(project, "src", "handlers");
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const said = scaffoldHandlers(model, join(project, "generated"), folder);
    const after = Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]),
    );
    return { files: after, said: said.map((line) => line.replaceAll(`${folder}/`, "")) };
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

const from = `import type { Handlers } from "../../generated/handlers.ts";`;
const ping = `export const ping = () => ({});\n`;

interface Case {
  readonly before: string;
  readonly after: string;
  /** Files beside index.ts; by default `ping.ts`. */
  readonly beside?: Readonly<Record<string, string>>;
  /** Makes a spec with tools; by default ping, which is bound, find and add. */
  readonly tools?: readonly string[];
}

/** Each index.ts before and after: text is added, and nothing else changes. */
const cases: Readonly<Record<string, Case>> = {
  "one property a line": {
    before: `${from}
import { ping } from "./ping.ts";

export const handlers: Handlers = {
  ping,
};
`,
    after: `${from}
import { ping } from "./ping.ts";
import { find } from "./find.ts";
import { add } from "./add.ts";

export const handlers: Handlers = {
  ping,
  find,
  add,
};
`,
  },
  "everything on one line": {
    before: `${from}\nimport { ping } from "./ping.ts";\nexport const handlers: Handlers = { ping };\n`,
    after: `${from}\nimport { ping } from "./ping.ts";\nimport { find } from "./find.ts";\nimport { add } from "./add.ts";\nexport const handlers: Handlers = { ping, find, add };\n`,
  },
  "on one line, with a comma at its end": {
    before: `${from}\nimport { ping } from "./ping.ts";\nexport const handlers: Handlers = { ping, /* soon more */ };\n`,
    after: `${from}\nimport { ping } from "./ping.ts";\nimport { find } from "./find.ts";\nexport const handlers: Handlers = { ping, find, /* soon more */ };\n`,
    tools: ["ping", "find"],
  },
  "no comma after the last, and comments around it": {
    before: `${from} // the interface
import { ping } from "./ping.ts"; // alive?

export const handlers: Handlers = {
  // Tools, in the order of the spec.
  ping: ping /* at once */ // never refuses
  // More to come.
};
`,
    after: `${from} // the interface
import { ping } from "./ping.ts"; // alive?
import { find } from "./find.ts";

export const handlers: Handlers = {
  // Tools, in the order of the spec.
  ping: ping, /* at once */ // never refuses
  find
  // More to come.
};
`,
    tools: ["ping", "find"],
  },
  "Windows line ends and a byte order mark": {
    before: `\uFEFF${from}\r\nimport { ping } from "./ping.ts";\r\n\r\nexport const handlers: Handlers = {\r\n  ping,\r\n};\r\n`,
    after: `\uFEFF${from}\r\nimport { ping } from "./ping.ts";\r\nimport { find } from "./find.ts";\r\n\r\nexport const handlers: Handlers = {\r\n  ping,\r\n  find,\r\n};\r\n`,
    tools: ["ping", "find"],
  },
  "tabs, single quotes, no semicolons, imports of .js": {
    before: `import type { Handlers } from '../../generated/handlers.js'\nimport { ping } from './ping.js'\n\nexport const handlers = {\n\tping\n} satisfies Handlers\n`,
    after: `import type { Handlers } from '../../generated/handlers.js'\nimport { ping } from './ping.js'\nimport { find } from './find.js'\n\nexport const handlers = {\n\tping,\n\tfind\n} satisfies Handlers\n`,
    tools: ["ping", "find"],
  },
  "satisfies, after as const": {
    before: `${from}\nexport const handlers = {\n} as const satisfies Handlers;\n`,
    after: `${from}\nimport { find } from "./find.ts";\nexport const handlers = {\n  find,\n} as const satisfies Handlers;\n`,
    tools: ["find"],
  },
  "empty, with a comment in it": {
    before: `${from}\nexport const handlers: Handlers = {\n  // none yet\n};\n`,
    after: `${from}\nimport { find } from "./find.ts";\nexport const handlers: Handlers = {\n  // none yet\n  find,\n};\n`,
    tools: ["find"],
  },
  "a factory": {
    before: `${from}
import type { App, Unused } from "../app.ts";

export function handlers(app: App): Handlers {
    const ignored: Unused = { handlers: {} };
    void ignored;
    return {
        ping: () => ({ at: app.now() }),
    };
}
`,
    after: `${from}
import type { App, Unused } from "../app.ts";
import { find } from "./find.ts";

export function handlers(app: App): Handlers {
    const ignored: Unused = { handlers: {} };
    void ignored;
    return {
        ping: () => ({ at: app.now() }),
        find: find(app),
    };
}
`,
    tools: ["ping", "find"],
  },
  "an arrow function that takes its parameters apart: a handler without": {
    before: `${from}
import type * as own from "../app.ts";

export interface Parts { readonly app: own.App }
export const handlers = ({ app: { now } }: Parts, ...rest: readonly own.Unused[]): Readonly<Handlers> => ({ ping: () => ({ at: now(), rest }) });
`,
    after: `${from}
import type * as own from "../app.ts";
import { find } from "./find.ts";

export interface Parts { readonly app: own.App }
export const handlers = ({ app: { now } }: Parts, ...rest: readonly own.Unused[]): Readonly<Handlers> => ({ ping: () => ({ at: now(), rest }), find });
`,
    tools: ["ping", "find"],
  },
  "a factory with a type that is nobody else's: a handler without": {
    before: `${from}
import { type App, app as usual } from "../app.ts";

type Clock = () => number;
export async function handlers(app: App = usual, clock?: Clock): Promise<Handlers> {
  const made: Handlers = { ping: () => ({ at: clock?.() ?? app.now() }) };
  return made;
}
`,
    after: `${from}
import { type App, app as usual } from "../app.ts";
import { find } from "./find.ts";

type Clock = () => number;
export async function handlers(app: App = usual, clock?: Clock): Promise<Handlers> {
  const made: Handlers = { ping: () => ({ at: clock?.() ?? app.now() }), find };
  return made;
}
`,
    tools: ["ping", "find"],
  },
  "names that are taken, reserved or quoted": {
    before: `${from}
import { find as found } from "./find.ts";
import { ping } from "./ping.ts";

const add = () => ({});
export const handlers: Handlers = {
  "ping": ping,
  ["other"]: add,
};
`,
    after: `${from}
import { find as found } from "./find.ts";
import { ping } from "./ping.ts";
import { add as addTool } from "./add.ts";
import { handlers as handlersTool } from "./handlers.ts";
import { deleteTool } from "./delete.ts";
import { index } from "./indexTool.ts";
import { notImplementedTool } from "./notImplemented.ts";

const add = () => ({});
export const handlers: Handlers = {
  "ping": ping,
  ["other"]: add,
  find: found,
  add: addTool,
  handlers: handlersTool,
  delete: deleteTool,
  index,
  notImplemented: notImplementedTool,
};
`,
    beside: { "ping.ts": ping, "find.ts": "export const find = () => ({});\n" },
    tools: ["ping", "other", "find", "add", "handlers", "delete", "index", "not_implemented"],
  },
  "bound, but not written": {
    before: `${from}
import { unimplemented } from "../../generated/unimplemented.ts";

export const handlers: Handlers = {
  ping: unimplemented.ping,
  find() {
    return {};
  },
  get add() {
    return () => ({});
  },
};
`,
    after: `${from}
import { unimplemented } from "../../generated/unimplemented.ts";

export const handlers: Handlers = {
  ping: unimplemented.ping,
  find() {
    return {};
  },
  get add() {
    return () => ({});
  },
};
`,
  },
  "no index yet": {
    before: "",
    after: `${from}
import { find } from "./find.ts";
import { add } from "./add.ts";

export const handlers: Handlers = {
  find,
  add,
};
`,
    tools: ["find", "add"],
    beside: {},
  },
};

function filesOf({ before, beside = { "ping.ts": ping } }: Case): Record<string, string> {
  return { ...beside, ...(before !== "" && { "index.ts": before }) };
}

describe("index.ts gets an import and a property for each tool, and keeps every other byte", () => {
  test.each(Object.entries(cases))("%s", (_, one) => {
    const { tools = ["ping", "find", "add"] } = one;
    const { files } = scaffolded(filesOf(one), ...tools);
    expect(files["index.ts"]).toBe(one.after);
    for (const [name, text] of Object.entries(one.beside ?? {})) expect(files[name]).toBe(text);
    expect(scaffolded(files, ...tools)).toEqual({ files, said: ["No handler is missing."] });
  });

  test("all of it compiles, with the handlers", async () => {
    const app = `export interface App { now(): number }\nexport interface Unused { readonly handlers: object }\nexport const app: App = { now: Date.now };\n`;
    await inTemporaryProject(async (parent) => {
      for (const [index, one] of Object.values(cases).entries()) {
        const { tools = ["ping", "find", "add"] } = one;
        const { model } = specOf(...tools);
        const { files } = scaffolded(filesOf(one), ...tools);
        const project = join(parent, `case-${index}`);
        writeAll(join(project, "generated"), await emit(model!));
        writeAll(join(project, "src"), [{ path: "app.ts", text: app }]);
        writeAll(
          join(project, "src", "handlers"),
          Object.entries(files).map(([path, text]) => ({ path, text })),
        );
      }
      const unused = /'(handlers|ignored|found)' is declared but/;
      expect(compilerErrors(parent).filter(({ message }) => !unused.test(message))).toEqual([]);
    });
  });
});

test("a handler refuses with not_implemented, in the style of index.ts", () => {
  const { files, said } = scaffolded({ "index.ts": cases["a factory"]!.before }, "ping", "find");
  expect(files["find.ts"]).toBe(`\
import { notImplemented } from "@toolwright/runtime";
import type { Handlers } from "../../generated/handlers.ts";
import type { App } from "../app.ts";

/** \`find\`: The find tool. */
export function find(_app: App): Handlers["find"] {
    return () => notImplemented("find");
}
`);
  expect(said).toEqual(["find.ts: bound to find. Write its handler."]);
  const other = scaffolded(
    { "index.ts": cases["tabs, single quotes, no semicolons, imports of .js"]!.before },
    "find",
  );
  expect(other.files["find.ts"]).toBe(`\
import { notImplemented } from '@toolwright/runtime'
import type { Handlers } from '../../generated/handlers.js'

/** \`find\`: The find tool. */
export const find: Handlers['find'] = () => notImplemented('find')
`);
});

test("binds an existing file, and never replaces it", () => {
  const mine = `export const find = () => ({ mine: true });\n`;
  const { files } = scaffolded(
    { "index.ts": cases["one property a line"]!.before, "find.ts": mine },
    "ping",
    "find",
  );
  expect(files["find.ts"]).toBe(mine);
  expect(files["index.ts"]).toContain(`import { find } from "./find.ts";`);
});

test("reports and keeps a handler whose tool was removed from the spec", () => {
  const before = cases["one property a line"]!.before;
  const { files, said } = scaffolded({ "index.ts": before, "ping.ts": ping }, "find");
  expect(files["ping.ts"]).toBe(ping);
  expect(files["index.ts"]).toContain("  ping,\n  find,\n");
  expect(said).toEqual([
    "find.ts: bound to find. Write its handler.",
    "index.ts: the spec has no ping any more. Take it out when you no longer need it.",
  ]);
});

const { model: resources } = compile(readSpec(join(import.meta.dirname, "../test/fixtures/resources/spec")));
const tools = {
  "ping.ts": ping,
  "show.ts": ping.replace("ping", "show"),
  "refresh.ts": ping.replace("ping", "refresh"),
};
const boundTools = `${from}
import { ping } from "./ping.ts";
import { refresh } from "./refresh.ts";
import { show } from "./show.ts";
`;

describe("handlers of resources, prompts and completions", () => {
  const noteFile = `\
import { notImplemented } from "@toolwright/runtime";
import type { Handlers } from "../../generated/handlers.ts";

/** \`note\`: A note. */
export const noteResource: Handlers["resources"]["note"] = () => notImplemented("note");
`;
  /** The additions if no handler exists. */
  const addedImports = `import { noteResource } from "./noteResource.ts";
import { completeNoteResource } from "./completeNoteResource.ts";
import { attachmentResource } from "./attachmentResource.ts";
import { feedResource } from "./feedResource.ts";
import { reviewPrompt } from "./reviewPrompt.ts";
import { completeReviewPrompt } from "./completeReviewPrompt.ts";
`;
  const saidOfAll = [
    "noteResource.ts: bound to resources.note. Write its handler.",
    "completeNoteResource.ts: bound to resources.completeNote. Write its handler.",
    "attachmentResource.ts: bound to resources.attachment. Write its handler.",
    "feedResource.ts: bound to resources.feed. Write its handler.",
    "reviewPrompt.ts: bound to prompts.review. Write its handler.",
    "completeReviewPrompt.ts: bound to prompts.completeReview. Write its handler.",
  ];
  const cases: Readonly<
    Record<string, { before: Record<string, string>; after: Record<string, string>; said: string[] }>
  > = {
    "an index.ts that has none": {
      before: {
        ...tools,
        "index.ts": `${boundTools}\nexport const handlers: Handlers = {\n  ping,\n  refresh,\n  show,\n};\n`,
      },
      after: {
        "noteResource.ts": noteFile,
        "index.ts": `${boundTools}${addedImports}
export const handlers: Handlers = {
  ping,
  refresh,
  show,
  resources: {
    note: noteResource,
    completeNote: completeNoteResource,
    attachment: attachmentResource,
    feed: feedResource,
  },
  prompts: {
    review: reviewPrompt,
    completeReview: completeReviewPrompt,
  },
};
`,
      },
      said: saidOfAll,
    },
    "an object that a function returns": {
      before: {
        ...tools,
        "index.ts": `${boundTools}
export function handlers(): Handlers {
  return {
    ping,
    refresh,
    show,
  };
}
`,
      },
      after: {
        "index.ts": `${boundTools}${addedImports}
export function handlers(): Handlers {
  return {
    ping,
    refresh,
    show,
    resources: {
      note: noteResource,
      completeNote: completeNoteResource,
      attachment: attachmentResource,
      feed: feedResource,
    },
    prompts: {
      review: reviewPrompt,
      completeReview: completeReviewPrompt,
    },
  };
}
`,
      },
      said: saidOfAll,
    },
    "some in index.ts, some in a factory of their own file, and two that left the spec": {
      before: {
        ...tools,
        "resources.ts": `${from}
import type { App } from "../app.ts";

export function resources(app: App): Handlers["resources"] {
  return {
    note: () => ({ text: String(app.now()) }),
    completeNote: () => [],
    feed: () => "news",
    archive: () => "gone",
  };
}
`,
        "index.ts": `${boundTools}import type { App } from "../app.ts";
import { resources } from "./resources.ts";

export const handlers = (app: App): Handlers => ({
  ping,
  refresh,
  show,
  resources: resources(app),
  prompts: { review: () => [], completeSummary: () => [] },
});
`,
      },
      after: {
        "attachmentResource.ts": `import { notImplemented } from "@toolwright/runtime";
import type { Handlers } from "../../generated/handlers.ts";
import type { App } from "../app.ts";

/** \`attachment\`. */
export function attachmentResource(_app: App): Handlers["resources"]["attachment"] {
  return () => notImplemented("attachment");
}
`,
        "resources.ts": `${from}
import type { App } from "../app.ts";
import { attachmentResource } from "./attachmentResource.ts";

export function resources(app: App): Handlers["resources"] {
  return {
    note: () => ({ text: String(app.now()) }),
    completeNote: () => [],
    feed: () => "news",
    archive: () => "gone",
    attachment: attachmentResource(app),
  };
}
`,
        "index.ts": `${boundTools}import type { App } from "../app.ts";
import { resources } from "./resources.ts";
import { completeReviewPrompt } from "./completeReviewPrompt.ts";

export const handlers = (app: App): Handlers => ({
  ping,
  refresh,
  show,
  resources: resources(app),
  prompts: { review: () => [], completeSummary: () => [], completeReview: completeReviewPrompt(app) },
});
`,
      },
      said: [
        "attachmentResource.ts: bound to resources.attachment. Write its handler.",
        "completeReviewPrompt.ts: bound to prompts.completeReview. Write its handler.",
        "resources.ts: the spec has no resources.archive any more. Take it out when you no longer need it.",
        "index.ts: the spec has no prompts.completeSummary any more. Take it out when you no longer need it.",
      ],
    },
  };

  test.each(Object.entries(cases))("%s", (_, { before, after, said }) => {
    const made = scaffoldedFor(resources!, before);
    expect(made.said).toEqual(said);
    expect(made.files).toMatchObject(after);
    expect(scaffoldedFor(resources!, made.files).said).toContain("No handler is missing.");
  });

  test("scaffolded handlers compile", async () => {
    await inTemporaryProject(async (project) => {
      const { files } = scaffoldedFor(resources!, {});
      writeAll(join(project, "generated"), await emit(resources!));
      writeAll(
        join(project, "src", "handlers"),
        Object.entries(files).map(([path, text]) => ({ path, text })),
      );
      expect(compilerErrors(project)).toEqual([]);
    });
  });

  test("reports the last handler of a removed kind", () => {
    const index = `${from}\nimport { find } from "./find.ts";\nexport const handlers: Handlers = {\n  find,\n  prompts: {},\n};\n`;
    const { said } = scaffolded({ "index.ts": index, "find.ts": ping.replace("ping", "find") }, "find");
    expect(said[0]).toBe(
      "index.ts: the spec has no prompts any more. Take it out when you no longer need it.",
    );
  });
});

describe("leaves an index.ts that cannot be extended unchanged, with a reason", () => {
  test.each([
    ["no object of that type", `export const handlers = {};\n`, "has no object literal of type `Handlers`"],
    [
      "a class",
      `${from}\nexport class All implements Handlers {}\n`,
      "has no object literal of type `Handlers`",
    ],
    [
      "a spread",
      `${from}\nexport const handlers: Handlers = {\n  ...others,\n};\n`,
      "index.ts:3: ...others hides",
    ],
    [
      "broken code",
      `${from}\nexport const handlers: Handlers = {\n  ping: (\n};\n`,
      "index.ts:4 is not valid TypeScript",
    ],
  ])("%s", (_, text, words) => {
    expect(() => scaffolded({ "index.ts": text }, "find")).toThrow(DiskError);
    expect(() => scaffolded({ "index.ts": text }, "find")).toThrow(words);
  });
});

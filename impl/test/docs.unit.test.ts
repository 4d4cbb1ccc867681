/** Holds README, the changelog, decision pages and the architecture page to their form, and against the repository. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const impl = join(import.meta.dirname, "..");
const readme = readFileSync(join(impl, "../README.md"), "utf8");
const architecture = readFileSync(join(impl, "../docs/architecture.md"), "utf8");
const handlers = [...readme.matchAll(/```ts\n(export function (\w+)\(.*?)```/gs)];

test("README shows a handler", () => {
  expect(handlers.length).toBeGreaterThan(0);
});

test.each(handlers.map(([, code, name]) => ({ name: name!, code: code! })))(
  "the handler $name that README shows is the one in the repository",
  ({ name, code }) => {
    expect(readFileSync(join(impl, "mcp/handlers", `${name}.ts`), "utf8")).toContain(code);
  },
);

test("an entry of the changelog is one line of at most 160 characters", () => {
  const changelog = readFileSync(join(impl, "../CHANGELOG.md"), "utf8");
  const [, entries = ""] = changelog.split(/^(?=## )/m);
  const lines = entries.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => !line.startsWith("- ") || line.length > 160)).toEqual([]);
});

test("a decision is one page: at most 750 words", () => {
  const folder = join(impl, "../docs/decisions");
  const pages = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
  const isLong = (text: string) => text.split(/\s+/).filter((word) => word !== "").length > 750;
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.filter(({ text }) => isLong(text)).map(({ name }) => name)).toEqual([]);
});

test("the architecture page maps every folder of impl, and no others", () => {
  const section = /## impl: .*?(?=\n## )/s.exec(architecture)?.[0] ?? "";
  const rooms = [...section.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([\w/-]+)\/`/g)].map(([, room]) => room!),
  );
  const folders = readdirSync(impl, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .map(({ name }) => name);
  expect(rooms.filter((room) => !room.includes("/")).toSorted()).toEqual(folders.toSorted());
});

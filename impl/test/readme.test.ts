/** Holds the code that README shows against the repository. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const impl = join(import.meta.dirname, "..");
const readme = readFileSync(join(impl, "../README.md"), "utf8");
const handlers = [...readme.matchAll(/```ts\n(export function (\w+)\(.*?)```/gs)];

test("README shows a handler", () => {
  expect(handlers.length).toBeGreaterThan(0);
});

test.each(handlers.map(([, code, name]) => ({ name: name!, code: code! })))(
  "the handler $name that README shows is the one in the repository",
  ({ name, code }) => {
    expect(readFileSync(join(impl, "handlers", `${name}.ts`), "utf8")).toContain(code);
  },
);

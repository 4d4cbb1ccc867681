import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CompilerError, compilerErrors, writeAll } from "./support/compiler.ts";
import { fixtures, generate } from "./support/fixtures.ts";
import { inTemporaryProject } from "./support/temporary-project.ts";

/**
 * A fixture's files `NAME.check.ts` say what its types must accept. A line below `// @ts-expect-error refused: TEXT`
 * must not compile, with an error that contains TEXT; all others must.
 */
test("all output of all fixtures compiles in one strict program, and its types accept valid and reject invalid code", async () => {
  const checks = fixtures.flatMap(({ name, folder }) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(".check.ts"))
      .map((file) => ({
        path: `${name}/${file}`,
        text: readFileSync(join(folder, file), "utf8").replaceAll("@ts-expect-error ", ""),
      })),
  );
  const errors = await inTemporaryProject(async (project) => {
    for (const { name, sources } of fixtures) {
      const files = await generate(sources);
      writeAll(join(project, name, "want"), files);
    }
    writeAll(project, checks);
    return compilerErrors(project);
  });
  const expected = checks.flatMap(({ path, text }) => refusedLines(path, text));
  const unexpected = errors.filter((error) => !expected.some((refused) => sameLine(refused, error)));
  expect(unexpected).toEqual([]);
  const missed = expected.filter(
    (refused) => !errors.some((error) => sameLine(refused, error) && error.message.includes(refused.message)),
  );
  expect(missed, "these lines should not compile").toEqual([]);
});

function refusedLines(file: string, text: string): CompilerError[] {
  return text.split("\n").flatMap((line, index) => {
    const message = /^\s*\/\/ refused: (.*)$/.exec(line)?.[1];
    return message === undefined ? [] : [{ file, line: index + 2, message }];
  });
}

function sameLine(a: CompilerError, b: CompilerError): boolean {
  return a.file === b.file && a.line === b.line;
}

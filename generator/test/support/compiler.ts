import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { repository } from "./temporary-project.ts";

/** An error of the TypeScript compiler: `want/types.ts:3: Type 'string' is not assignable to type 'number'.` */
export interface CompilerError {
  /** Relative to the folder that was compiled, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Writes files below a folder, making folders where there are none. */
export function writeAll(
  folder: string,
  files: readonly { readonly path: string; readonly text: string }[],
): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/**
 * Compiles every TypeScript file below a folder in one program, as strictly as this repository.
 *
 * @param conditions export conditions; none where the packages are installed as they are published
 */
export function compilerErrors(
  project: string,
  conditions: readonly string[] = ["toolwright-source"],
): CompilerError[] {
  const config = {
    extends: join(repository, "tsconfig.json"),
    compilerOptions: {
      typeRoots: [join(repository, "node_modules/@types")],
      customConditions: conditions,
    },
    include: ["**/*.ts"],
    exclude: ["node_modules"],
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
  return errorsOfProject(project);
}

/** Compiles a project by its own `tsconfig.json`. @param options further options of the compiler */
export function errorsOfProject(project: string, ...options: readonly string[]): CompilerError[] {
  const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(dirname(compiler), "bin/tsc"), "--project", project, "--pretty", "false", ...options],
    { cwd: project, encoding: "utf8", maxBuffer: 100_000_000 },
  );
  const errors = [...stdout.matchAll(/^(\S.*)\((\d+),\d+\): error TS\d+: (.*)$/gm)].map(
    ([, file = "", line, message = ""]) => ({ file, line: Number(line), message }),
  );
  if (status !== 0 && errors.length === 0) throw new Error(`tsc could not run: ${stdout}${stderr}`);
  return errors;
}

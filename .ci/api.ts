/**
 * `npm run api`: writes `etc/<package>.api.md`, the exported types of each package that is published. `--check` compares, and
 * asks that a change of them came with a changeset, that every type which an exported one needs is exported, and that the types and
 * members say what they are. It reads what `npm run build` compiles.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import {
  Extractor,
  ExtractorConfig,
  type ExtractorMessage,
  type IConfigFile,
} from "@microsoft/api-extractor";

const repository = join(import.meta.dirname, "..");
const packages = ["json-schema", "runtime", "conformance", "check", "generator"];
const isCheck = process.argv.includes("--check");

if (import.meta.main) {
  const build = ["--conditions=toolwright-source", join(import.meta.dirname, "build.ts")];
  const { status } = spawnSync(process.execPath, build, { cwd: repository, stdio: "inherit" });
  if (status !== 0) {
    process.stderr.write(
      "The packages do not compile, so their types were not read. Mend what is said above first.\n",
    );
    process.exit(1);
  }
  const problems = packages.flatMap(checkPackage);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

function checkPackage(name: string): string[] {
  const path = join("etc", `${name}.api.md`);
  const file = join(repository, path);
  const { report, forgotten, undocumented } = apiOf(join(repository, name), name);
  const isSame = existsSync(file) && readFileSync(file, "utf8") === report;
  if (!isCheck) {
    mkdirSync(join(repository, "etc"), { recursive: true });
    if (!isSame) writeFileSync(file, report);
    process.stdout.write(`${path}${isSame ? "" : " (changed)"}\n`);
    return [];
  }
  const gaps = [...forgotten, ...undocumented];
  if (gaps.length > 0) return gaps;
  if (!isSame)
    return [
      `${path} differs. Run npm run api, read the difference, and say it in a file of .changeset/ (npx changeset).`,
    ];
  return hasChangeset(path)
    ? []
    : [`${path} was changed without a changeset. Users of the package read those: npx changeset.`];
}

/** The exported types of a package. */
export interface Api {
  /** The types as text; each further entry point is a namespace with its name. */
  readonly report: string;
  /** A sentence for each type that an exported one needs and that is not exported. */
  readonly forgotten: readonly string[];
  /** A sentence for each type or member without a comment that says what it is. */
  readonly undocumented: readonly string[];
}

/** Reads the exported types of a compiled package. */
export function apiOf(folder: string, name: string): Api {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PackageFile;
  const entry = join(folder, "dist", "api.d.ts");
  writeFileSync(entry, exportLines(exports).join("\n"));
  const reports = mkdtempSync(join(tmpdir(), "api-"));
  try {
    const configObject = configOf(folder, entry, reports, name);
    const packageJsonFullPath = join(folder, "package.json");
    const config = ExtractorConfig.prepare({
      configObject,
      packageJsonFullPath,
      configObjectFullPath: undefined,
    });
    const messages: ExtractorMessage[] = [];
    const messageCallback = (message: ExtractorMessage) => {
      message.handled = true;
      messages.push(message);
    };
    const options = { localBuild: true, messageCallback };
    if (!Extractor.invoke(config, options).succeeded)
      throw new Error(`The types of ${name} could not be read.`);
    const listed = (id: string, problem: string) =>
      messages.filter(({ messageId }) => messageId === id).map((message) => gap(folder, message, problem));
    return {
      report: readFileSync(join(reports, `${name}.api.md`), "utf8"),
      forgotten: listed(
        "ae-forgotten-export",
        "is part of an exported type. Export it from the same entry point.",
      ),
      undocumented: listed("ae-undocumented", "has no comment that says what it is."),
    };
  } finally {
    rmSync(reports, { recursive: true, force: true });
    rmSync(entry, { force: true });
  }
}

/** Says where a declaration lacks something, in the source of the compiled file. */
function gap(folder: string, { sourceFilePath = "", text }: ExtractorMessage, problem: string): string {
  const source = relative(join(folder, "dist"), sourceFilePath).replace(/\.d\.ts$/, ".ts");
  return `${basename(folder)}/${source}: ${/"(.*)"/.exec(text)?.[1] ?? text} ${problem}`;
}

interface PackageFile {
  readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
}

function exportLines(exports: PackageFile["exports"]): string[] {
  return Object.entries(exports).flatMap(([name, target]) => {
    if (typeof target === "string" || target.types === undefined) return [];
    const module = target.types.replace("./dist/", "./").replace(/\.d\.ts$/, ".js");
    const namespace = name
      .slice(2)
      .replaceAll(/[^A-Za-z0-9]+(.)/g, (_, letter: string) => letter.toUpperCase());
    return `export * ${name === "." ? "" : `as ${namespace} `}from "${module}";`;
  });
}

function configOf(folder: string, entry: string, reports: string, name: string): IConfigFile {
  const compilerOptions = {
    module: "nodenext",
    moduleResolution: "nodenext",
    target: "es2024",
    lib: ["es2024", "esnext"],
    types: ["node"],
    typeRoots: [join(repository, "node_modules/@types")],
    strict: true,
    skipLibCheck: true,
  };
  const none = { logLevel: "none" } as const;
  return {
    newlineKind: "lf",
    projectFolder: folder,
    mainEntryPointFilePath: entry,
    compiler: { overrideTsconfig: { compilerOptions, files: [entry] } },
    apiReport: {
      enabled: true,
      reportFileName: `${name}.api.md`,
      reportFolder: reports,
      reportTempFolder: join(reports, "temp"),
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    messages: {
      extractorMessageReporting: {
        default: none,
        "ae-forgotten-export": { logLevel: "warning" },
        "ae-undocumented": { logLevel: "warning" },
      },
      tsdocMessageReporting: { default: none },
      compilerMessageReporting: { default: { logLevel: "warning" } },
    },
  } as IConfigFile;
}

/**
 * Whether a change of a file came with a changeset or an entry of a changelog: in the working tree, else in the last commit that
 * changed it. Without a history there is nothing to compare.
 */
function hasChangeset(path: string): boolean {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: repository, encoding: "utf8" }).trim();
  const isEntry = (file: string) => /^\.changeset\/.+\.md$|(^|\/)CHANGELOG\.md$/.test(file);
  try {
    const changed = git("status", "--porcelain", "--untracked-files=all")
      .split("\n")
      .map((line) => line.slice(3));
    if (changed.includes(path)) return changed.some(isEntry);
    const commit = git("log", "-1", "--format=%H", "--", path);
    return commit === "" || git("show", "--name-only", "--format=", commit).split("\n").some(isEntry);
  } catch {
    return true;
  }
}

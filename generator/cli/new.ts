/** The command `new`: starts a project for a server. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { compareText } from "@toolwright/check/report";
import { stringify } from "yaml";
import { compile, emit } from "../compile.ts";
import type { GeneratedFile } from "../emit/file.ts";
import { refuseNonEmpty, writeNewFolder } from "../files/new-folder.ts";
import { type Command, flags, type Io, texts, UsageError } from "./command.ts";
import { packageFolder } from "./package.ts";
import { PackingError, type ProjectPackages, projectPackages } from "./project-packages.ts";
import variants from "./variants.json" with { type: "json" };

/** Names that npm does not allow. */
const reserved: readonly string[] = ["node_modules", "favicon.ico"];

export const command = newCommandWith(projectPackages);

/** The command `new`, for projects that get Toolwright's packages from `packagesOf`. */
export function newCommandWith(packagesOf: (io: Io) => ProjectPackages | Promise<ProjectPackages>): Command {
  return {
    arguments: ["DIR"],
    options: { ...flags("bare"), ...texts("auth") },
    failures: { kinds: [PackingError], exitCode: 1 },
    async run({ bare = false, auth }, [folder], io) {
      if (folder === undefined) throw new UsageError("Name the folder to make.");
      const variant = readVariant(bare === true, auth);
      const name = packageName(folder);
      refuseNonEmpty(folder);
      const packages = await packagesOf(io);
      writeNewFolder(folder, [...(await projectFiles(name, packages, variant)), ...packages.tarballs]);
      const tools = variant === "bare" ? "one tool" : "four tools";
      io.stderr.write(`${name} is a server with ${tools}.\n${nextSteps(folder, packages, variant)}`);
      return 0;
    },
  };
}

type Variant = keyof typeof variants;

/** The values of `--auth`. */
const authVariants: ReadonlyMap<string, Variant> = new Map([
  ["bearer", "bearer"],
  ["oauth", "oauth"],
  ["bearer,oauth", "both"],
  ["oauth,bearer", "both"],
]);

/** @throws UsageError if the options do not go together */
function readVariant(isBare: boolean, auth: unknown): Variant {
  if (isBare && auth !== undefined)
    throw new UsageError("--bare makes a server without tokens: leave --auth out.");
  if (isBare) return "bare";
  const variant = auth === undefined ? "bearer" : authVariants.get(String(auth));
  if (variant === undefined)
    throw new UsageError(`--auth is bearer, oauth or bearer,oauth, not ${String(auth)}.`);
  return variant;
}

/** @throws UsageError if npm does not accept the folder's name for a package */
function packageName(folder: string): string {
  const name = basename(resolve(folder));
  if (!/^[a-z0-9][a-z0-9._-]{0,99}$/.test(name))
    throw new UsageError(
      `${JSON.stringify(name)} cannot name a package: use small letters, digits and dashes.`,
    );
  if (reserved.includes(name)) throw new UsageError(`npm does not allow a package called ${name}.`);
  return name;
}

function nextSteps(folder: string, { tarballs }: ProjectPackages, variant: Variant): string {
  const vendored =
    tarballs.length === 0
      ? ""
      : "vendor/ has Toolwright's packages, since this toolwright did not come from npm's registry. Commit it.\n";
  const issuer = variant === "oauth" || variant === "both" ? "ISSUER=https://auth.example.org " : "";
  return `${vendored}\nNext:\n${changeDirectory(folder)}  npm install\n  npm test\n${variant === "bare" ? "" : "  npm run conformance\n"}  ${issuer}npm start\n`;
}

function changeDirectory(folder: string): string {
  if (resolve(folder) === process.cwd()) return "";
  return `  cd ${/[^\w./-]/.test(folder) ? JSON.stringify(folder) : folder}\n`;
}

interface Layer {
  /** Folders that are copied over the template, the last one on top. */
  readonly folders?: readonly string[];
  /** The parts of the template that the variant uses; absent: all of them. */
  readonly only?: readonly string[];
  /** The parts of the template that the variant removes. */
  readonly without?: readonly string[];
  /** `auth` of the template's spec. */
  readonly auth: string;
}

const layers: Readonly<Record<Variant, Layer>> = variants;

/** The files of the template with its placeholders replaced, and the files that its spec generates. */
async function projectFiles(
  name: string,
  packages: ProjectPackages,
  variant: Variant,
): Promise<GeneratedFile[]> {
  const template = join(packageFolder(), "template");
  const values: Readonly<Record<string, string>> = {
    name,
    auth: layers[variant].auth,
    ...packages.specifiers,
  };
  const files = [...templatePaths(template, variant)]
    .map(([path, source]) => ({
      // npm leaves some dot files out of packages, so the template's start with `_`.
      path: path.replace(/^_/, "."),
      text: readFileSync(join(template, source), "utf8").replace(
        /\{\{([\w@/-]+)\}\}/g,
        (_, key) => values[key]!,
      ),
    }))
    .map((file) => (packages.tarballs.length > 0 ? withOverrides(file, packages) : file));
  const specFiles = files.filter(({ path }) => path.startsWith("spec/"));
  const { model } = compile(specFiles.map(({ path, text }) => ({ path: path.slice("spec/".length), text })));
  if (!model) throw new Error("The template's spec has errors.");
  const generated = await emit(model);
  return [...files, ...generated.map(({ path, text }) => ({ path: `generated/${path}`, text }))];
}

/** Path in the project -> path in the template. */
function templatePaths(template: string, variant: Variant): ReadonlyMap<string, string> {
  const all = filesBelow(template);
  const { folders = [], only = all, without = [] } = layers[variant];
  const isLayered = (path: string) =>
    Object.values(layers).some((layer) => layer.folders?.some((folder) => path.startsWith(folder)));
  const base = only.filter((path) => !isLayered(path) && !without.includes(path));
  const layered = folders.flatMap((folder) =>
    all.filter((path) => path.startsWith(folder)).map((path) => [path.slice(folder.length), path] as const),
  );
  return new Map([...base.map((path) => [path, path] as const), ...layered]);
}

/**
 * Makes the project's tarballs replace indirect dependencies. npm uses a package of the project for them if the project names
 * it. yarn, bun (`resolutions`) and pnpm ask the registry unless they are told otherwise.
 */
function withOverrides({ path, text }: GeneratedFile, { specifiers }: ProjectPackages): GeneratedFile {
  if (path === "package.json") {
    const project = JSON.parse(text) as Record<"dependencies" | "devDependencies", Record<string, string>>;
    const indirect = Object.entries(specifiers).filter(([name]) => !(name in project.dependencies));
    const devDependencies = { ...project.devDependencies, ...Object.fromEntries(indirect) };
    const named = { ...project, devDependencies, resolutions: specifiers };
    return { path, text: `${JSON.stringify(named, null, 2)}\n` };
  }
  return { path, text: path === "pnpm-workspace.yaml" ? text + stringify({ overrides: specifiers }) : text };
}

/**
 * Returns paths of files relative to `folder`, with `/`, in code-unit order. Skips symbolic links, and files and folders whose
 * names start with a dot.
 */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll("\\", "/"))
    .filter((path) => !/(^|\/)\./.test(path))
    .sort(compareText);
}

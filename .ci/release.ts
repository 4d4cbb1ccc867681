/**
 * Says which packages a release publishes to npm; with `--publish` it publishes them, with provenance. `.github/workflows/release.yml`
 * runs both. A version that npm has is left alone, so that a release that failed halfway can be repeated.
 */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const repository = join(import.meta.dirname, "..");
/** The packages, each after those that it needs. */
const folders = ["json-schema", "runtime", "conformance", "check", "generator"];
const npmRegistry = "https://registry.npmjs.org";

interface Package {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** Whether the registry has this version. */
  readonly isPublished: boolean;
}

const { values } = parseArgs({
  options: {
    publish: { type: "boolean", default: false },
    registry: { type: "string", default: npmRegistry },
  },
});
process.exitCode = release(values);

function release({ publish, registry }: { readonly publish: boolean; readonly registry: string }): number {
  const packages = folders.map((folder) => readPackage(folder, registry));
  const problems = [...versionProblems(packages), ...(publish ? publishingProblems(registry) : [])];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) return 1;
  for (const each of packages) process.stdout.write(`${describePackage(each)}\n`);
  const missing = packages.filter(({ isPublished }) => !isPublished);
  return !publish || missing.every((each) => publishPackage(each, registry)) ? 0 : 1;
}

function readPackage(folder: string, registry: string): Package {
  const { name, version } = readPackageJson(folder);
  const { stdout, stderr, status } = npm(
    ["view", `${name}@${version}`, "version", "--json", "--registry", registry],
    repository,
  );
  if (status !== 0 && !`${stdout}${stderr}`.includes("E404"))
    throw new Error(`${registry} did not say whether it has ${name}: ${stderr}`);
  return { folder, name, version, isPublished: status === 0 && stdout.trim() !== "" };
}

/** All packages have one version (`fixed` in .changeset/config.json): that of the tag, with every change in its changelog. */
function versionProblems(packages: readonly Package[]): string[] {
  const versions = new Set(packages.map(({ version }) => version));
  const [version] = versions;
  const { GITHUB_REF_TYPE: type, GITHUB_REF_NAME: tag } = process.env;
  const changes = globSync(".changeset/*.md", { cwd: repository });
  const isTag = type === "tag";
  return [
    ...(versions.size > 1 ? [`The packages have several versions: ${[...versions].join(", ")}.`] : []),
    ...(isTag && tag !== `v${version}`
      ? [`The tag is ${tag}, and the packages have version ${version}.`]
      : []),
    ...(isTag && changes.length > 0
      ? [
          `Files of .changeset/ are in no version yet: ${changes.length}. Run npx changeset version before the tag.`,
        ]
      : []),
  ];
}

/** Provenance on npm names the commit and the workflow that built a package: there, only a workflow publishes. */
function publishingProblems(registry: string): string[] {
  return registry !== npmRegistry || process.env.ACTIONS_ID_TOKEN_REQUEST_URL
    ? []
    : ["The workflow release.yml publishes the packages, with provenance. See CONTRIBUTING.md."];
}

function describePackage({ folder, name, version, isPublished }: Package): string {
  if (isPublished) return `${name} ${version} is there already.`;
  const [{ entryCount, size }] = JSON.parse(
    npm(["pack", "--dry-run", "--json", "--ignore-scripts"], join(repository, folder)).stdout,
  ) as [{ readonly entryCount: number; readonly size: number }];
  return `${name} ${version} is to be published: ${entryCount} files, ${Math.ceil(size / 1000)} kB packed.`;
}

function publishPackage({ folder, name, version }: Package, registry: string): boolean {
  const restore = nameRepository(folder);
  const provenance = registry === npmRegistry ? ["--provenance"] : [];
  const args = ["publish", "--ignore-scripts", "--access", "public", "--registry", registry, ...provenance];
  const { status, stderr } = npm(args, join(repository, folder));
  restore();
  process.stdout.write(status === 0 ? `${name} ${version} is published.\n` : stderr);
  return status === 0;
}

/** npm compares the repository in package.json with that of the workflow, which alone knows it. Returns what undoes it. */
function nameRepository(folder: string): () => void {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  if (!server || !name) return () => undefined;
  const file = join(repository, folder, "package.json");
  const text = readFileSync(file, "utf8");
  const url = `git+${server}/${name}.git`;
  const named = { ...JSON.parse(text), repository: { type: "git", url, directory: folder } };
  writeFileSync(file, `${JSON.stringify(named, null, 2)}\n`);
  return () => writeFileSync(file, text);
}

function readPackageJson(folder: string): { readonly name: string; readonly version: string } {
  return JSON.parse(readFileSync(join(repository, folder, "package.json"), "utf8"));
}

/** `.npmrc` of this repository hides the errors of npm. */
function npm(args: readonly string[], cwd: string): SpawnSyncReturns<string> {
  return spawnSync("npm", [...args, "--loglevel", "error"], { cwd, encoding: "utf8" });
}

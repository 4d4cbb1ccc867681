/**
 * Makes a release on a copy of this repository: versions, builds, packs, installs the tarballs in an empty folder, makes a project
 * with them and starts its server. `.ci/run` calls it, so the recipe of CONTRIBUTING.md ("Releases") works on the day of a release.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const repository = join(import.meta.dirname, "..");
const folders = ["json-schema", "runtime", "conformance", "check", "generator"];
const sentence = "A change for the rehearsal of a release.";

const work = mkdtempSync(join(tmpdir(), "rehearsal-"));
try {
  const version = makeVersion(copyRepository());
  const project = makeProject(version);
  await startServer(project);
  process.stdout.write(`A release works: ${version} was packed, installed and started.\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Copies the files of the working tree that git knows. Installed packages are hard links, which nothing here writes to. */
function copyRepository(): string {
  const copy = join(work, "copy");
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: repository, encoding: "utf8" });
  for (const file of files.split("\0").filter(Boolean)) cpSync(join(repository, file), join(copy, file));
  run("cp", ["-al", join(repository, "node_modules"), join(copy, "node_modules")], repository);
  return copy;
}

/** Gives the packages the next version, as CONTRIBUTING.md says, and checks what a release would publish. @returns the version */
function makeVersion(copy: string): string {
  const packages = folders.map((folder) => readPackage(copy, folder));
  const changes = packages.map(({ name }) => `"${name}": minor`).join("\n");
  writeFileSync(join(copy, ".changeset", "rehearsal.md"), `---\n${changes}\n---\n\n${sentence}\n`);
  run("npx", ["changeset", "version"], copy);
  run("npm", ["install", "--package-lock-only"], copy);
  const versions = new Set(folders.map((folder) => readPackage(copy, folder).version));
  const [version = ""] = versions;
  if (versions.size !== 1 || version === packages[0]!.version)
    throw new Error(
      `After npx changeset version the packages have the versions ${[...versions].join(", ")}.`,
    );
  for (const folder of folders)
    if (!readFileSync(join(copy, folder, "CHANGELOG.md"), "utf8").includes(sentence))
      throw new Error(`${folder}/CHANGELOG.md does not name the change.`);
  run("npm", ["run", "build"], copy);
  const tarballs = join(work, "tarballs");
  mkdirSync(tarballs);
  const paths = folders.map((folder) => `./${folder}`);
  run("npm", ["pack", "--ignore-scripts", "--pack-destination", tarballs, ...paths], copy);
  return version;
}

/** Installs the tarballs as a user does, and makes a project. @returns its folder */
function makeProject(version: string): string {
  const user = join(work, "user");
  mkdirSync(user);
  writeFileSync(join(user, "package.json"), '{ "private": true }\n');
  const tarballs = readdirSync(join(work, "tarballs")).map((name) => join(work, "tarballs", name));
  run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...tarballs], user);
  const printed = run("npx", ["toolwright", "--version"], user).trim();
  if (printed !== version) throw new Error(`toolwright --version prints ${printed}, not ${version}.`);
  run("npx", ["toolwright", "new", "my-server"], user);
  const project = join(user, "my-server");
  run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund"], project);
  return project;
}

/** Starts the server of the project, and stops it as soon as it is ready. */
async function startServer(project: string): Promise<void> {
  const server = spawn("npm", ["start"], {
    cwd: project,
    env: { ...process.env, PORT: "0" },
    detached: true,
  });
  const exit = once(server, "exit");
  let printed = "";
  server.stderr.on("data", (chunk) => (printed += chunk));
  for await (const chunk of server.stdout) {
    printed += chunk;
    if (printed.includes("Ctrl+C")) break;
  }
  if (!printed.includes("Ctrl+C")) throw new Error(`The server of a new project does not start:\n${printed}`);
  process.kill(-server.pid!, "SIGTERM");
  await exit;
}

/** Runs a program, and shows its output if it fails. @returns its output */
function run(program: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { readonly stdout?: string; readonly stderr?: string };
    process.stderr.write(`${program} ${args.join(" ")} failed:\n${stdout}${stderr}`);
    throw error;
  }
}

function readPackage(copy: string, folder: string): { readonly name: string; readonly version: string } {
  return JSON.parse(readFileSync(join(copy, folder, "package.json"), "utf8"));
}

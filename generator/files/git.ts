/** Reads the files of a spec out of a revision of git. */

import { execFileSync } from "node:child_process";
import { compareText } from "@toolwright/check/report";
import type { SpecSource } from "../parse/source.ts";
import { DiskError } from "./disk-error.ts";
import { isRelease, isSpecFile, toSource } from "./spec.ts";

/** A spec folder may have this many bytes. */
const maxBytes = 256 * 2 ** 20;

/**
 * The files of a spec folder at a revision, sorted by path.
 *
 * @param folder relative to the working directory
 * @throws DiskError
 */
export function readSpecAt(revision: string, folder: string): SpecSource[] {
  const ask = (...args: string[]) => git(args, revision);
  const commit = ask("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
  const tree = `${commit.toString().trim()}:${prefix(folder)}`;
  const paths = ask("ls-tree", "-r", "-z", "--full-tree", "--name-only", tree)
    .toString()
    .split("\0")
    .filter((path) => isSpecFile(path) && !path.split("/").some((part) => part.startsWith(".")));
  const sources = paths.filter((path) => !isRelease(path));
  if (sources.length === 0) throw new DiskError(`There is no spec in ${folder} at ${revision}.`);
  return sources.sort(compareText).map((path) => toSource(path, ask("cat-file", "blob", tree + path)));
}

/**
 * The tags of a version in the repository of a folder: `1.2.0`, `v1.2.0`.
 *
 * @throws DiskError if there is no git
 */
export function listTags(version: string, folder: string): string[] {
  const listed = git(["-C", folder, "tag", "--list", version, `v${version}`], "tags");
  return listed
    .toString()
    .split("\n")
    .filter((tag) => tag !== "");
}

/** The folder from the top of the repository, with a slash at its end. */
function prefix(folder: string): string {
  const above = git(["rev-parse", "--show-prefix"], folder).toString().trim();
  const steps: string[] = [];
  for (const step of `${above}${folder}`.replaceAll("\\", "/").split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.map((step) => `${step}/`).join("");
}

function git(args: readonly string[], what: string): Buffer {
  try {
    return execFileSync("git", [...args], { maxBuffer: maxBytes, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    const { stderr, code } = error as { stderr?: Buffer; code?: string };
    if (code === "ENOENT") throw new DiskError("git is not installed, so revisions and tags cannot be read.");
    const said = stderr?.toString().trim().split("\n")[0] ?? "";
    throw new DiskError(`git does not know ${what} here${said === "" ? "." : `: ${said}`}`);
  }
}

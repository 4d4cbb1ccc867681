/**
 * Reads the two sides that `diff`, `release` and `verify` compare: a spec folder, a git revision, a manifest, a release, a
 * running server.
 */

import { existsSync, readFileSync, statSync } from "node:fs";
import {
  type AcceptedBreak,
  type Finding,
  type ReportPlace,
  readAccepted,
} from "@toolwright/check/compatibility";
import { isLockFile, listingIn } from "@toolwright/check/lock";
import { isReleaseFile, type ReleaseFile, readPublished } from "@toolwright/check/release";
import { Progress } from "@toolwright/check/report";
import {
  ImportError,
  type Listing,
  type Published,
  readManifest,
  readOffers,
} from "@toolwright/check/surface";
import { signedInSource } from "@toolwright/conformance/login";
import {
  commandSource,
  type Source as ServerSource,
  secretsOf,
  sourceName,
  timeoutIn,
  urlSource,
} from "@toolwright/conformance/server-options";
import { DiskError } from "../files/disk-error.ts";
import { readSpecAt } from "../files/git.ts";
import { releaseAt, storedRelease } from "../files/releases.ts";
import { readSpec } from "../files/spec.ts";
import { ignoreError } from "../files/staging.ts";
import { parse, placeFinder } from "../parse/document.ts";
import type { SpecSource } from "../parse/source.ts";
import { locate } from "../published/location.ts";
import { publishModel } from "../published/model-interface.ts";
import { report } from "../report/report.ts";
import { type Io, say, text, UsageError, type Values } from "./command.ts";
import { version } from "./package.ts";
import { displayFolder, loadAndCompile, specFolder } from "./spec.ts";

/** One side of a comparison. */
export interface Source {
  /** The name of the source in reports. */
  readonly label: string;
  readonly published: Published;
  /** Returns the place that a finding is about; without a finding, the start of the source. Undefined for a running server. */
  readonly placeOf: (finding?: Finding) => ReportPlace | undefined;
  /** Whether it is a spec, so that places are lines of its files. */
  readonly isSpec: boolean;
}

/** A side could not be read; the reason is already on stderr, or in the message. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

/** The kind of server that an argument names: by its address, or as `command:COMMAND`. */
export function serverKind(argument: string | undefined): ServerSource["kind"] | undefined {
  if (argument === undefined) return undefined;
  if (/^https?:\/\//.test(argument)) return "http";
  return argument.startsWith("command:") ? "stdio" : undefined;
}

/** Reads the source that an argument names: `git:REV`, `release:VERSION`, `command:COMMAND`, a folder, a JSON file or an address. */
export async function sourceNamed(argument: string, values: Values, io: Io): Promise<Source> {
  const kind = serverKind(argument);
  if (kind === "http") return serverAt(urlSource(argument, values), values, io);
  if (kind === "stdio")
    return serverAt(commandSource(argument.slice("command:".length), values, io.env), values, io);
  const [, stored, rest] = /^(git|release):(.*)$/s.exec(argument) ?? [];
  if (stored === "git") return readRevision(rest!, values, io);
  if (stored === "release") return ofRelease(rest === "" ? "latest" : rest!, specFolder(values));
  if (!existsSync(argument))
    throw new DiskError(
      `There is no ${argument}. Name a spec folder, a manifest or release file, git:REVISION, release:VERSION, command:COMMAND or an address.`,
    );
  return statSync(argument).isDirectory() ? comparedSpecIn(argument, io) : inFile(argument);
}

/** Reads a spec without errors. */
export async function specIn(folder: string, io: Io): Promise<Source> {
  return labelled(await compileSide(readSpec(folder), folder, folder, io), folder);
}

/** Reads a spec to compare what it publishes. Errors of its scenarios and examples are reported, and do not matter. */
export async function comparedSpecIn(folder: string, io: Io): Promise<Source> {
  return labelled(await compileSide(readSpec(folder), folder, folder, io, "publishable"), folder);
}

function labelled(spec: Omit<Source, "label">, folder: string): Source {
  return { ...spec, label: `${folder} (${spec.published.server?.version})` };
}

/** A release of the spec in a folder; `latest` is the last one. */
export function ofRelease(wanted: string, folder: string): Source & { readonly release: ReleaseFile } {
  const stored = storedRelease(folder, wanted);
  const release = releaseAt(stored.path);
  return {
    label: `release ${stored.version}`,
    published: readPublished(release),
    release,
    ...placesInText(stored.path),
  };
}

/** Places in a manifest or a release: the line on which a tool is named. */
function placesInText(file: string): Pick<Source, "placeOf" | "isSpec"> {
  return {
    isSpec: false,
    placeOf(finding) {
      const lines = readFileSync(file, "utf8").split("\n");
      const name = JSON.stringify(finding?.tool);
      const index = lines.findIndex(
        (line) => line.includes(`"name":${name}`) || line.includes(`"name": ${name}`),
      );
      return { file: file.replaceAll("\\", "/"), ...(index !== -1 && { line: index + 1 }) };
    },
  };
}

/** A running server. The user signs in first where the options say so. */
export async function serverAt(source: ServerSource, values: Values, io: Io): Promise<Source> {
  return {
    label: sourceName(source),
    published: publishedOf(await readRunning(source, values, io)),
    isSpec: false,
    placeOf: () => undefined,
  };
}

function publishedOf({ server, tools, unreadable, offers = {} }: Listing): Published {
  return { server: identity(server), tools, unreadable, listed: readOffers(offers) };
}

/** Signs the user in where the options say so. Messages have none of the source's secrets from now on. */
export async function signInAt(source: ServerSource, io: Io): Promise<ServerSource> {
  io.hide(secretsOf(source));
  const signedIn = await signedInSource(source, io);
  io.hide(secretsOf(signedIn));
  return signedIn;
}

/** Reads a running server, and says what it waits for. */
export async function readRunning(source: ServerSource, values: Values, io: Io): Promise<Listing> {
  const timeoutMs = timeoutIn(values);
  const signedIn = await signInAt(source, io);
  // The MCP client is slow to load, so it is loaded only to read from a server.
  const { readServer } = await import("@toolwright/check/running-server");
  const progress = new Progress(io.stderr);
  try {
    return await readServer(signedIn, timeoutMs, { onStep: (step) => progress.begin(step) });
  } finally {
    progress.end();
  }
}

/** Names on stderr the tools that cannot be read. @returns whether every tool can be read */
export function sayUnreadable({ published, label }: Source, io: Io): boolean {
  const { unreadable = [] } = published;
  for (const { problem } of unreadable) say(io, `${label}: left out: ${problem}`);
  return unreadable.length === 0;
}

async function readRevision(revision: string, values: Values, io: Io): Promise<Source> {
  if (revision === "") throw new UsageError("git: needs a revision, such as git:main.");
  const folder = specFolder(values);
  const label = `git:${revision}`;
  return {
    label,
    ...(await compileSide(readSpecAt(revision, folder), folder, `${folder} at ${label}`, io, "publishable")),
  };
}

/** A release file, a lock file or a manifest. */
export function inFile(file: string): Source {
  const content = readFileSync(file, "utf8");
  const places = placesInText(file);
  if (isLockFile(content))
    return { label: file, published: publishedOf(listingIn(content, file)), ...places };
  if (isReleaseFile(ignoreError(() => JSON.parse(content))))
    return { label: file, published: readPublished(releaseAt(file)), ...places };
  const { server, tools, unreadable } = manifestIn(content, file);
  const hasIdentity = server.version !== "0.0.0";
  return {
    label: file,
    ...places,
    published: {
      ...(hasIdentity && { server: identity(server) }),
      tools,
      unreadable,
    },
  };
}

/** With two files, the message says which one is wrong. */
function manifestIn(content: string, file: string): Listing {
  try {
    return readManifest(content, file);
  } catch (error) {
    if (!(error instanceof ImportError) || error.message.startsWith(file)) throw error;
    throw new ImportError(`${file}: ${error.message}`);
  }
}

function identity(server: Listing["server"]): { name: string; version: string } {
  return { name: String(server.name), version: String(server.version) };
}

async function compileSide(
  sources: readonly SpecSource[],
  folder: string,
  what: string,
  { stderr }: Io,
  wanted: "model" | "publishable" = "model",
): Promise<Pick<Source, "published" | "placeOf" | "isSpec">> {
  const compiled = await loadAndCompile(sources);
  if (!compiled.model)
    stderr.write(
      report(compiled.diagnostics, sources, {
        format: "human",
        folder: `${what.replaceAll("\\", "/")}/`,
        colour: stderr.isColoured,
        version: version(),
      }),
    );
  const model = compiled[wanted];
  if (!model) throw new UnreadableError(`The spec in ${what} has errors.`);
  const inSpec = placeFinder(parse(sources));
  const base = displayFolder(folder);
  return {
    published: publishModel(model),
    isSpec: true,
    placeOf(finding) {
      if (!finding) return { file: `${base}service.yaml` };
      const { file, line, column, length } = inSpec(locate(finding, model));
      return { file: base + file, line, column, endColumn: column + length };
    },
  };
}

/** The breaks that `--accept` accepts. */
export function readAcceptedOption(values: Values): AcceptedBreak[] {
  const list = fileOption(values, "accept");
  return list === undefined ? [] : readAccepted(list, text(values, "accept", ""));
}

/** The value of an option that is a path to a text file, read. */
export function fileOption(values: Values, name: string): string | undefined {
  return values[name] === undefined ? undefined : readFileSync(text(values, name, ""), "utf8");
}

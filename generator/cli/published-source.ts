/** Finds what `diff`, `release` and `verify` compare: a spec folder, a git revision, a manifest, a release, a running server. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { type Published, type PublishedTool, publishedBy } from "../compatibility/published.ts";
import { DiskError } from "../files/disk-error.ts";
import { readSpecAt } from "../files/git.ts";
import { releaseAt, storedRelease } from "../files/releases.ts";
import { readSpec } from "../files/spec.ts";
import type { Listing } from "../import/listing.ts";
import { readManifest } from "../import/manifest-file.ts";
import type { SpecSource } from "../parse/source.ts";
import { isReleaseFile, publishedIn } from "../release/release.ts";
import { report } from "../report/report.ts";
import { colourFor, text, UsageError, type Values } from "./command.ts";
import { version } from "./package.ts";
import { headersOf, timeoutOf, urlOf } from "./server-options.ts";
import { compiled, specFolder } from "./spec.ts";

/** One side of a comparison. */
export interface Source {
  /** As reports name it. */
  readonly label: string;
  readonly published: Published;
  /** The folder of the spec, where the side is one on disk: findings point at its files. */
  readonly folder?: string;
}

/** A side could not be read; the reason is already on stderr, or in the message. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

/** Reads what an argument names: `git:REV`, `release:VERSION`, a folder, a JSON file or an address. */
export async function sourceNamed(argument: string, values: Values): Promise<Source> {
  if (/^https?:\/\//.test(argument)) return serverAt({ ...values, url: argument });
  const [, kind, rest] = /^(git|release):(.*)$/s.exec(argument) ?? [];
  if (kind === "git") return atRevision(rest!, values);
  if (kind === "release") return ofRelease(rest === "" ? "latest" : rest!, specFolder(values));
  if (!existsSync(argument))
    throw new DiskError(
      `There is no ${argument}. Name a spec folder, a manifest or release file, git:REVISION, release:VERSION or an address.`,
    );
  return statSync(argument).isDirectory() ? specIn(argument) : inFile(argument);
}

export async function specIn(folder: string): Promise<Source> {
  const published = await compiledFrom(readSpec(folder), folder);
  return { label: named(folder, published), published, folder };
}

function ofRelease(wanted: string, folder: string): Source {
  const stored = storedRelease(folder, wanted);
  return { label: `release ${stored.version}`, published: publishedIn(releaseAt(stored.path)) };
}

/** A running server, as the options name it. */
export async function serverAt(values: Values): Promise<Source> {
  const url = urlOf(values);
  const source = { kind: "http", url, headers: headersOf(values) } as const;
  const timeout = timeoutOf(values);
  // The MCP client is slow to load, so it is loaded only to read from a server.
  const { readServer } = await import("./running-server/read-server.ts");
  const { server, tools } = await readServer(source, timeout);
  return {
    label: url.origin + url.pathname,
    published: { server: identity(server), tools: tools as readonly PublishedTool[] },
  };
}

async function atRevision(revision: string, values: Values): Promise<Source> {
  if (revision === "") throw new UsageError("git: needs a revision, such as git:main.");
  const folder = specFolder(values);
  const label = `git:${revision}`;
  return { label, published: await compiledFrom(readSpecAt(revision, folder), `${folder} at ${label}`) };
}

/** A release file or a manifest. */
export function inFile(file: string): Source {
  const content = readFileSync(file, "utf8");
  if (isReleaseFile(parsedOrNothing(content)))
    return { label: file, published: publishedIn(releaseAt(file)) };
  const { server, tools } = readManifest(content, file);
  const hasIdentity = server.version !== "0.0.0";
  return {
    label: file,
    published: { ...(hasIdentity && { server: identity(server) }), tools: tools as readonly PublishedTool[] },
  };
}

function parsedOrNothing(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function identity(server: Listing["server"]): { name: string; version: string } {
  return { name: String(server.name), version: String(server.version) };
}

async function compiledFrom(sources: readonly SpecSource[], what: string): Promise<Published> {
  const { model, diagnostics } = await compiled(sources);
  if (model) return publishedBy(model);
  const shown = report(diagnostics, sources, {
    format: "human",
    folder: `${what.replaceAll("\\", "/")}/`,
    colour: colourFor(process.stderr),
    version: version(),
  });
  process.stderr.write(shown);
  throw new UnreadableError(`The spec in ${what} has errors.`);
}

function named(folder: string, { server }: Published): string {
  return server ? `${folder} (${server.version})` : folder;
}

/** The value of an option that is a path to a text file, read. */
export function fileOption(values: Values, name: string): string | undefined {
  return values[name] === undefined ? undefined : readFileSync(text(values, name, ""), "utf8");
}

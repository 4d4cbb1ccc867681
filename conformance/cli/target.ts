/** Combines the target file with the options --url, --command and --token. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { authSchemes } from "@toolwright/runtime";
import type { CaseFile } from "../cases/format.ts";
import { signIn } from "../login/login.ts";
import { splitCommand } from "../server-options/command-line.ts";
import type { Source } from "../server-options/source.ts";
import type { StartedServer } from "../target/started.ts";
import type { Target } from "../target/target.ts";
import { readTarget } from "../target/target-file.ts";
import { UsageError } from "../usage/usage-error.ts";
import type { Io } from "./io.ts";
import type { Options } from "./options.ts";

/** The target file of the project in the current folder. */
const ownTarget = join("conformance", "targets", "local.yaml");

/** Returns the target of the command line: a file, an address or a command, or the project in the current folder. */
export function targetFor({ target: file, source, token, exclude }: Options): Target {
  const named = file !== undefined ? readTarget(file) : undefined;
  const addressed = source !== undefined;
  const base = named ?? (addressed ? { folder: process.cwd() } : readTarget(requireFile(ownTarget)));
  const tokens =
    token !== undefined && (addressed || named)
      ? [{ token, scopes: "all" as const }, ...(base.tokens ?? [])]
      : base.tokens;
  const { start, ...rest } = base;
  return {
    ...rest,
    ...(start && !addressed && { start }),
    ...(source && toReached(source)),
    ...(tokens && { tokens }),
    ...(exclude.length > 0 && { exclude: [...(base.exclude ?? []), ...exclude] }),
  };
}

/** A bearer token is not among the headers: it is a token of the target, which cases may leave out. */
function toReached(source: Source): Pick<Target, "url" | "headers" | "command" | "environment"> {
  if (source.kind === "stdio")
    return { command: splitCommand(source.command), environment: source.environment ?? {} };
  const { authorization = "", ...others } = source.headers;
  const isBearer = authorization === "" || /^Bearer /i.test(authorization);
  return { url: source.url.href, headers: isBearer ? others : source.headers };
}

/** Returns the target with the address and the token of its started server. */
export function withStarted(target: Target, { url, token }: StartedServer): Target {
  const known = token === undefined ? [] : [{ token, scopes: "all" as const }];
  return { ...target, url, tokens: [...known, ...(target.tokens ?? [])] };
}

/** Returns the target with a token from a sign-in. */
export async function withLogin(
  target: Target,
  cases: CaseFile,
  clientId: string | undefined,
  io: Io,
): Promise<Target> {
  if (target.url === undefined) throw new UsageError("--login needs --url, or a target file with a url.");
  if (cases.auth.offers === undefined && !authSchemes(cases.auth).includes("oauth"))
    throw new UsageError("--login is for specs with `auth.scheme: oauth` or `offers: [oauth]`.");
  const { token, scopes } = await signIn(
    { url: new URL(target.url), headers: target.headers ?? {}, clientId, scopes: cases.scopes },
    io,
  );
  const hasAll = cases.scopes.every((scope) => scopes.includes(scope));
  const known = { token, oauth: true, scopes: hasAll ? ("all" as const) : scopes };
  return { ...target, tokens: [known, ...(target.tokens ?? [])] };
}

function requireFile(file: string): string {
  if (existsSync(file)) return file;
  throw new UsageError(`The target is missing: use --url, --command or --target, or create ${file}.`);
}

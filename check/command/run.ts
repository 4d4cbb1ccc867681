/** `toolwright check`: reads a server, and says in one verdict what it breaks, and what is wrong with it. */
import { signedInSource } from "@toolwright/conformance/login";
import {
  redactSecrets,
  type Secret,
  type Source,
  secretsOf,
  UsageError,
} from "@toolwright/conformance/server-options";
import { type AcceptedFinding, LockError, printLock } from "../lock/lock-file.ts";
import { type Surface, toSurface } from "../lock/surface.ts";
import { findUnstable } from "../lock/unstable.ts";
import { ReleaseError } from "../release/release.ts";
import { printable } from "../report/printable.ts";
import { Progress } from "../report/progress.ts";
import { formatCount, shorten, withoutControls } from "../report/wording.ts";
import { isDenied } from "../running-server/errors.ts";
import { readServer } from "../running-server/read-server.ts";
import { ImportError, type Listing } from "../surface/listing.ts";
import type { Verdict } from "../verdict/verdict-data.ts";
import { withAccepted } from "./accept.ts";
import { findBase, readOwnLock } from "./base.ts";
import { acceptedAfterUpdate, judgeServer, judgeUnread } from "./check-server.ts";
import { type CheckOptions, readOptions } from "./options.ts";
import { helpText } from "./package.ts";
import { printAs, writeReports, writeText } from "./verdict-output.ts";

/** The streams, the environment and the folder of the command. */
export interface CheckIo {
  /** Gets the report. */
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  /** Gets progress and errors. */
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
  /** The variables of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder in whose `node_modules` client libraries are looked for. */
  readonly folder: string;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Writes a spec of the server; this package alone cannot. */
  readonly writeSpec?: SpecWriter;
}

/** Writes a spec of a server into a new folder. @returns sentences for the user @throws ImportError */
export type SpecWriter = (listing: Listing, folder: string) => Promise<string>;

/**
 * Runs the command with these arguments. Returns the exit code: 0 nothing fails, 1 something fails, 2 it could not be checked.
 *
 * @example
 * ```ts
 * import { runCheck } from "@toolwright/check/command";
 *
 * const { stdout, stderr, env } = process;
 * const signal = AbortSignal.timeout(60_000);
 * const io = { stdout, stderr, env, folder: process.cwd(), signal };
 * process.exitCode = await runCheck(["--command", "python server.py"], io);
 * ```
 */
export async function runCheck(args: readonly string[], io: CheckIo): Promise<number> {
  const secrets: Secret[] = [];
  try {
    const options = readOptions(args);
    if (options === "help") {
      io.stdout.write(helpText());
      return 0;
    }
    secrets.push(...secretsOf(options.source));
    const source = await signedInSource(options.source, io);
    return await check({ ...options, source }, io, secrets);
  } catch (error) {
    const message = redactSecrets(explain(error), secrets);
    io.stderr.write(`toolwright check: ${withoutControls(message)}\n`);
    return 2;
  }
}

function explain(error: unknown): string {
  const isExpected = [UsageError, LockError, ImportError, ReleaseError].some((kind) => error instanceof kind);
  if (isExpected) return (error as Error).message;
  const trace = error instanceof Error ? error.stack : String(error);
  return `This is a bug of toolwright, not of your server. Please report it.\n${trace}`;
}

/** @param secrets gets those of each server that is read */
async function check(options: CheckOptions, io: CheckIo, secrets: Secret[]): Promise<number> {
  const say = (text: string) => void io.stderr.write(`${withoutControls(redactSecrets(text, secrets))}\n`);
  const progress = new Progress(io.stderr);
  const read = async (server: Source) => {
    secrets.push(...secretsOf(server));
    const onStep = (step: string) => progress.begin(step);
    const { signal } = io;
    return await readServer(server, options.timeoutMs, { onStep, signal }).finally(() => progress.end());
  };
  const write = specWriter(options, io);
  const { source } = options;
  const print = (whole: Verdict) => {
    const verdict = printable(whole, secrets);
    const colour = io.stdout.isTTY === true && !io.env.NO_COLOR;
    const printing = { lock: options.lock, reports: options.reports, env: io.env, colour };
    writeReports(verdict, printing);
    io.stdout.write(printAs(options.format, verdict, printing));
    return verdict.exitCode;
  };
  const writes = write !== undefined || options.update || options.accept !== undefined;
  let listing: Listing;
  try {
    listing = await read(source);
  } catch (error) {
    if (writes || !isDenied(error, source)) throw error;
    const judging = judgeUnread(source, { options, lock: readOwnLock(options.lock) }, error.message);
    return print(await unlessAborted(io.signal, judging));
  }
  if (write) {
    io.stderr.write(redactSecrets(await write(listing), secrets));
    return 0;
  }
  const surface = toSurface(listing);
  const lock = readOwnLock(options.lock);
  if (options.accept && lock === undefined && !options.update)
    throw new UsageError(`There is no ${options.lock} to accept it in. Write one with --update.`);
  const writeLock = async (accepted: readonly AcceptedFinding[]) => {
    for (const { list, kind, problem } of listing.listProblems ?? [])
      if (kind === "unreadable")
        say(`Not in the lock file, since it cannot be read: ${list}: ${shorten(problem, 200)}`);
    writeSurface(options.lock, [surface, toSurface(await read(source))], accepted, say);
  };
  if (options.update && !options.accept) {
    const checked = { options, listing, surface, lock, base: undefined, io, progress };
    await writeLock(
      await unlessAborted(io.signal, acceptedAfterUpdate(checked)).finally(() => progress.end()),
    );
    return 0;
  }
  const base = await findBase(options, lock, read);
  const judging = judgeServer({ options, listing, surface, lock, base, io, progress });
  const whole = await unlessAborted(io.signal, judging).finally(() => progress.end());
  if (options.accept) {
    const isOwnBase = options.base === undefined && options.against === undefined;
    const judged = { accepted: lock?.accepted ?? [], base, isOwnBase, isNewLock: lock === undefined };
    const { accepted, says } = withAccepted(judged, options.accept, whole);
    await writeLock(accepted);
    say(`${options.lock}: ${says}`);
    return 0;
  }
  return print(whole);
}

/** @throws UsageError where nothing can write a spec */
function specWriter(
  { writeSpec: folder, lock }: CheckOptions,
  { writeSpec }: CheckIo,
): ((listing: Listing) => Promise<string>) | undefined {
  if (folder === undefined) return undefined;
  if (writeSpec) return (listing) => writeSpec(listing, folder);
  throw new UsageError(
    `--write-spec is an option of the toolkit: npx toolwright check. From a lock file: npx toolwright import ${lock} --out ${folder}`,
  );
}

/** Writes the lock file. The server is read twice, so that what it says differently at each start is left out. */
function writeSurface(
  file: string,
  [surface, second]: readonly [Surface, Surface],
  accepted: readonly AcceptedFinding[],
  say: (text: string) => void,
): void {
  const unstable = findUnstable(surface, second);
  writeText(file, printLock({ surface, unstable, accepted }));
  const { tools, unreadable = [], resources, resourceTemplates, prompts } = surface;
  const lists = [
    formatCount(tools.length, "tool"),
    formatCount(resources.length + resourceTemplates.length, "resource"),
    formatCount(prompts.length, "prompt"),
  ];
  say(`${file}: ${surface.server.name} ${surface.server.version}, ${lists.join(", ")}. Commit it.`);
  for (const { problem } of unreadable)
    say(`Not compared, since clients cannot read it: ${shorten(problem, 200)}`);
  for (const place of unstable) say(`Left out, since it differs at each start: ${place.join(" ")}`);
}

/** Ends the wait at once when the user interrupts; the sections stop what they have started. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const interrupt = () => reject(new UsageError("Interrupted."));
  signal.addEventListener("abort", interrupt, { once: true });
  if (signal.aborted) interrupt();
  work.catch(() => undefined);
  return await Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", interrupt));
}

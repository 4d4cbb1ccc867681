/** `toolwright check`: reads a server, and says in one verdict what it breaks, and what is wrong with it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LockError, type LockFile, printLock } from "../lock/lock-file.ts";
import { nameless, type Surface, toPublished, toSurface } from "../lock/surface.ts";
import { findUnstable, type SurfacePath } from "../lock/unstable.ts";
import { ReleaseError } from "../release/release.ts";
import { counted } from "../report/wording.ts";
import { readServer } from "../running-server/read-server.ts";
import { breaksSection } from "../sections/breaks.ts";
import { clientsSection } from "../sections/clients.ts";
import { costSection } from "../sections/cost.ts";
import { descriptionsSection } from "../sections/descriptions.ts";
import { protocolSection } from "../sections/protocol.ts";
import { ImportError } from "../surface/listing.ts";
import { jsonText, junitText, sarifText } from "../verdict/ci.ts";
import { judge, type Verdict } from "../verdict/judge.ts";
import { markdownText } from "../verdict/markdown.ts";
import { terminalText } from "../verdict/terminal.ts";
import type { Section, SectionName } from "../verdict/verdict.ts";
import { type Base, comparable, findBase, readOwnLock } from "./base.ts";
import { type CheckOptions, readOptions, UsageError } from "./options.ts";

/** What the command writes to, and what it knows of its surroundings. */
export interface CheckIo {
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder in whose `node_modules` client libraries are looked for. */
  readonly folder: string;
  /** Ends the run. */
  readonly signal: AbortSignal;
}

/** Returns the exit code: 0 nothing fails, 1 something fails, 2 it could not be checked. */
export async function runCheck(args: readonly string[], io: CheckIo): Promise<number> {
  try {
    const options = readOptions(args);
    if (options === "help") {
      io.stdout.write(helpText());
      return 0;
    }
    return await check(options, io);
  } catch (error) {
    const isExpected = [UsageError, LockError, ImportError, ReleaseError].some(
      (kind) => error instanceof kind,
    );
    if (!isExpected && !isSuiteRefusal(error)) throw error;
    io.stderr.write(`toolwright check: ${(error as Error).message}\n`);
    return 2;
  }
}

/** The suite refuses targets that it cannot test with an error of its own. */
function isSuiteRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === "UsageError";
}

async function check(options: CheckOptions, io: CheckIo): Promise<number> {
  const say = (text: string) => void io.stderr.write(`${text}\n`);
  const surface = toSurface(await readServer(options.source, options.timeoutMs));
  const lock = readOwnLock(options.lock);
  const base = options.update ? undefined : await findBase(options, lock);
  if (options.update || options.accept) return await update(options, surface, lock, say);
  const unstable = lock?.unstable ?? [];
  const verdict = await judged(options, surface, { lock, base, unstable }, io);
  if (options.report !== undefined) writeFileSync(options.report, jsonText(verdict));
  io.stdout.write(printed(verdict, options, io));
  return verdict.exitCode;
}

/** Writes the lock file. The server is read twice, so that what it says differently at each start is left out. */
async function update(
  options: CheckOptions,
  surface: Surface,
  lock: LockFile | undefined,
  say: (text: string) => void,
): Promise<number> {
  const { lock: file, accept, source, timeoutMs } = options;
  const known = lock?.accepted ?? [];
  const accepted = accept ? [...known.filter(({ finding }) => finding !== accept.finding), accept] : known;
  if (accept && !options.update) {
    if (lock === undefined)
      throw new UsageError(`There is no ${file} to accept it in. Write one with --update.`);
    writeFileSync(file, printLock({ ...lock, accepted }));
    say(`${file}: accepted ${accept.finding}.`);
    return 0;
  }
  const second = toSurface(await readServer(source, timeoutMs));
  const unstable = findUnstable(surface, second);
  writeFileSync(file, printLock({ surface, unstable, accepted }));
  const { tools, resources, resourceTemplates, prompts } = surface;
  const lists = [
    counted(tools.length, "tool"),
    counted(resources.length + resourceTemplates.length, "resource"),
    counted(prompts.length, "prompt"),
  ];
  say(`${file}: ${surface.server.name} ${surface.server.version}, ${lists.join(", ")}. Commit it.`);
  for (const place of unstable) say(`Left out, since it differs at each start: ${place.join(" ")}`);
  return 0;
}

interface Compared {
  readonly lock: LockFile | undefined;
  readonly base: Base | undefined;
  readonly unstable: readonly SurfacePath[];
}

async function judged(
  options: CheckOptions,
  surface: Surface,
  { lock, base, unstable }: Compared,
  io: CheckIo,
): Promise<Verdict> {
  const { source, timeoutMs, without, withoutRules, lock: file } = options;
  const published = toPublished(surface);
  const current = comparable(published, surface, base === undefined ? [] : unstable);
  const progress = progressOn(io);
  const makers: Readonly<Partial<Record<SectionName, () => Section | Promise<Section>>>> = {
    breaks: () =>
      breaksSection(
        base?.published,
        current,
        `There is no ${file} yet. Write it with --update, and commit it.`,
      ),
    protocol: () =>
      protocolSection(surface, source, { timeoutMs, signal: io.signal, onProgress: progress.tick }),
    clients: () => clientsSection(published, io.folder),
    cost: () => costSection(published, base?.published),
    descriptions: () => descriptionsSection(published, withoutRules),
  };
  const sections: Section[] = [];
  for (const [name, make] of Object.entries(makers)) {
    if (without.includes(name)) continue;
    progress.begin(name);
    sections.push(await make());
  }
  const [first, ...others] = sections;
  const left = nameless(surface);
  if (first && left.length > 0)
    sections.splice(0, sections.length, { ...first, notes: [...first.notes, ...left] }, ...others);
  progress.end();
  const ofBase = base
    ? [await clientsSection(base.published, io.folder), descriptionsSection(base.published, withoutRules)]
    : [];
  return judge(sections, {
    checked: source.kind === "http" ? source.url.origin + source.url.pathname : source.command,
    server: surface.server,
    ...(base && { comparedWith: base.label }),
    accepted: lock?.accepted ?? [],
    base: ofBase,
  });
}

/** One line on a terminal that says what is going on. */
function progressOn({ stderr }: CheckIo) {
  const isShown = stderr.isTTY === true;
  let current = "";
  let ticks = 0;
  const show = (text: string) => {
    if (isShown) stderr.write(`\r\u001b[K${text}`);
  };
  return {
    begin(name: string) {
      current = name;
      ticks = 0;
      show(`${name}...`);
    },
    tick() {
      ticks++;
      show(`${current}: ${ticks}`);
    },
    end: () => show(""),
  };
}

function printed(verdict: Verdict, options: CheckOptions, { stdout, env }: CheckIo): string {
  switch (options.format) {
    case "human":
      return terminalText(verdict, {
        colour: stdout.isTTY === true && !env.NO_COLOR,
        reportFile: options.report,
      });
    case "markdown":
      return markdownText(verdict);
    case "json":
      return jsonText(verdict);
    case "sarif":
      return sarifText(verdict, options.lock, packageVersion());
    case "junit":
      return junitText(verdict);
  }
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder(), "package.json"), "utf8")) as {
    version: string;
  };
  return version;
}

function helpText(): string {
  return readFileSync(join(packageFolder(), "help.txt"), "utf8");
}

/** The folder of this package: that of the sources, or above what was built. */
function packageFolder(): string {
  const here = join(import.meta.dirname, "..");
  return here.endsWith("dist") ? join(here, "..") : here;
}

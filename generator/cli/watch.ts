import { once } from "node:events";
import { type FSWatcher, readdirSync, statSync, watch as watchFolder } from "node:fs";
import { join } from "node:path";
import { diskErrorOf } from "../files/disk-error.ts";
import { type Drift, writeGenerated } from "../files/generated.ts";
import { readSpec } from "../files/spec.ts";
import type { SpecSource } from "../parse/source.ts";
import { formatOf, text, type Values } from "./command.ts";
import { generate } from "./generation.ts";
import { reportSpec, specFolder } from "./spec.ts";

/** Milliseconds without an event after which a save is over: editors write, rename and touch in several steps. */
const quiet = 20;
/** Milliseconds between looks at a disk that does not let us read or write, as when git changes branches. */
const patience = 500;

/** Generates after every save, until the process is told to stop. @returns the exit code. */
export async function watch(values: Values): Promise<number> {
  const folder = specFolder(values);
  const round = roundOf(values);
  await round();
  const saves = everySave(folder, round);
  say(`Watching ${folder}/. Ctrl-C ends it.`);
  const told = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await Promise.race([told, saves.failed]);
  await saves.stop();
  say("Stopped.");
  return 0;
}

/** One generation: reads the spec, and writes and tells what has changed since the last one. */
function roundOf(values: Values): () => Promise<void> {
  const folder = specFolder(values);
  const out = text(values, "out", "generated");
  let last: readonly SpecSource[] = [];
  return async () => {
    const started = performance.now();
    const sources = readSpec(folder);
    const saved = changedPaths(last, sources);
    if (saved.length === 0) return;
    const isFirst = last.length === 0;
    const { diagnostics, spec } = await generate(sources);
    const drifts = spec ? writeGenerated(out, spec.files) : undefined;
    reportSpec(values, sources, diagnostics, formatOf(values) === "human" ? process.stderr : process.stdout);
    const cause = isFirst ? `${folder}/` : listed(saved.map((path) => join(folder, path)));
    last = sources;
    say(`${time()} ${cause}: ${outcome(out, drifts)} (${Math.round(performance.now() - started)} ms)`);
  };
}

function outcome(out: string, drifts: readonly Drift[] | undefined): string {
  if (!drifts) return `has errors; ${out}/ stays as it is`;
  return drifts.length === 0
    ? "nothing changed"
    : `wrote ${listed(drifts.map(({ path }) => join(out, path)))}`;
}

interface Saves {
  /** Never resolves; rejects when a round fails. */
  readonly failed: Promise<never>;
  /** Waits for a round that is under way. */
  stop(): Promise<void>;
}

/** Runs `round` after each save, one at a time. */
function everySave(folder: string, round: () => Promise<void>): Saves {
  const failure = Promise.withResolvers<never>();
  let watchers: readonly FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let trouble = "";
  let isTold = false;

  function soon(delay = quiet): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      current = current.then(run).catch(failure.reject);
    }, delay);
  }

  /** Watches first, then reads: what is saved while it reads starts another round. */
  async function run(): Promise<void> {
    try {
      rewatch();
      await round();
      trouble = "";
    } catch (error) {
      const disk = diskErrorOf(error);
      if (!disk) throw error;
      tell(disk.message);
      soon(patience);
    }
  }

  /** Trouble that is over at the next look, as while git changes branches, is nobody's business. */
  function tell(message: string): void {
    if (message !== trouble) isTold = false;
    else if (!isTold) {
      say(`toolwright: ${message} Still watching.`);
      isTold = true;
    }
    trouble = message;
  }

  /**
   * Folders are watched, not files: an editor that saves by renaming replaces the file, but not its folder. They are
   * watched anew each time, since a folder that was replaced looks the same and tells nothing.
   */
  function rewatch(): void {
    unwatch();
    const below = readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
    watchers = [folder, ...below].map((path) => {
      const watcher = watchFolder(path, () => soon());
      return watcher.on("error", () => soon(patience));
    });
  }

  function unwatch(): void {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  }

  rewatch();
  // For what was saved while the first generation ran and nobody watched.
  soon();
  return {
    failed: failure.promise,
    async stop() {
      clearTimeout(timer);
      unwatch();
      await current;
      clearTimeout(timer);
      unwatch();
    },
  };
}

function changedPaths(before: readonly SpecSource[], after: readonly SpecSource[]): string[] {
  const texts = new Map(before.map(({ path, text }) => [path, text]));
  const gone = new Set(texts.keys()).difference(new Set(after.map(({ path }) => path)));
  return [...after.filter(({ path, text }) => texts.get(path) !== text).map(({ path }) => path), ...gone];
}

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, 4).map((path) => path.replaceAll("\\", "/"));
  return shown.join(", ") + (paths.length > shown.length ? ` and ${paths.length - shown.length} more` : "");
}

function time(): string {
  return new Date().toTimeString().slice(0, 8);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

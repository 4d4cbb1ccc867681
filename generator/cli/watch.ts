/** Generates after every save of a spec (`generate --watch`). */
import { once } from "node:events";
import { type FSWatcher, readdirSync, statSync, watch as watchFolder } from "node:fs";
import { join } from "node:path";
import { putEditedFirst } from "../diagnostics/diagnostic.ts";
import { toDiskError } from "../files/disk-error.ts";
import { type Drift, writeGenerated } from "../files/generated.ts";
import { readSpec } from "../files/spec.ts";
import type { SpecSource } from "../parse/source.ts";
import { type Io, readFormat, say, text, type Values } from "./command.ts";
import { listEdited } from "./last-run.ts";
import { generate, reportSpec, specFolder } from "./spec.ts";

/** Milliseconds without an event after which a save is complete: editors write, rename and touch in several steps. */
const debounceMs = 20;
/** Milliseconds before a retry when a file cannot be read or written, as while git changes branches. */
const retryMs = 500;

/** Generates after every save, until SIGINT or SIGTERM. @returns the exit code */
export async function watch(values: Values, io: Io): Promise<number> {
  const folder = specFolder(values);
  const regenerate = makeGenerator(values, io);
  await regenerate();
  const saves = onEverySave(folder, io, regenerate);
  say(io, `Watching ${folder}/. Ctrl-C ends it.`);
  const stopSignal = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await Promise.race([stopSignal, saves.failed]);
  await saves.stop();
  say(io, "Stopped.");
  return 0;
}

/**
 * Returns a function that generates once: it reads the spec, writes the files that changed since its last call, and reports.
 * Mistakes in saved files come first, then resulting mistakes in other files.
 */
function makeGenerator(values: Values, io: Io): () => Promise<void> {
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
    const inOrder = putEditedFirst(diagnostics, isFirst ? listEdited(folder, sources) : saved);
    reportSpec(values, sources, inOrder, readFormat(values) === "human" ? io.stderr : io.stdout);
    const cause = isFirst ? `${folder}/` : listPaths(saved.map((path) => join(folder, path)));
    last = sources;
    say(io, `${time()} ${cause}: ${outcome(out, drifts)} (${Math.round(performance.now() - started)} ms)`);
  };
}

function outcome(out: string, drifts: readonly Drift[] | undefined): string {
  if (!drifts) return `has errors; ${out}/ stays as it is`;
  return drifts.length === 0
    ? "nothing changed"
    : `wrote ${listPaths(drifts.map(({ path }) => join(out, path)))}`;
}

export interface Saves {
  /** Never resolves; rejects when a generation throws. */
  readonly failed: Promise<never>;
  /** Waits for a generation that is running. */
  stop(): Promise<void>;
}

/** Calls `regenerate` after each save, one call at a time. */
export function onEverySave(folder: string, io: Io, regenerate: () => Promise<void>): Saves {
  const failure = Promise.withResolvers<never>();
  let watchers: readonly FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let trouble = "";
  let isReported = false;

  function schedule(delay = debounceMs): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      current = current.then(run).catch(failure.reject);
    }, delay);
  }

  /** Watches first, then reads: a save while it reads starts another generation. */
  async function run(): Promise<void> {
    try {
      rewatch();
      await regenerate();
      trouble = "";
    } catch (error) {
      const disk = toDiskError(error);
      if (!disk) throw error;
      reportTrouble(disk.message);
      schedule(retryMs);
    }
  }

  /** Reports a problem only if it lasts until the retry: while git changes branches, files are missing for a moment. */
  function reportTrouble(message: string): void {
    if (message !== trouble) isReported = false;
    else if (!isReported) {
      say(io, `toolwright: ${message} Still watching.`);
      isReported = true;
    }
    trouble = message;
  }

  /**
   * Folders are watched, not files: an editor that saves by renaming replaces the file, but not its folder. The watchers are
   * renewed each time, since a watcher of a folder that was replaced gets no events.
   */
  function rewatch(): void {
    unwatch();
    const below = readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
    watchers = [folder, ...below].map((path) => {
      const watcher = watchFolder(path, () => schedule());
      return watcher.on("error", () => schedule(retryMs));
    });
  }

  function unwatch(): void {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  }

  rewatch();
  // Catches changes saved during the first generation, before the folders were watched.
  schedule();
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

function listPaths(paths: readonly string[]): string {
  const shown = paths.slice(0, 4).map((path) => path.replaceAll("\\", "/"));
  return shown.join(", ") + (paths.length > shown.length ? ` and ${paths.length - shown.length} more` : "");
}

function time(): string {
  return new Date().toTimeString().slice(0, 8);
}

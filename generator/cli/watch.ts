/** Generates after every save of a spec (`generate --watch`). */
import { once } from "node:events";
import { type FSWatcher, readdirSync, statSync, watch as watchFolder } from "node:fs";
import { join } from "node:path";
import { putEditedFirst } from "../diagnostics/diagnostic.ts";
import { toDiskError } from "../files/disk-error.ts";
import { type Drift, writeGenerated } from "../files/output-files.ts";
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
  const saves = new SaveWatcher(folder, io, regenerate);
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

/** Calls `regenerate` after each save below a folder, one call at a time. */
export class SaveWatcher {
  readonly #folder: string;
  readonly #io: Io;
  readonly #regenerate: () => Promise<void>;
  readonly #failure = Promise.withResolvers<never>();
  #watchers: readonly FSWatcher[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** The generation that is running, or was the last one. */
  #current: Promise<void> = Promise.resolve();
  /** The problem of the last generation with files on disk; empty if there was none. */
  #trouble = "";
  #isReported = false;

  constructor(folder: string, io: Io, regenerate: () => Promise<void>) {
    this.#folder = folder;
    this.#io = io;
    this.#regenerate = regenerate;
    this.#rewatch();
    // Catches changes saved during the first generation, before the folders were watched.
    this.#schedule();
  }

  /** Never resolves; rejects when a generation throws. */
  get failed(): Promise<never> {
    return this.#failure.promise;
  }

  /** Waits for a generation that is running. */
  async stop(): Promise<void> {
    this.#unwatch();
    await this.#current;
    // The generation may have watched again, and scheduled the next one.
    this.#unwatch();
  }

  #schedule(delay = debounceMs): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#current = this.#current.then(() => this.#run()).catch(this.#failure.reject);
    }, delay);
  }

  /** Watches first, then reads: a save while it reads starts another generation. */
  async #run(): Promise<void> {
    try {
      this.#rewatch();
      await this.#regenerate();
      this.#trouble = "";
    } catch (error) {
      const disk = toDiskError(error);
      if (!disk) throw error;
      this.#reportTrouble(disk.message);
      this.#schedule(retryMs);
    }
  }

  /** Reports a problem only if it lasts until the retry: while git changes branches, files are missing for a moment. */
  #reportTrouble(message: string): void {
    if (message !== this.#trouble) this.#isReported = false;
    else if (!this.#isReported) {
      say(this.#io, `toolwright: ${message} Still watching.`);
      this.#isReported = true;
    }
    this.#trouble = message;
  }

  /**
   * Folders are watched, not files: an editor that saves by renaming replaces the file, but not its folder. The watchers are
   * renewed each time, since a watcher of a folder that was replaced gets no events.
   */
  #rewatch(): void {
    this.#closeWatchers();
    const below = readdirSync(this.#folder)
      .map((name) => join(this.#folder, name))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
    this.#watchers = [this.#folder, ...below].map((path) => {
      const watcher = watchFolder(path, () => this.#schedule());
      return watcher.on("error", () => this.#schedule(retryMs));
    });
  }

  #unwatch(): void {
    clearTimeout(this.#timer);
    this.#closeWatchers();
  }

  #closeWatchers(): void {
    for (const watcher of this.#watchers) watcher.close();
    this.#watchers = [];
  }
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

/** Caches a search index of titles for each account, and updates it before each use. */
import { setImmediate } from "node:timers/promises";
import type { Queries } from "../../platform/storage/storage.ts";
import { directoryVersion, listChangedSince } from "./changes.ts";
import { TitleIndex } from "./title-index.ts";
import { allTitles, selectTitles } from "./titles.ts";

/**
 * How many titles of all accounts together are cached, at about 1 kB each. The directories that were used longest ago
 * are evicted first.
 */
const MAX_CACHED_TITLES = 400_000;

interface Directory {
  readonly index: TitleIndex;
  version: number;
}

/** The titles that accounts can access, indexed in this process and brought up to date before each use. */
export interface Directories {
  /** Returns the current index, including changes of other processes. */
  of(accountId: string): Promise<TitleIndex>;
}

interface CacheEntry {
  readonly reading: Promise<Directory>;
  /** When it was last read. */
  titles: number;
}

export function directories(queries: Queries): Directories {
  /** The cached directories in the order of their last use. */
  const cache = new Map<string, CacheEntry>();
  return {
    async of(accountId) {
      const earlier = cache.get(accountId);
      // Updates of an account run one after the other. The next call waits for this one and then has little left to read.
      const now = { reading: current(queries, accountId, earlier?.reading), titles: earlier?.titles ?? 0 };
      cache.delete(accountId);
      cache.set(accountId, now);
      const { index } = await now.reading;
      now.titles = index.size;
      evictOldest(cache);
      return index;
    },
  };
}

function evictOldest(cache: Map<string, CacheEntry>): void {
  let titles = 0;
  for (const one of cache.values()) titles += one.titles;
  for (const [accountId, one] of cache) {
    if (titles <= MAX_CACHED_TITLES || cache.size === 1) return;
    titles -= one.titles;
    cache.delete(accountId);
  }
}

async function current(
  queries: Queries,
  accountId: string,
  earlier: Promise<Directory> | undefined,
): Promise<Directory> {
  // If the earlier read failed, its callers got the error. This call tries again.
  const directory = await earlier?.catch(() => undefined);
  const isCurrent = directory !== undefined && (await applyChanges(queries, accountId, directory));
  return isCurrent ? directory : readAll(queries, accountId);
}

async function readAll(queries: Queries, accountId: string): Promise<Directory> {
  // The version is read before the titles, so a change during the read is applied next time.
  const version = await directoryVersion(queries, accountId);
  const index = new TitleIndex();
  for await (const titles of allTitles(queries, accountId)) {
    for (const { id, title } of titles) index.set(id, title);
    await setImmediate();
  }
  return { index, version };
}

/** False if it is too far behind. */
async function applyChanges(queries: Queries, accountId: string, directory: Directory): Promise<boolean> {
  if ((await directoryVersion(queries, accountId)) === directory.version) return true;
  const changed = await listChangedSince(queries, accountId, directory.version);
  if (changed === undefined) return false;
  const titles = await selectTitles(queries, accountId, changed.formIds);
  const accessible = new Map(titles.map(({ id, title }) => [id, title]));
  for (const id of changed.formIds) {
    const title = accessible.get(id);
    if (title === undefined) directory.index.delete(id);
    else directory.index.set(id, title);
  }
  directory.version = changed.version;
  return true;
}

import { setImmediate } from "node:timers/promises";
import type { Queries } from "../../storage/storage.ts";
import { changedSince, directoryVersion } from "./changes.ts";
import { TitleIndex } from "./title-index.ts";
import { allTitles, titlesOf } from "./titles.ts";

/** Titles kept in memory, of all accounts together: about 1 kB each. Beyond that those not asked for longest go. */
const MOST_TITLES = 400_000;

interface Directory {
  readonly index: TitleIndex;
  version: number;
}

/** The titles that accounts can access, indexed in this process and brought up to date before each use. */
export interface Directories {
  /** As of now, whichever process changed something. */
  of(accountId: string): Promise<TitleIndex>;
}

interface Kept {
  readonly reading: Promise<Directory>;
  /** When it was last read. */
  titles: number;
}

export function directories(queries: Queries): Directories {
  /** In the order in which they were last asked for. */
  const kept = new Map<string, Kept>();
  return {
    async of(accountId) {
      const before = kept.get(accountId);
      // One after the other for each account: who asks next waits for this one, and finds it nearly up to date.
      const now = { reading: upToDate(queries, accountId, before?.reading), titles: before?.titles ?? 0 };
      kept.delete(accountId);
      kept.set(accountId, now);
      const { index } = await now.reading;
      now.titles = index.size;
      forgetOldest(kept);
      return index;
    },
  };
}

function forgetOldest(kept: Map<string, Kept>): void {
  let titles = 0;
  for (const one of kept.values()) titles += one.titles;
  for (const [accountId, one] of kept) {
    if (titles <= MOST_TITLES || kept.size === 1) return;
    titles -= one.titles;
    kept.delete(accountId);
  }
}

async function upToDate(
  queries: Queries,
  accountId: string,
  before: Promise<Directory> | undefined,
): Promise<Directory> {
  // A reading that failed told whoever waited for it; this is another try.
  const directory = await before?.catch(() => undefined);
  const isCurrent = directory !== undefined && (await catchUp(queries, accountId, directory));
  return isCurrent ? directory : readAll(queries, accountId);
}

async function readAll(queries: Queries, accountId: string): Promise<Directory> {
  // Before the titles: what changes while they are read is read again next time.
  const version = await directoryVersion(queries, accountId);
  const index = new TitleIndex();
  for await (const titles of allTitles(queries, accountId)) {
    for (const { id, title } of titles) index.set(id, title);
    await setImmediate();
  }
  return { index, version };
}

/** False if it is too far behind. */
async function catchUp(queries: Queries, accountId: string, directory: Directory): Promise<boolean> {
  if ((await directoryVersion(queries, accountId)) === directory.version) return true;
  const changed = await changedSince(queries, accountId, directory.version);
  if (changed === undefined) return false;
  const titles = await titlesOf(queries, accountId, changed.formIds);
  const accessible = new Map(titles.map(({ id, title }) => [id, title]));
  for (const id of changed.formIds) {
    const title = accessible.get(id);
    if (title === undefined) directory.index.delete(id);
    else directory.index.set(id, title);
  }
  directory.version = changed.version;
  return true;
}

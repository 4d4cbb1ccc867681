/** A memory budget that requests share, so that one caller cannot block the others. */

export interface BudgetOptions {
  /** The size of the budget for all reservations together. */
  readonly bytes: number;
  /** The limit for the reservations of one caller; by default the whole budget. */
  readonly bytesOfCaller?: number;
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

/** A budget of memory from which requests reserve a part. */
export interface SharedBudget {
  /**
   * Opens an empty reservation of a caller.
   * @param onEvicted called when another reservation has taken its memory
   */
  open(caller: string, onEvicted: () => void): Reservation;
}

/** The memory of one request. */
export interface Reservation {
  /**
   * Takes more memory, if necessary from reservations that are still growing.
   * @param within the part of the budget that may be in use afterwards; by default all
   * @returns whether there was room
   */
  grow(bytes: number, within?: number): boolean;
  /** The request has arrived, so it is not evicted any more. */
  complete(): void;
  /** Returns all memory of the reservation to the budget. */
  release(): void;
}

interface Share {
  bytes: number;
  /** Reservations of requests that have not arrived yet. */
  readonly growing: Set<Entry>;
  /** The number of open reservations. */
  count: number;
}

interface Entry {
  readonly share: Share;
  readonly openedAt: number;
  bytes: number;
  evict(): void;
}

/** The time that a request has to arrive before a new request of the same caller may evict it. */
const evictableAfterMs = 5_000;

/**
 * Creates a budget. When it is used up, a new request evicts a request of the caller that uses most, if that caller would then still
 * use more than the new request's caller. If the new request's caller uses most itself, it evicts its own slowest request, once that
 * is some seconds old; otherwise the new request is refused. So slow requests of one caller do not block other callers, and block
 * its own requests only for a short time.
 */
export function sharedBudget({
  bytes: total,
  bytesOfCaller = total,
  now = () => performance.now(),
}: BudgetOptions): SharedBudget {
  const shares = new Map<string, Share>();
  let held = 0;

  function makeRoom(own: Entry, bytes: number, within: number): boolean {
    while (own.share.bytes + bytes > bytesOfCaller) {
      const victim = slowest(evictable(own, now()), now());
      if (victim === undefined) return false;
      victim.evict();
    }
    while (held + bytes > within) {
      const heavier = heavierCaller(shares.values(), own, bytes);
      const victim = slowest(heavier?.growing ?? evictable(own, now()), now());
      if (victim === undefined) return false;
      victim.evict();
    }
    return true;
  }

  function findShare(caller: string): Share {
    const share = shares.get(caller) ?? { bytes: 0, growing: new Set(), count: 0 };
    shares.set(caller, share);
    return share;
  }

  return {
    open(caller, onEvicted) {
      const share = findShare(caller);
      share.count++;
      let isOpen = true;
      const own: Entry = {
        share,
        openedAt: now(),
        bytes: 0,
        evict() {
          release();
          onEvicted();
        },
      };
      share.growing.add(own);
      return {
        grow(bytes, within = total) {
          if (!isOpen || !makeRoom(own, bytes, within)) return false;
          for (const each of [own, share]) each.bytes += bytes;
          held += bytes;
          return true;
        },
        complete: () => void share.growing.delete(own),
        release,
      };

      function release(): void {
        if (!isOpen) return;
        isOpen = false;
        held -= own.bytes;
        share.bytes -= own.bytes;
        share.growing.delete(own);
        share.count--;
        if (share.count === 0) shares.delete(caller);
      }
    },
  };
}

/** Returns the caller that uses most memory, if it uses more than the own caller would with these additional bytes. */
function heavierCaller(shares: Iterable<Share>, own: Entry, bytes: number): Share | undefined {
  let heaviest: Share | undefined;
  for (const share of shares) {
    const least = heaviest?.bytes ?? own.share.bytes + bytes;
    if (share !== own.share && share.growing.size > 0 && share.bytes > least) heaviest = share;
  }
  return heaviest;
}

function evictable(own: Entry, time: number): Entry[] {
  const before = time - evictableAfterMs;
  return [...own.share.growing].filter((entry) => entry !== own && entry.openedAt <= before);
}

/** Returns the entry with the largest product of memory and time. A slow upload of a short text has used little. */
function slowest(entries: Iterable<Entry>, time: number): Entry | undefined {
  let slowest: Entry | undefined;
  let most = 0;
  for (const entry of entries) {
    // The added tenth of a second makes new entries count by their bytes.
    const kept = entry.bytes * (time - entry.openedAt + 100);
    if (kept > most) [slowest, most] = [entry, kept];
  }
  return slowest;
}

/** A budget of memory that requests share, so that no caller can keep the others out. */

export interface BudgetOptions {
  /** Of all reservations together. */
  readonly bytes: number;
  /** Of the reservations of one caller; by default the whole budget. */
  readonly bytesOfCaller?: number;
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

export interface SharedBudget {
  /**
   * Opens an empty reservation of a caller.
   * @param onEvicted called when it lost its memory to another one
   */
  open(caller: string, onEvicted: () => void): Reservation;
}

/** The memory of one request. */
export interface Reservation {
  /**
   * Takes more memory, if need be from reservations that still grow.
   * @param within how much of the budget may be taken afterwards; by default all
   * @returns whether there was room
   */
  grow(bytes: number, within?: number): boolean;
  /** The request has arrived, so it is not evicted any more. */
  complete(): void;
  release(): void;
}

interface Share {
  bytes: number;
  /** Reservations of requests that have not arrived yet. */
  readonly growing: Set<Entry>;
  /** How many are open. */
  count: number;
}

interface Entry {
  readonly share: Share;
  readonly openedAt: number;
  bytes: number;
  evict(): void;
}

/** A caller's own requests have that long to arrive before a new one of the same caller may take their place. */
const patienceMs = 5_000;

/**
 * When the budget is used up, a request takes its memory from the caller that holds more than its own caller would then. A caller that holds
 * most loses its own slowest request, if that has had some seconds; else the new one gets nothing. So slow requests of one caller
 * keep out neither other callers nor, for long, their own.
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
      const victim = slowest(patientOnes(own, now()), now());
      if (victim === undefined) return false;
      victim.evict();
    }
    while (held + bytes > within) {
      const heavier = heavierCaller(shares.values(), own, bytes);
      const victim = slowest(heavier?.growing ?? patientOnes(own, now()), now());
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

/** Of the callers that hold more than the own one would with so many bytes more, the one that holds most. */
function heavierCaller(shares: Iterable<Share>, own: Entry, bytes: number): Share | undefined {
  let heaviest: Share | undefined;
  for (const share of shares) {
    const least = heaviest?.bytes ?? own.share.bytes + bytes;
    if (share !== own.share && share.growing.size > 0 && share.bytes > least) heaviest = share;
  }
  return heaviest;
}

function patientOnes(own: Entry, time: number): Entry[] {
  const before = time - patienceMs;
  return [...own.share.growing].filter((entry) => entry !== own && entry.openedAt <= before);
}

/** The one that has kept most memory for most of the time. A long upload with short texts beside it has kept little. */
function slowest(entries: Iterable<Entry>, time: number): Entry | undefined {
  let slowest: Entry | undefined;
  let most = 0;
  for (const entry of entries) {
    // A tenth of a second, so that a new one counts by its bytes.
    const kept = entry.bytes * (time - entry.openedAt + 100);
    if (kept > most) [slowest, most] = [entry, kept];
  }
  return slowest;
}

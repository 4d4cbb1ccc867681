/** Queues the posts of accounts with slow posts, so an editor cannot block the requests of others. */
import type { FairQueue } from "@toolwright/runtime";

/**
 * Runs the handler of a post of an account.
 * @param onLeave calls a function if the client disconnects. A post that still waits is then dropped without an answer
 */
export type PacedPosts = <T>(
  account: string,
  answer: () => Promise<T>,
  onLeave: (then: () => void) => void,
) => Promise<T>;

/** The time of a slow post. Posts of ordinary forms take a fifth of it. */
const COSTLY_MS = 50;
/** How long the posts of an account are queued after a slow one. */
const REMEMBERED_MS = 60_000;

/**
 * Creates the queue. The time of a post depends on the stored form, and is known only afterwards. So after a slow post, the posts
 * of its account are queued for a minute; all others run at once.
 * @param now a monotonic clock, in milliseconds
 */
export function pacedPosts(queue: FairQueue, now = () => performance.now()): PacedPosts {
  /** The end of the queueing for each account, in the order of time. */
  const waitsUntil = new Map<string, number>();

  async function measure<T>(account: string, answer: () => Promise<T>): Promise<T> {
    const began = now();
    try {
      return await answer();
    } finally {
      const time = now();
      if (time - began > COSTLY_MS) remember(account, time);
    }
  }

  function remember(account: string, time: number): void {
    for (const [other, until] of waitsUntil) {
      if (until > time) break;
      waitsUntil.delete(other);
    }
    waitsUntil.delete(account);
    waitsUntil.set(account, time + REMEMBERED_MS);
  }

  return (account, answer, onLeave) => {
    if ((waitsUntil.get(account) ?? 0) <= now()) return measure(account, answer);
    return new Promise((resolve, reject) => {
      onLeave(queue.add(account, () => measure(account, answer).then(resolve, reject)));
    });
  };
}

/** Posts of accounts whose posts take long wait for each other, so that no editor blocks the requests of others. */
import type { FairQueue } from "@toolwright/runtime";

/**
 * Runs what answers a post of an account.
 * @param onLeave calls a function if the client leaves; nothing of a post that still waits then is kept, and it is never answered
 */
export type PacedPosts = <T>(
  account: string,
  answer: () => Promise<T>,
  onLeave: (then: () => void) => void,
) => Promise<T>;

/** Posts of ordinary forms take a fifth of that. */
const COSTLY_MS = 50;
/** How long the posts of an account wait in line after one that was costly. */
const REMEMBERED_MS = 60_000;

/**
 * What a post costs depends on the form that is stored, and is known only afterwards. So the posts of an account take turns in the queue for a minute
 * after one that was costly; all others run at once.
 * @param now a monotonic clock, in milliseconds
 */
export function pacedPosts(queue: FairQueue, now = () => performance.now()): PacedPosts {
  /** When the posts of an account stop to wait; in the order of that time. */
  const waitsUntil = new Map<string, number>();

  async function measured<T>(account: string, answer: () => Promise<T>): Promise<T> {
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
    if ((waitsUntil.get(account) ?? 0) <= now()) return measured(account, answer);
    return new Promise((resolve, reject) => {
      onLeave(queue.add(account, () => measured(account, answer).then(resolve, reject)));
    });
  };
}

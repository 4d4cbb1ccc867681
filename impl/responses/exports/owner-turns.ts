/** When exports run: two of an owner at a time, so that each later one finds the budget as the earlier ones leave it. */
import { Refusal } from "@toolwright/runtime";

/** The size of an export is known when it is written, so each that runs may exceed the budget. A large one leaves room for a small one. */
const AT_ONCE = 2;
const MOST_WAITING = 100;

interface Owner {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Resolves when an export of the owner may run, to what ends its turn.
 * @throws Refusal quota_exceeded
 */
export type OwnerTurns = (ownerId: string) => Promise<() => void>;

export function ownerTurns(): OwnerTurns {
  const owners = new Map<string, Owner>();
  return async (ownerId) => {
    const owner = owners.get(ownerId) ?? { running: 0, waiting: [] };
    owners.set(ownerId, owner);
    if (owner.running >= AT_ONCE) await wait(owner);
    else owner.running += 1;
    return () => {
      const next = owner.waiting.shift();
      if (next !== undefined) return next();
      owner.running -= 1;
      if (owner.running === 0) owners.delete(ownerId);
    };
  };
}

/** Waits for a turn. An export that ends wakes the next one. */
function wait({ waiting }: Owner): Promise<void> {
  if (waiting.length >= MOST_WAITING)
    throw new Refusal(
      "quota_exceeded",
      `${MOST_WAITING} exports of forms of this owner wait for their turn. Call again when some of them are done.`,
      { budget: "exports", used: waiting.length, limit: MOST_WAITING, remaining: 0 },
    );
  return new Promise((resolve) => waiting.push(resolve));
}

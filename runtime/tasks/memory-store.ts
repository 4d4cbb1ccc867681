/** Keeps tasks in the memory of this process: the default store. */
import { hasEnded, type StoredTask, type TaskStore } from "./task.ts";

/**
 * The bounds of a store in memory. A task beyond the last three makes the store forget tasks that have ended, the oldest first, and
 * those of the same account before those of others.
 */
export interface MemoryBounds {
  /** The most tasks of one account that have not ended. */
  readonly runningOfOwner: number;
  /** The most tasks of one account, and of all. */
  readonly ofOwner: number;
  readonly ofAll: number;
  /** The most characters of all tasks: arguments, capabilities, answers and results. */
  readonly characters: number;
}

const defaultBounds: MemoryBounds = {
  runningOfOwner: 20,
  ofOwner: 100,
  ofAll: 5_000,
  characters: 64 * 1024 * 1024,
};

export class MemoryTaskStore implements TaskStore {
  readonly #bounds: MemoryBounds;
  readonly #now: () => number;
  /** The oldest first. */
  readonly #tasks = new Map<string, StoredTask>();
  /** The characters of each task. */
  readonly #sizes = new Map<string, number>();
  #characters = 0;

  constructor(now: () => number = Date.now, bounds = defaultBounds) {
    this.#now = now;
    this.#bounds = bounds;
  }

  async create(task: StoredTask): Promise<boolean> {
    this.#removeExpired();
    const { runningOfOwner, ofOwner, ofAll } = this.#bounds;
    const owned = [...this.#tasks.values()].filter(({ owner }) => owner === task.owner);
    const running = owned.filter((each) => !hasEnded(each)).length;
    if (running >= runningOfOwner) return false;
    if (owned.length >= ofOwner) this.#forgetEnded(({ owner }) => owner === task.owner);
    if (this.#tasks.size >= ofAll && !this.#forgetEnded(() => true)) return false;
    const size = countCharacters(task.input) + countCharacters(task.capabilities);
    if (!this.#makeRoom(task, size)) return false;
    this.#tasks.set(task.id, task);
    this.#grow(task.id, size);
    return true;
  }

  async read(id: string): Promise<StoredTask | undefined> {
    const task = this.#tasks.get(id);
    return task && this.#isExpired(task) ? undefined : task;
  }

  async replace(task: StoredTask): Promise<boolean> {
    const before = this.#tasks.get(task.id);
    if (before?.revision !== task.revision - 1) return false;
    this.#tasks.set(task.id, task);
    const size =
      changedCharacters(before.result, task.result) + changedCharacters(before.answers, task.answers);
    this.#makeRoom(task, size);
    this.#grow(task.id, size);
    return true;
  }

  /** Forgets ended tasks until there is room for more characters. Returns false if that is not enough. */
  #makeRoom({ id, owner }: StoredTask, size: number): boolean {
    while (this.#characters + size > this.#bounds.characters) {
      const isForgotten =
        this.#forgetEnded((each) => each.id !== id && each.owner === owner) ||
        this.#forgetEnded((each) => each.id !== id);
      if (!isForgotten) return false;
    }
    return true;
  }

  #grow(id: string, size: number): void {
    this.#characters += size;
    this.#sizes.set(id, size + (this.#sizes.get(id) ?? 0));
  }

  /** Forgets the oldest task that has ended. Returns false if there is none. */
  #forgetEnded(isOne: (task: StoredTask) => boolean): boolean {
    for (const task of this.#tasks.values())
      if (hasEnded(task) && isOne(task)) {
        this.#remove(task.id);
        return true;
      }
    return false;
  }

  #removeExpired(): void {
    for (const task of this.#tasks.values()) if (this.#isExpired(task)) this.#remove(task.id);
  }

  #remove(id: string): void {
    this.#tasks.delete(id);
    this.#characters -= this.#sizes.get(id) ?? 0;
    this.#sizes.delete(id);
  }

  #isExpired({ createdAt, ttlMs }: StoredTask): boolean {
    return createdAt + ttlMs <= this.#now();
  }
}

function countCharacters(value: object | undefined): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}

/** Values that are the same object, as in most changes, are not counted again. */
function changedCharacters(before: object | undefined, after: object | undefined): number {
  return before === after ? 0 : countCharacters(after) - countCharacters(before);
}

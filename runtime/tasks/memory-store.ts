/** Keeps tasks in the memory of this process: the default store. */
import { hasEnded, type StoredTask, type TaskStore } from "./task.ts";

/** The bounds of a store in memory. A task beyond the last two makes the store forget tasks that have ended, the oldest first. */
export interface MemoryBounds {
  /** The most tasks of one account that have not ended. */
  readonly runningOfOwner: number;
  /** The most tasks of one account, and of all. */
  readonly ofOwner: number;
  readonly ofAll: number;
}

const defaultBounds: MemoryBounds = { runningOfOwner: 20, ofOwner: 100, ofAll: 5_000 };

/** The most characters of the results of all tasks. */
const maxCharacters = 64 * 1024 * 1024;

export class MemoryTaskStore implements TaskStore {
  readonly #bounds: MemoryBounds;
  readonly #now: () => number;
  /** The oldest first. */
  readonly #tasks = new Map<string, StoredTask>();
  /** The characters of the result of each task that has one. */
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
    this.#tasks.set(task.id, task);
    return true;
  }

  async read(id: string): Promise<StoredTask | undefined> {
    const task = this.#tasks.get(id);
    return task && this.#isExpired(task) ? undefined : task;
  }

  async replace(task: StoredTask): Promise<boolean> {
    if (this.#tasks.get(task.id)?.revision !== task.revision - 1) return false;
    this.#tasks.set(task.id, task);
    if (task.result) this.#addResult(task);
    return true;
  }

  #addResult({ id, result }: StoredTask): void {
    const size = JSON.stringify(result).length;
    this.#characters += size - (this.#sizes.get(id) ?? 0);
    this.#sizes.set(id, size);
    while (this.#characters > maxCharacters) if (!this.#forgetEnded((each) => each.id !== id)) return;
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

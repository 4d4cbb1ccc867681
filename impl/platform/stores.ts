import type { FileStore } from "./files/store.ts";
import type { Storage } from "./storage/storage.ts";
import type { Clock } from "./time/clock.ts";

/** What keeps things, and the clock that dates them. A function names the parts that it uses: `Pick<Stores, "storage" | "clock">`. */
export interface Stores {
  readonly storage: Storage;
  readonly files: FileStore;
  readonly clock: Clock;
}

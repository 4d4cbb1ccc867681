import type { FileStore } from "./files/store.ts";
import type { Storage } from "./storage/storage.ts";
import type { Clock } from "./time/clock.ts";

/** The stores, and the clock for their dates. A function names the parts that it uses: `Pick<Stores, "storage" | "clock">`. */
export interface Stores {
  readonly storage: Storage;
  readonly files: FileStore;
  readonly clock: Clock;
}

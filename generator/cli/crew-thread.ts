/** A thread of the crew: has its share in one round of work after the other, until it is ended. */
import nodeModule from "node:module";
import { parentPort } from "node:worker_threads";
import type { Round } from "./crew-round.ts";

// A thread does not inherit it, and starts in less than half the time with it.
nodeModule.enableCompileCache();
const { takeShare } = await import("./crew-round.ts");
const { tasks } = await import("./crew-tasks.ts");

let last: Promise<unknown> = Promise.resolve();
parentPort!.on("message", (round: Round) => {
  last = last.then(() => takeShare(round, (share) => parentPort!.postMessage(share))).then(loadAll);
});

/** While there is nothing else to do. */
function loadAll(): Promise<unknown> {
  return Promise.all(Object.values(tasks).map((load) => load()));
}

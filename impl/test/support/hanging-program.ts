/** A thread that never ends a task with a text that says so, as the next mistake of a reader would not; others it does as the service. */
import { readers } from "../../ai/reading.ts";
import { serveTasks } from "../../platform/threads/serve-tasks.ts";
import type { Tasks } from "../../platform/threads/work-thread.ts";

const hanging = Object.entries<(input: never) => unknown>(readers).map(([name, read]) => [
  name,
  (input: never) => {
    for (; JSON.stringify(input).includes("never ends"); );
    return read(input);
  },
]);

serveTasks(Object.fromEntries(hanging) as Tasks);

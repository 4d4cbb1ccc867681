/** A thread that never ends a table with an answer that says so, and dies of another one; others it writes as the service. */

import { serveTasks } from "../../platform/threads/serve-tasks.ts";
import { tableTasks } from "../../responses/exports/tables/table-tasks.ts";

const { writeRows } = tableTasks;

serveTasks({
  ...tableTasks,
  writeRows(rows: Parameters<typeof writeRows>[0]) {
    const answers = rows.responses.map((response) => response.answers).join();
    for (; answers.includes("never ends"); );
    if (answers.includes("ends its thread")) process.exit(1);
    return writeRows(rows);
  },
});

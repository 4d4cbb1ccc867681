/** The program of the thread that writes tables. */
import { serveTasks } from "../../../platform/threads/serve-tasks.ts";
import { tableTasks } from "./table-tasks.ts";

serveTasks(tableTasks);

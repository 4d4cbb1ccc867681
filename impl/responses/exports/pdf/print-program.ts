/** The program of the thread that prints PDF files. */
import { serveTasks } from "../../../platform/threads/serve-tasks.ts";
import { print } from "./print.ts";

serveTasks({ print: (request: Parameters<typeof print>[0]) => print(request) });

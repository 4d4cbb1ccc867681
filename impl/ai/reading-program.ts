/** The program of the thread that reads texts of accounts. */
import { serveTasks } from "../platform/threads/serve-tasks.ts";
import { readers } from "./reading.ts";

serveTasks(readers);

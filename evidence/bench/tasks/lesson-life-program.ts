/** Prints the life of one lesson as a task, for evidence/tasks.md: `node --conditions=toolwright-source evidence/bench/tasks/lesson-life-program.ts`. */
import { lessonLife } from "./lesson-life.ts";

for (const { command, answer } of await lessonLife()) process.stdout.write(`$ ${command}\n${answer}\n\n`);

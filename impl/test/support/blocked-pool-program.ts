/** Blocks all four threads of libuv's pool, as look-ups that are never answered would, and then looks a name up. */
import { open } from "node:fs";
import { nameResolver } from "../../platform/outgoing/names.ts";

const [server = "", name = "", ...pipes] = process.argv.slice(2);
// Opening a named pipe waits for its writer, which never comes.
for (const pipe of pipes) open(pipe, "r", () => undefined);
const resolve = nameResolver({ servers: [server], hosts: "" });
process.stdout.write(`${JSON.stringify(await resolve(name))}\n`);

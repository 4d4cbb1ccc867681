/** The command of a server over stdio that behaves as its argument says. */
import { join } from "node:path";

export function stdioServer(behaviour: string): string {
  return `"${process.execPath}" "${join(import.meta.dirname, "../../import/servers/stdio.mjs")}" ${behaviour}`;
}

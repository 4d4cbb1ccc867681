/**
 * A server of the runtime that reports changes, for the attack on its streams: the form service reports none. Tokens are `ACCOUNT.ANYTHING`.
 * Prints its address. On its input, `change` reports a change of the tools, and `memory` prints the bytes of the heap without garbage.
 */
import { createInterface } from "node:readline";
import { createChanges, createMcpServer } from "@toolwright/runtime";
import { service as fixture } from "../../generator/test/fixtures/resources/want/tools.ts";
import { unimplemented } from "../../generator/test/fixtures/resources/want/unimplemented.ts";

const changes = createChanges();
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const server = createMcpServer({
  service: { ...fixture, server: { ...fixture.server, notifications: ["tools", "resources", "updates"] } },
  handlers: unimplemented,
  changes,
  log: silent,
  limit: () => ({ allowed: true }),
  authenticate: ({ token }) => ({ account: token.split(".")[0]!, token, scopes: new Set(["notes:read"]) }),
});
createInterface(process.stdin).on("line", (line) => {
  if (line === "change") return changes.listChanged("tools");
  globalThis.gc?.();
  process.stdout.write(`${process.memoryUsage().heapUsed}\n`);
});
process.stdout.write(`${await server.listen(0)}\n`);

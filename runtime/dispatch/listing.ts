import type { Caller } from "../call.ts";
import type { Service } from "../service.ts";
import { type Answer, idText } from "./answer.ts";
import type { RequestId } from "./message.ts";

/** Writes the answer to `tools/list`; `opening` is how its result begins. The list is one page and ready-made, so that only the id is written anew. */
export function toolListing(service: Service, opening: string): (id: RequestId, caller: Caller) => Answer {
  const listOf = (manifests: readonly string[]) =>
    Buffer.from(`${opening}"tools":[${manifests.join(",")}]}}`);
  const all = listOf(service.tools.map((tool) => tool.manifest));
  if (service.auth.visibility === "all") return (id) => around(id, all);
  return (id, { scopes }) => {
    const visible = service.tools.filter((tool) => tool.scopes.every((scope) => scopes.has(scope)));
    return around(
      id,
      visible.length === service.tools.length ? all : listOf(visible.map((tool) => tool.manifest)),
    );
  };
}

function around(id: RequestId, readyMade: Buffer): Answer {
  return { body: `{"jsonrpc":"2.0","id":${idText(id)},"result":`, readyMade };
}

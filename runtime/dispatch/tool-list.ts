/** Answers `tools/list`. */
import { type Answer, idJson } from "../messages/answer.ts";
import type { RequestId } from "../messages/message.ts";
import type { Caller } from "../service/call.ts";
import type { Service } from "../service/service.ts";

const utf8 = new TextEncoder();

/**
 * Makes the function that answers `tools/list`. The list is one page and serialised in advance; only the id differs.
 *
 * @param openingJson the start of its result (`Envelope.openingJson`)
 */
export function toolListing(
  service: Service,
  openingJson: string,
): (id: RequestId, caller: Caller) => Answer {
  const serialized = (manifests: readonly string[]) =>
    utf8.encode(`${openingJson}"tools":[${manifests.join(",")}]}}`);
  const all = serialized(service.tools.map((tool) => tool.manifest));
  if (service.auth.visibility === "all") return (id) => answerWith(id, all);
  return (id, { scopes }) => {
    const visible = service.tools.filter((tool) => tool.scopes.every((scope) => scopes.has(scope)));
    const isComplete = visible.length === service.tools.length;
    return answerWith(id, isComplete ? all : serialized(visible.map((tool) => tool.manifest)));
  };
}

function answerWith(id: RequestId, prebuiltEnd: Uint8Array): Answer {
  return { body: `{"jsonrpc":"2.0","id":${idJson(id)},"result":`, prebuiltEnd };
}

/** Answers `tools/list`. */
import { type Answer, idJson } from "../messages/answer.ts";
import type { RequestId } from "../messages/message.ts";
import type { Visible } from "../service/around.ts";
import type { Caller } from "../service/caller.ts";
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
  isVisible?: Visible,
): (id: RequestId, caller: Caller) => Answer {
  const serialized = (manifests: readonly string[]) =>
    utf8.encode(`${openingJson}"tools":[${manifests.join(",")}]}}`);
  const all = serialized(service.tools.map((tool) => tool.manifest));
  const byScope = service.auth.visibility === "by-scope";
  if (!byScope && isVisible === undefined) return (id) => answerWith(id, all);
  return (id, caller) => {
    const visible = service.tools.filter(
      (tool) =>
        (!byScope || tool.scopes.every((scope) => caller.scopes.has(scope))) &&
        isVisible?.(tool, caller) !== false,
    );
    const isComplete = visible.length === service.tools.length;
    return answerWith(id, isComplete ? all : serialized(visible.map((tool) => tool.manifest)));
  };
}

function answerWith(id: RequestId, prebuiltEnd: Uint8Array): Answer {
  return { body: `{"jsonrpc":"2.0","id":${idJson(id)},"result":`, prebuiltEnd };
}

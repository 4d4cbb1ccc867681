/** Answers the methods that list tools, resources, templates of resources and prompts. */
import { type Answer, errorJson, idJson } from "../messages/answer.ts";
import { invalidParams, type RpcRequest } from "../messages/message.ts";
import type { Visible } from "../service/around.ts";
import type { Caller } from "../service/caller.ts";
import type { Operation, Service } from "../service/service.ts";

const utf8 = new TextEncoder();

export type List = (request: RpcRequest, caller: Caller) => Answer;

/**
 * The methods that list what a service has. A list is one page and serialised in advance; only the id differs.
 *
 * @param openingJson the start of its result (`Envelope.openingJson`)
 */
export function listMethods(
  service: Service,
  openingJson: string,
  visible?: Visible,
): ReadonlyMap<string, List> {
  const { tools, resources, prompts } = service;
  const listing = (key: string, operations: readonly Operation[]) =>
    onOnePage(key, makeList(service, `${openingJson}"${key}":`, operations, visible));
  return new Map([
    ["tools/list", listing("tools", tools)],
    ...(resources
      ? ([
          [
            "resources/list",
            listing(
              "resources",
              resources.filter(({ uri }) => uri !== undefined),
            ),
          ],
          [
            "resources/templates/list",
            listing(
              "resourceTemplates",
              resources.filter(({ uri }) => uri === undefined),
            ),
          ],
        ] as const)
      : []),
    ...(prompts ? ([["prompts/list", listing("prompts", prompts)]] as const) : []),
  ]);
}

function makeList(
  { auth }: Service,
  openingJson: string,
  operations: readonly Operation[],
  isVisible?: Visible,
): List {
  const serialized = (manifests: readonly string[]) =>
    utf8.encode(`${openingJson}[${manifests.join(",")}]}}`);
  const all = serialized(operations.map(({ manifest }) => manifest));
  const byScope = auth.visibility === "by-scope";
  if (!byScope && isVisible === undefined) return (request) => answerWith(request, all);
  return (request, caller) => {
    const visible = operations.filter(
      (operation) =>
        (!byScope || operation.scopes.every((scope) => caller.scopes.has(scope))) &&
        isVisible?.(operation, caller) !== false,
    );
    const isComplete = visible.length === operations.length;
    return answerWith(request, isComplete ? all : serialized(visible.map(({ manifest }) => manifest)));
  };
}

function onOnePage(key: string, list: List): List {
  const what = key === "resourceTemplates" ? "templates" : key;
  const message = `Unknown cursor: all ${what} are on one page. Ask again without a cursor.`;
  return (request, caller) =>
    request.params.cursor === undefined
      ? list(request, caller)
      : { body: errorJson(request.id, invalidParams, message) };
}

function answerWith({ id }: RpcRequest, prebuiltEnd: Uint8Array): Answer {
  return { body: `{"jsonrpc":"2.0","id":${idJson(id)},"result":`, prebuiltEnd };
}

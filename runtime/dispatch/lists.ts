/** Answers the methods that list tools, resources, templates of resources and prompts. */
import { type Answer, idJson, resultJson } from "../messages/answer.ts";
import type { RpcRequest } from "../messages/message.ts";
import type { Visible } from "../service/around.ts";
import type { Operation, Resource, Service } from "../service/service.ts";
import { type CallMethod, invalid } from "./call-method.ts";

const utf8 = new TextEncoder();

/**
 * Returns the methods that list the operations of a service. A list is one page and serialised in advance; only the id differs.
 *
 * @param openingJson the start of each result (`Envelope.openingJson`)
 */
export function listMethods(
  service: Service,
  openingJson: string,
  visible?: Visible,
): ReadonlyMap<string, CallMethod> {
  const { tools, resources, prompts } = service;
  const isSingle = ({ uri }: Resource) => uri !== undefined;
  const skills = resources?.filter(({ skill }) => skill) ?? [];
  const entries = skills.map((file) => ({ ...file, manifest: JSON.stringify(file.skill?.entry) }));
  const lists: readonly (readonly [method: string, key: string, listed: readonly Operation[] | undefined])[] =
    [
      ["tools/list", "tools", tools],
      ["resources/list", "resources", resources?.filter(isSingle)],
      ["resources/templates/list", "resourceTemplates", resources?.filter((each) => !isSingle(each))],
      ["prompts/list", "prompts", prompts],
      ["skills/list", "skills", skills.length > 0 ? entries : undefined],
    ];
  return new Map([
    ...lists.flatMap(([method, key, operations]): [string, CallMethod][] =>
      operations
        ? [
            [
              method,
              singlePageMethod(method, makeList(service, `${openingJson}"${key}":`, operations, visible)),
            ],
          ]
        : [],
    ),
    ...(skills.length > 0 ? ["skills/get", "resources/directory/read"] : []).map(
      (method) => [method, resultFinder(skills, openingJson, visible)] as const,
    ),
  ]);
}

/** Creates the method that answers with results from the spec, found by method and URI. */
function resultFinder(skills: readonly Resource[], openingJson: string, isVisible?: Visible): CallMethod {
  return ({ id, method, params: { uri } }, { caller }) => {
    const key = typeof uri === "string" ? `${method} ${uri}` : "";
    const found = skills.find(({ skill }) => Object.hasOwn(skill?.results ?? {}, key));
    if (!found || isVisible?.(found, caller) === false)
      return invalid(id, "params.uri does not name a skill or a folder of a skill.");
    return { body: resultJson(id, openingJson + JSON.stringify(found.skill?.results[key]).slice(1)) };
  };
}

function makeList(
  { auth }: Service,
  openingJson: string,
  operations: readonly Operation[],
  isVisible?: Visible,
): CallMethod {
  const serialize = (listed: readonly Operation[]) =>
    utf8.encode(`${openingJson}[${listed.map(({ manifest }) => manifest).join(",")}]}}`);
  const all = serialize(operations);
  const byScope = auth.visibility === "by-scope";
  if (!byScope && isVisible === undefined) return (request) => answerWith(request, all);
  return (request, { caller }) => {
    const visible = operations.filter(
      (operation) =>
        (!byScope || operation.scopes.every((scope) => caller.scopes.has(scope))) &&
        isVisible?.(operation, caller) !== false,
    );
    return answerWith(request, visible.length === operations.length ? all : serialize(visible));
  };
}

function singlePageMethod(method: string, list: CallMethod): CallMethod {
  const [what = ""] = method.split("/").slice(-2);
  const message = `Unknown cursor: all ${what} are on one page. Ask again without a cursor.`;
  return (request, context, envelope) =>
    request.params.cursor === undefined ? list(request, context, envelope) : invalid(request.id, message);
}

function answerWith({ id }: RpcRequest, prebuiltEnd: Uint8Array): Answer {
  return { body: `{"jsonrpc":"2.0","id":${idJson(id)},"result":`, prebuiltEnd };
}

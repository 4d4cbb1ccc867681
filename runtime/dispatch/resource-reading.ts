/** `resources/read`. */
import { resourceAnswers, unknownResource } from "../calls/call-answers.ts";
import { callableTool } from "../calls/tool-call.ts";
import type { Params } from "../messages/message.ts";
import type { Caller } from "../service/caller.ts";
import type { Resource } from "../service/service.ts";
import { uriMatcher } from "../service/uri-template.ts";
import { type CallContext, type CallMethod, invalid, toRequest } from "./call-method.ts";
import { resourceHandler } from "./handlers.ts";

export type FindResource = (
  uri: string,
  caller: Caller,
) => { readonly resource: Resource; readonly parameters: Params } | undefined;

/** Creates a function that finds a resource by its URI: first one with exactly this URI, then the first template that matches. */
export function resourceFinder(
  resources: readonly Resource[],
  isVisible: CallContext["isVisible"],
): FindResource {
  const byUri = new Map(resources.map((resource) => [resource.uri, resource]));
  const templates = resources.flatMap((resource) =>
    resource.uriTemplate === undefined ? [] : { resource, match: uriMatcher(resource.uriTemplate) },
  );
  return (uri, caller) => {
    const single = byUri.get(uri);
    if (single && isVisible(single, caller)) return { resource: single, parameters: {} };
    for (const { resource, match } of templates) {
      const parameters = isVisible(resource, caller) ? match(uri) : undefined;
      if (parameters) return { resource, parameters };
    }
    return undefined;
  };
}

export function resourceMethod(
  resources: readonly Resource[],
  { handlers, environment, isVisible }: CallContext,
): CallMethod {
  const find = resourceFinder(resources, isVisible);
  const calls = new Map(
    resources.map((each) => [
      each,
      callableTool(each, resourceHandler(handlers, each), environment, resourceAnswers(each)),
    ]),
  );
  return (message, context, envelope, modernParams) => {
    const { uri } = message.params;
    if (typeof uri !== "string")
      return invalid(message.id, "resources/read names the resource as a string in params.uri.");
    const request = { ...toRequest(message, context, envelope, modernParams), uri };
    const found = find(uri, context.caller);
    return (found && calls.get(found.resource)?.(request, found.parameters)) ?? unknownResource(request);
  };
}

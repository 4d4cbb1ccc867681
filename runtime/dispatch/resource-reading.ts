/** `resources/read`. */
import { resourceAnswers, unknownResource } from "../calls/call-answers.ts";
import { callableTool } from "../calls/tool-call.ts";
import type { Resource } from "../service/service.ts";
import { uriMatcher } from "../service/uri-template.ts";
import { type CallContext, type CallMethod, invalid, toRequest } from "./call-method.ts";
import { resourceHandler } from "./handlers.ts";

/** A URI is that of a resource first, and then one of the first template that it fits. */
export function resourceMethod(
  resources: readonly Resource[],
  { handlers, environment, isVisible }: CallContext,
): CallMethod {
  const readable = resources.map((resource) => ({
    resource,
    match: resource.uriTemplate === undefined ? undefined : uriMatcher(resource.uriTemplate),
    call: callableTool(resource, resourceHandler(handlers, resource), environment, resourceAnswers(resource)),
  }));
  const byUri = new Map(readable.map((each) => [each.resource.uri, each]));
  const templates = readable.filter(({ match }) => match);
  return (message, context, envelope, modernParams) => {
    const { uri } = message.params;
    if (typeof uri !== "string")
      return invalid(message.id, "resources/read names the resource as a string in params.uri.");
    const request = { ...toRequest(message, context, envelope, modernParams), uri };
    const single = byUri.get(uri);
    if (single && isVisible(single.resource, context.caller)) return single.call(request, {});
    for (const { resource, match, call } of templates) {
      const parameters = isVisible(resource, context.caller) ? match?.(uri) : undefined;
      if (parameters) return call(request, parameters);
    }
    return unknownResource(request);
  };
}

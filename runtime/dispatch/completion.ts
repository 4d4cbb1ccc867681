/** `completion/complete`. */
import { completionAnswers } from "../calls/call-answers.ts";
import { callableTool } from "../calls/tool-call.ts";
import { isObject } from "../json/object.ts";
import type { Params } from "../messages/message.ts";
import type { Prompt, Resource } from "../service/service.ts";
import { type Callable, type CallContext, type CallMethod, invalid, toRequest } from "./call-method.ts";
import { completionHandler } from "./handlers.ts";

export function completionMethod(
  resources: readonly Resource[],
  prompts: readonly Prompt[],
  { handlers, environment, isVisible }: CallContext,
): CallMethod {
  const completable = (operation: Resource | Prompt): Callable => ({
    operation,
    call: callableTool(
      // Parameters are completed one by one, so the schema of all of them does not apply.
      { ...operation, failures: {}, input: () => true },
      completionHandler(handlers, operation),
      environment,
      completionAnswers(operation.name),
    ),
  });
  const byUri = new Map<unknown, Callable>(
    resources.map((each) => [each.uriTemplate ?? each.uri, completable(each)]),
  );
  const byName = new Map<unknown, Callable>(prompts.map((each) => [each.name, completable(each)]));

  return (request, context, envelope) => {
    const { ref, argument, context: known } = request.params;
    const found = isObject(ref) && findReferenced(ref);
    if (!found || !isVisible(found.operation, context.caller))
      return invalid(request.id, "params.ref does not name a prompt or a resource template of this server.");
    if (!isObject(argument) || typeof argument.name !== "string" || typeof argument.value !== "string")
      return invalid(request.id, "params.argument has a name and a value, both strings.");
    const others = isObject(known) && isObject(known.arguments) ? textsIn(known.arguments) : {};
    const input = { parameter: argument.name, value: argument.value, others };
    return found.call(toRequest(request, context, envelope), input);
  };

  function findReferenced({ type, name, uri }: Params): Callable | undefined {
    if (type === "ref/prompt") return byName.get(name);
    return type === "ref/resource" ? byUri.get(uri) : undefined;
  }
}

function textsIn(values: Params): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

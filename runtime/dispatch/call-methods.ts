/** The MCP methods that run handlers of tools, resources, prompts and completions. */
import { promptAnswers, toolAnswers } from "../calls/call-answers.ts";
import { callableTool } from "../calls/tool-call.ts";
import { isObject } from "../json/object.ts";
import { closestName } from "../names/closest-name.ts";
import type { Service } from "../service/service.ts";
import { type Callable, type CallContext, type CallMethod, invalid, toRequest } from "./call-method.ts";
import { completionMethod } from "./completion.ts";
import { promptHandler, toolHandler } from "./handlers.ts";
import { resourceMethod } from "./resource-reading.ts";

/** Returns the tools of the service with their calls. Throws TypeError if a handler is missing. */
export function callableTools(
  { tools }: Service,
  { handlers, environment }: CallContext,
): readonly Callable[] {
  return tools.map((operation): Callable => {
    const handler = toolHandler(handlers, operation);
    return { operation, call: callableTool(operation, handler, environment, toolAnswers(operation)) };
  });
}

/** Returns the methods of the service, by name. Throws TypeError if a handler is missing. */
export function callMethods(
  { resources = [], prompts = [] }: Service,
  tools: readonly Callable[],
  context: CallContext,
): ReadonlyMap<string, CallMethod> {
  const { handlers, environment } = context;
  const callablePrompts = prompts.map((operation): Callable => {
    const handler = promptHandler(handlers, operation);
    return { operation, call: callableTool(operation, handler, environment, promptAnswers(operation)) };
  });
  const methods = new Map([["tools/call", namedMethod("tool", "tools/call", tools, context)]]);
  if (resources.length > 0) methods.set("resources/read", resourceMethod(resources, context));
  if (prompts.length > 0)
    methods.set("prompts/get", namedMethod("prompt", "prompts/get", callablePrompts, context));
  if ([...resources, ...prompts].some(({ completions, completer }) => completions ?? completer))
    methods.set("completion/complete", completionMethod(resources, prompts, context));
  return methods;
}

/** Creates a method whose requests contain the name of a tool or prompt and its arguments. */
function namedMethod(
  what: string,
  method: string,
  all: readonly Callable[],
  { isVisible }: CallContext,
): CallMethod {
  const byName = new Map(all.map((callable) => [callable.operation.name, callable]));
  return (request, context, envelope, modernParams) => {
    const { id, params } = request;
    const { name, arguments: input = {} } = params;
    if (typeof name !== "string")
      return invalid(id, `${method} names the ${what} as a string in params.name.`);
    const found = byName.get(name);
    if (found === undefined || !isVisible(found.operation, context.caller)) {
      // A hidden tool is not suggested either.
      const known = all.filter(({ operation }) => isVisible(operation, context.caller));
      const names = known.map(({ operation }) => operation.name);
      return invalid(id, unknownName(what, name, names));
    }
    if (!isObject(input)) return invalid(id, `The arguments of a ${what} are an object in params.arguments.`);
    return found.call(toRequest(request, context, envelope, modernParams), input);
  };
}

function unknownName(what: string, name: string, names: readonly string[]): string {
  const suggestion = closestName(name, names);
  const hint =
    suggestion === undefined
      ? `${what}s/list names the ${what}s of this server.`
      : `Did you mean ${suggestion}?`;
  return `Unknown ${what} ${JSON.stringify(name.slice(0, 80))}. ${hint}`;
}

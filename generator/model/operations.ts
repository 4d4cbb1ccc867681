/** Reads the operations of a model: tools, resources and prompts. */
import type { AppliedTo } from "./account-state.ts";
import type { Limit, Model } from "./model.ts";
import type { Operation, Prompt, Resource, Tool } from "./operation.ts";

/** Everything that clients call by name or read by a URI. */
export function listOperations({ tools, resources, prompts }: Model): readonly Operation[] {
  return [...tools, ...resources, ...prompts];
}

/** Whether a resource or a prompt needs a handler: its content is not in the spec. */
export function isHandled(operation: Resource | Prompt): boolean {
  return "uri" in operation ? operation.content === undefined : operation.messages === undefined;
}

/** The names of the parameters that a handler completes. */
export function listCompleted({ parameters }: Resource | Prompt): string[] {
  return parameters.flatMap(({ name, isCompleted }) => (isCompleted ? [name] : []));
}

/** The handler that completes the parameters of a resource or the arguments of a prompt. */
export function completerName({ method }: Operation): string {
  return `complete${method.charAt(0).toUpperCase()}${method.slice(1)}`;
}

/** The limits of a kind that apply to an operation, but not to all. @param name as limits name it */
export function listLimits({ limits }: Model, kind: Limit["kind"], name: string): Limit[] {
  const applies = ({ appliesTo }: Limit) => appliesTo !== "all" && appliesTo.includes(name);
  return limits.filter((limit) => limit.kind === kind && applies(limit));
}

/** Returns the name of an operation in `applies_to` of limits: the name of a tool, or `resource:NAME` or `prompt:NAME`. */
export function limitedName({ name, file }: Operation): string {
  return file.startsWith("tools/") ? name : `${file.slice(0, file.indexOf("s/"))}:${name}`;
}

/** Lists the tools and resources that refuse an account in the state. */
export function listRefusing(state: string, model: Model): Operation[] {
  return listOperations(model).filter(({ refusedIn }) => Object.hasOwn(refusedIn, state));
}

/** Returns what decides whether an account state applies to an operation. */
export function applicable(operation: Operation): AppliedTo {
  const isHandledResource = isResource(operation) && isHandled(operation);
  return {
    name: limitedName(operation),
    reads: !isTool(operation) || operation.annotations?.readOnlyHint === true,
    isCalled: isTool(operation) || isHandledResource,
  };
}

function isTool(operation: Operation): operation is Tool {
  return "mode" in operation;
}

function isResource(operation: Operation): operation is Resource {
  return "uri" in operation;
}

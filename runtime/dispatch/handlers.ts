/** Finds the handlers of operations, and creates handlers for operations that the spec alone defines. */
import type { Handler } from "../calls/tool-call.ts";
import { isObject } from "../json/object.ts";
import type { Prompt, PromptTemplate, Resource, Tool } from "../service/service.ts";

/** @throws TypeError if it is missing */
export function toolHandler(handlers: object, { name, method }: Tool): Handler {
  return handlerIn(handlers, undefined, method, `answers calls of ${name}`);
}

export function resourceHandler(handlers: object, { name, method, content }: Resource): Handler {
  if (content) return () => content;
  return handlerIn(handlers, "resources", method, `reads ${name}`);
}

export function promptHandler(handlers: object, { name, method, messages }: Prompt): Handler {
  if (messages) return (input) => messages.map((message) => fillTemplate(message, input));
  return handlerIn(handlers, "prompts", method, `makes the messages of ${name}`);
}

/** Creates the handler that suggests values: from the completion's own handler, or the values in the spec that begin with the client's value. */
export function completionHandler(handlers: object, operation: Resource | Prompt): Handler {
  const { completions = {}, completer, kind, name: title } = operation;
  const teamHandler = completer && handlerIn(handlers, `${kind}s`, completer.method, `completes ${title}`);
  return (input, call) => {
    const { parameter, value } = isObject(input) ? input : {};
    if (teamHandler && completer?.parameters.includes(String(parameter))) return teamHandler(input, call);
    const start = String(value).toLowerCase();
    const name = String(parameter);
    const values = Object.hasOwn(completions, name) ? completions[name] : undefined;
    return (values ?? []).filter((each) => each.toLowerCase().startsWith(start));
  };
}

/** Returns a handler, bound to its object, since that may be a class instance. @param group undefined for tools, which have no group */
function handlerIn(handlers: object, group: string | undefined, method: string, purpose: string): Handler {
  const found: unknown = group === undefined ? handlers : Reflect.get(handlers, group);
  const owner = isObject(found) ? found : {};
  const handler: unknown = Reflect.get(owner, method);
  if (typeof handler === "function") return handler.bind(owner);
  const title = group === undefined ? method : `${group}.${method}`;
  throw new TypeError(`The handlers lack ${title}(), which ${purpose}.`);
}

function fillTemplate({ role, text = "", content }: PromptTemplate, input: unknown): object {
  if (content) return { role, content };
  const values = isObject(input) ? input : {};
  const replaced = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : "",
  );
  return { role, content: { type: "text", text: replaced } };
}

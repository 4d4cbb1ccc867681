/** Finds the handlers of operations, and makes those that the spec itself is enough for. */
import type { Handler } from "../calls/tool-call.ts";
import { isObject } from "../json/object.ts";
import type { Prompt, PromptTemplate, Resource, Tool } from "../service/service.ts";

/** @throws TypeError if it is missing */
export function toolHandler(handlers: object, { name, method }: Tool): Handler {
  return handlerIn(handlers, method, `${method}()`, `answers calls of ${name}`);
}

export function resourceHandler(handlers: object, { name, method, text }: Resource): Handler {
  if (text !== undefined) return () => text;
  return handlerIn(groupIn(handlers, "resources"), method, `resources.${method}()`, `reads ${name}`);
}

export function promptHandler(handlers: object, { name, method, messages }: Prompt): Handler {
  if (messages) return (input) => messages.map((message) => filled(message, input));
  return handlerIn(
    groupIn(handlers, "prompts"),
    method,
    `prompts.${method}()`,
    `makes the messages of ${name}`,
  );
}

/** Suggests the values that the spec lists and that start as the client's does, or asks the handler of the completion. */
export function completionHandler(handlers: object, operation: Resource | Prompt): Handler {
  const { completions = {}, completer, kind, name: title } = operation;
  const group = `${kind}s`;
  const written =
    completer &&
    handlerIn(
      groupIn(handlers, group),
      completer.method,
      `${group}.${completer.method}()`,
      `completes ${title}`,
    );
  return (input, call) => {
    const { parameter, value } = isObject(input) ? input : {};
    if (written && completer?.parameters.includes(String(parameter))) return written(input, call);
    const start = String(value).toLowerCase();
    const name = String(parameter);
    const values = Object.hasOwn(completions, name) ? completions[name] : undefined;
    return (values ?? []).filter((each) => each.toLowerCase().startsWith(start));
  };
}

function groupIn(handlers: object, group: string): object {
  const found: unknown = Reflect.get(handlers, group);
  return isObject(found) ? found : {};
}

/** Bound to its object, which may be an instance of a class. */
function handlerIn(handlers: object, method: string, title: string, purpose: string): Handler {
  const handler: unknown = Reflect.get(handlers, method);
  if (typeof handler !== "function") throw new TypeError(`The handlers lack ${title}, which ${purpose}.`);
  return handler.bind(handlers);
}

function filled({ role, text = "", content }: PromptTemplate, input: unknown): object {
  if (content) return { role, content };
  const values = isObject(input) ? input : {};
  const replaced = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : "",
  );
  return { role, content: { type: "text", text: replaced } };
}

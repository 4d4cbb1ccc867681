/** The three kinds of operations, and the handlers of each. */
import type { Model } from "./model.ts";
import type { Prompt, Resource, Tool } from "./operation.ts";
import { completerName, isHandled, listCompleted } from "./operations.ts";

/** The interface of their handlers, and the runtime type of results without an output schema. */
const kinds = [
  { name: "tools", handlers: "Handlers", content: "ContentBlock", answer: "readonly ContentBlock[]" },
  { name: "resources", handlers: "ResourceHandlers", content: "ResourceContent", answer: "ResourceContent" },
  {
    name: "prompts",
    handlers: "PromptHandlers",
    content: "PromptMessage",
    answer: "readonly PromptMessage[]",
  },
] as const;

export type AnyOperation = Tool | Resource | Prompt;
export type OperationKind = (typeof kinds)[number] & { readonly operations: readonly AnyOperation[] };

/** Tools; then resources and prompts, where the spec has such. */
export function operationKinds(model: Model): OperationKind[] {
  const all = kinds.map((kind) => ({ ...kind, operations: model[kind.name] }));
  return all.filter(({ name, operations }) => name === "tools" || operations.length > 0);
}

/** Returns the kinds whose handlers are a property of `Handlers`. */
export function listGroups(model: Model): OperationKind[] {
  return operationKinds(model).filter((kind) => kind.name !== "tools" && listHandlers(kind).length > 0);
}

/** A handler that the team writes: of an operation, or of the completion of its parameters. */
export interface WrittenHandler {
  readonly method: string;
  readonly operation: AnyOperation;
  readonly completes: boolean;
}

export function listHandlers({ operations }: OperationKind): WrittenHandler[] {
  return operations.flatMap((operation) => {
    const own = { method: operation.method, operation, completes: false };
    if ("mode" in operation) return [own];
    const completer = { method: completerName(operation), operation, completes: true };
    return [
      ...(isHandled(operation) ? [own] : []),
      ...(listCompleted(operation).length > 0 ? [completer] : []),
    ];
  });
}

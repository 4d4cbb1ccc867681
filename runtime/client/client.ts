/** `clientOf`: a generated `createClient` calls it. */
import { pointerSteps, valueAt } from "../json/pointer.ts";
import type { CompletionRequest } from "../service/resource-content.ts";
import { expandUri } from "../service/uri-template.ts";
import { type OfficialClient, send } from "./official-client.ts";
import type { CallOptions, ClientOf, OperationMap } from "./operation-map.ts";
import { type Outcome, RefusedCall } from "./outcome.ts";
import { errorOutcome, type ResultRule, toOutcome } from "./results.ts";
import { taskCalls } from "./task-calls.ts";

/** The data of a generated client about one tool, resource or prompt. */
export interface ClientOperation extends ResultRule {
  /** For a tool that answers page by page: how `pages` and `items` read on. */
  readonly pages?: PageRule;
  /** For a tool whose calls may become tasks, or always do. */
  readonly task?: "may" | "always";
}

/** The paging of a tool: the argument with the cursor, and JSON Pointers to the next cursor and to the items in the output. */
export interface PageRule {
  /** The name of the argument that takes the cursor. */
  readonly cursor: string;
  /** A JSON Pointer to the cursor of the next page in the output; null or nothing there on the last page. */
  readonly next: string;
  /** A JSON Pointer to the list of items in the output. */
  readonly items: string;
}

type Input = Readonly<Record<string, unknown>>;

/** Creates a typed client that uses a connected official client. */
export function clientOf<Operations extends OperationMap<Operations>>(
  client: OfficialClient,
  operations: { readonly [Method in keyof Operations]: ClientOperation },
): ClientOf<Operations> {
  const methods = Object.entries<ClientOperation>(operations).map(([method, operation]) => [
    method,
    makeMethod(client, operation),
  ]);
  return Object.fromEntries(methods) as ClientOf<Operations>;
}

type Call = (input?: Input, options?: CallOptions) => Promise<Outcome<unknown, string>>;

/** The methods of the official client. */
const clientMethods = { tool: "callTool", resource: "readResource", prompt: "getPrompt" } as const;

function makeMethod(client: OfficialClient, operation: ClientOperation): Call {
  const { name, kind, uri = "", pages, task } = operation;
  const method = clientMethods[kind ?? "tool"];
  const plain: Call = (input = {}, options) => {
    const params = kind === "resource" ? { uri: expandUri(uri, input) } : { name, arguments: { ...input } };
    return send(client, method, params, options).then(
      (result) => toOutcome(operation, result),
      (error) => errorOutcome(operation, error),
    );
  };
  const { call, ...tasks } = task ? taskCalls(client, operation) : { call: plain };
  Object.assign(call, tasks);
  if (pages) return Object.assign(call, pageReader(name, call, pages));
  const ref = kind === "resource" ? { type: "ref/resource", uri } : { type: "ref/prompt", name };
  return kind ? Object.assign(call, { complete: completer(client, ref) }) : call;
}

function completer(client: OfficialClient, ref: object) {
  return async (
    { parameter, value = "", others = {} }: Partial<CompletionRequest>,
    options?: CallOptions,
  ) => {
    const params = { ref, argument: { name: parameter, value }, context: { arguments: others } };
    return valueAt(await send(client, "complete", params, options), ["completion", "values"]);
  };
}

/** Reads a list page by page. */
function pageReader(tool: string, call: Call, rule: PageRule) {
  async function* pages(input: Input = {}, options?: CallOptions) {
    const seen = new Set<unknown>();
    let cursor = input[rule.cursor] ?? undefined;
    do {
      const outcome = await call(cursor === undefined ? input : { ...input, [rule.cursor]: cursor }, options);
      if (!outcome.ok) throw new RefusedCall(outcome);
      yield outcome.output;
      cursor = valueAt(outcome.output, pointerSteps(rule.next)) ?? undefined;
      if (seen.has(cursor))
        throw new Error(`${tool} returned the same cursor twice, so its pages would never end.`);
      seen.add(cursor);
    } while (cursor !== undefined);
  }

  async function* items(input?: Input, options?: CallOptions) {
    for await (const page of pages(input, options)) {
      const found = valueAt(page, pointerSteps(rule.items));
      if (Array.isArray(found)) yield* found;
    }
  }

  return { pages, items };
}

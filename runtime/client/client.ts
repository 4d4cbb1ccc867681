/** `clientOf`: what a generated `createClient` calls. */
import { pointerSteps, valueAt } from "../json/pointer.ts";
import { callTool, type OfficialClient } from "./official-client.ts";
import { type Outcome, RefusedCall } from "./outcome.ts";
import type { CallOptions, ClientOf, ToolMap } from "./tool-map.ts";
import { type ResultRule, toOutcome } from "./tool-result.ts";

/** A tool as data of a generated client. */
export interface ClientTool extends ResultRule {
  readonly pages?: PageRule;
}

/** How a tool answers page by page: the argument of the cursor, and JSON Pointers into the output. */
export interface PageRule {
  readonly cursor: string;
  readonly next: string;
  readonly items: string;
}

type Input = Readonly<Record<string, unknown>>;

/** A typed client on top of a connected official one. */
export function clientOf<Tools extends ToolMap<Tools>>(
  client: OfficialClient,
  tools: { readonly [Method in keyof Tools]: ClientTool },
): ClientOf<Tools> {
  const methods = Object.entries<ClientTool>(tools).map(([method, tool]) => [
    method,
    makeMethod(client, tool),
  ]);
  return Object.fromEntries(methods) as ClientOf<Tools>;
}

type Call = (input?: Input, options?: CallOptions) => Promise<Outcome<unknown, string>>;

function makeMethod(client: OfficialClient, tool: ClientTool): Call {
  const { name, pages } = tool;
  const call: Call = async (input = {}, options) =>
    toOutcome(tool, await callTool(client, { name, arguments: { ...input } }, options));
  return pages === undefined ? call : Object.assign(call, pageReader(name, call, pages));
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
        throw new Error(`${tool} gave the same cursor twice, so its pages would never end.`);
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

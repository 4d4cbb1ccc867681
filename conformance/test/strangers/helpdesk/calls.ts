/** Calls of tools: scopes, arguments, and refs under which a call is made once. */
import { findMistake, listed } from "./check.ts";
import { Rejection, reject } from "./rejection.ts";
import type { Context } from "./tool.ts";
import { tools } from "./tools.ts";

export interface Client {
  readonly desk: string;
  readonly scopes: readonly string[];
}

interface Earlier {
  readonly arguments: string;
  readonly result: object;
}

export class Calls {
  readonly #contextOf: (client: Client) => Context;
  /** Desk, tool and ref -> the call that was made with it. */
  readonly #earlier = new Map<string, Earlier>();

  constructor(contextOf: (client: Client) => Context) {
    this.#contextOf = contextOf;
  }

  list(): object {
    return listed;
  }

  has(name: string): boolean {
    return tools.has(name);
  }

  /** The scope that the tool needs and the client lacks. */
  missingScope(client: Client, name: string): string | undefined {
    const { scope } = tools.get(name)!;
    return client.scopes.includes(scope) ? undefined : scope;
  }

  /** The result of `tools/call`. */
  call(client: Client, name: string, input: Record<string, unknown>): object {
    try {
      const result = this.#run(client, name, input);
      return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      const { code, message } = error;
      return { isError: true, content: [{ type: "text", text: message }], _meta: { code } };
    }
  }

  #run(client: Client, name: string, input: Record<string, unknown>): object {
    const mistake = findMistake(name, input);
    if (mistake !== undefined) reject("invalid_input", mistake);
    const { key, run } = tools.get(name)!;
    const ref = key === undefined ? undefined : input[key];
    if (ref === undefined) return run(input, this.#contextOf(client));
    const place = JSON.stringify([client.desk, name, ref]);
    const text = JSON.stringify(input, Object.keys(input).toSorted());
    const earlier = this.#earlier.get(place);
    if (earlier === undefined) {
      const result = run(input, this.#contextOf(client));
      this.#earlier.set(place, { arguments: text, result });
      return result;
    }
    if (earlier.arguments !== text) reject("ref_reused", "This client_ref came with other arguments.");
    return earlier.result;
  }
}

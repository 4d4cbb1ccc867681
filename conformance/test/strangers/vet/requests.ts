/** Calls that are sent again with the same request id have one effect. */
import { Problem } from "./problem.ts";

export class Requests {
  /** Tool and request id -> the arguments that came with it, and the result. */
  readonly #answers = new Map<string, { readonly input: string; readonly result: object }>();

  once<Result extends object>(
    tool: string,
    input: { readonly request_id?: string | undefined },
    run: () => Result,
  ): Result {
    if (input.request_id === undefined) return run();
    const key = `${tool} ${input.request_id.toLowerCase()}`;
    const sent = JSON.stringify(Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1)));
    const earlier = this.#answers.get(key);
    if (earlier !== undefined) {
      if (earlier.input === sent) return earlier.result as Result;
      throw new Problem(
        "request_reused",
        `The request id ${input.request_id} was sent with other arguments. Take a new one for another call.`,
      );
    }
    const result = structuredClone(run());
    this.#answers.set(key, { input: sent, result });
    return result;
  }
}

/** Calls that are sent again with the same request id have one effect. */
import type { Caller } from "./accounts.ts";
import { Refused } from "./refused.ts";

/** Person, tool and request id -> the arguments that came with it, and the result. */
const answers = new Map<string, { readonly input: string; readonly result: object }>();

export function once<Result extends object>(
  tool: string,
  input: { readonly request_id?: string | undefined },
  { person }: Caller,
  run: () => Result,
): Result {
  if (input.request_id === undefined) return run();
  const key = `${person.email} ${tool} ${input.request_id.toLowerCase()}`;
  const sent = JSON.stringify(
    Object.entries({ ...input, request_id: "" }).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  const earlier = answers.get(key);
  if (earlier === undefined) {
    const result = structuredClone(run());
    answers.set(key, { input: sent, result });
    return result;
  }
  if (earlier.input === sent) return earlier.result as Result;
  throw new Refused(
    "request_reused",
    `The request_id ${input.request_id} was sent with other arguments. Take a new one for another call.`,
  );
}

/** Request ids: a call that is sent again has its first effect only. */
import { isBroken } from "./breaks.ts";
import type { Company } from "./company.ts";
import { Refusal } from "./refusal.ts";

export type WithRequestId<Input> = Input & { readonly request_id?: string };

const finished = new Map<string, { readonly input: string; readonly made: unknown }>();

/** Makes something, or finds what the same request has made. */
export function once<Made>(
  { account }: Company,
  tool: string,
  requestId: string | undefined,
  input: object,
  make: () => Made,
): Made {
  if (requestId === undefined) return make();
  const key = JSON.stringify([isBroken("request-ids-shared") ? "" : account, tool, requestId]);
  const text = JSON.stringify(Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const earlier = finished.get(key);
  if (earlier !== undefined && earlier.input !== text)
    throw new Refusal("request_reused", `${requestId} was another request. Take a new request_id.`);
  if (earlier !== undefined) return earlier.made as Made;
  const made = make();
  finished.set(key, { input: text, made });
  return made;
}

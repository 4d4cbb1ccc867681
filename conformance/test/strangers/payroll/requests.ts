/** Request ids: the same call with the same id is answered again, and has no second effect. */
import { refuse } from "./refused.ts";
import type { Work } from "./tool.ts";

export function once<Input extends { readonly request_id?: string }>(
  name: string,
  run: (input: Input, work: Work) => object,
): (input: Input, work: Work) => object {
  return (input, work) => {
    if (input.request_id === undefined) return run(input, work);
    const key = `${name} ${input.request_id}`;
    const text = JSON.stringify(Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1)));
    const earlier = work.firm.requests.get(key);
    if (earlier === undefined) {
      const output = run(input, work);
      work.firm.requests.set(key, { input: text, output });
      return output;
    }
    if (earlier.input !== text)
      refuse("That request_id was already used for something else. Please take a new one.");
    return earlier.output;
  };
}

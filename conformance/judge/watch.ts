/** Checks every call of a run for the properties in `observation.ts`, and gives the verdicts at the end. */
import { memoize } from "../memoize.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";
import type { Exchange } from "../wire/client.ts";
import type { Observation, Watched } from "./observation.ts";
import type { Outcome } from "./outcome.ts";
import { problemsOfRefusal, type RefusalOptions } from "./refusal.ts";
import type { Schemas } from "./schemas.ts";
import { problemsOfSuccess } from "./success.ts";

export type Watch = ReturnType<typeof createWatch>;

export interface WatchOptions extends RefusalOptions {
  readonly schemas: Schemas;
}

interface Counter {
  calls: number;
  wrong: number;
  first?: { readonly problem: string; readonly exchange: Exchange };
}

const expectations: Readonly<Record<Watched, string>> = {
  fits: "a result that fits the output schema",
  text: "a text block with the JSON of structuredContent",
  declared: "a code that the tool declares",
  clean: "an error that reveals nothing internal",
  form: "a refusal with a text and complete metadata, without structuredContent",
};

export function createWatch(options: WatchOptions) {
  const counterFor = memoize((_key: string): Counter => ({ calls: 0, wrong: 0 }));
  const met = new Set<string>();
  return {
    observe(tool: string, exchange: Exchange, outcome: Outcome): void {
      const { tools, resources = {} } = options.cases;
      if (!Object.hasOwn(tools, tool) && !Object.hasOwn(resources, tool)) return;
      for (const [watched, problem] of Object.entries(observation(tool, exchange, outcome))) {
        record(counterFor(`${tool} ${watched}`), problem, exchange);
      }
      if (outcome.is === "refusal" && outcome.code !== undefined) met.add(`${tool} ${outcome.code}`);
    },
    verdict(tool: string, watched: Watched): Verdict {
      const { calls, wrong, first } = counterFor(`${tool} ${watched}`);
      if (calls === 0) return unverified("unobserved", `no call of ${tool} shows this`);
      if (first === undefined) return held;
      const more = wrong > 1 ? ` (${wrong} of ${calls} calls)` : "";
      return failed(expectations[watched], first.problem + more, first.exchange);
    },
    /** Whether a call was refused with a code that the tool declares. */
    met: (tool: string, code: string): Verdict =>
      met.has(`${tool} ${code}`)
        ? held
        : unverified("unobserved", `no call of ${tool} is refused with ${code}`),
  };

  function observation(tool: string, exchange: Exchange, outcome: Outcome): Observation {
    return outcome.is === "success"
      ? problemsOfSuccess(tool, outcome.result, options)
      : problemsOfRefusal(tool, exchange, outcome, options);
  }

  function record(entry: Counter, problem: string | undefined, exchange: Exchange): void {
    entry.calls++;
    if (problem === undefined) return;
    entry.wrong++;
    entry.first ??= { problem, exchange };
  }
}

import type { CaseFile } from "toolwright/runtime";
import { type Evidence, failed, held, unverified, type Verdict } from "../results/verdict.ts";
import type { Exchange } from "../wire/client.ts";
import type { Observation, Watched } from "./observation.ts";
import type { Outcome } from "./outcome.ts";
import { problemsOfRefusal } from "./refusal.ts";
import type { Schemas } from "./schemas.ts";
import { problemsOfSuccess } from "./success.ts";

export interface Watch {
  observe(tool: string, exchange: Exchange, outcome: Outcome): void;
  verdict(tool: string, watched: Watched): Verdict;
}

export interface WatchOptions {
  readonly cases: CaseFile;
  readonly schemas: Schemas;
  readonly secrets: ReadonlySet<string>;
  /** Whether the target is known to give refusals codes: then none may lack one. */
  readonly hasCodes: boolean;
  evidence(exchange: Exchange): Evidence;
}

interface Seen {
  calls: number;
  wrong: number;
  first?: { readonly problem: string; readonly evidence: Evidence };
}

const wanted: Readonly<Record<Watched, string>> = {
  fits: "a result that fits the output schema",
  text: "a text block with the JSON of structuredContent",
  declared: "a code that the tool declares",
  clean: "an error that tells nothing of the inside",
  form: "a refusal with a text and all that belongs to it, and without structuredContent",
};

export function watchOf(options: WatchOptions): Watch {
  const seen = new Map<string, Seen>();
  return {
    observe(tool, exchange, outcome) {
      if (!Object.hasOwn(options.cases.tools, tool)) return;
      for (const [watched, problem] of Object.entries(observation(tool, exchange, outcome))) {
        note(seenOf(tool, watched), problem, exchange);
      }
    },
    verdict(tool, watched) {
      const { calls, wrong, first } = seenOf(tool, watched);
      if (calls === 0) return unverified("unobserved", `no call of ${tool} ended in a way that shows this`);
      if (first === undefined) return held;
      const more = wrong > 1 ? ` (${wrong} of ${calls} calls)` : "";
      return failed(wanted[watched], first.problem + more, first.evidence);
    },
  };

  function observation(tool: string, exchange: Exchange, outcome: Outcome): Observation {
    return outcome.is === "success"
      ? problemsOfSuccess(tool, outcome.result, options)
      : problemsOfRefusal(tool, exchange, outcome, options);
  }

  function note(entry: Seen, problem: string | undefined, exchange: Exchange): void {
    entry.calls++;
    if (problem === undefined) return;
    entry.wrong++;
    entry.first ??= { problem, evidence: options.evidence(exchange) };
  }

  function seenOf(tool: string, watched: string): Seen {
    const key = `${tool} ${watched}`;
    const entry = seen.get(key) ?? { calls: 0, wrong: 0 };
    seen.set(key, entry);
    return entry;
  }
}

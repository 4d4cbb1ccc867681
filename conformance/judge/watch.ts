/** Checks every call of a run for the properties in `observation.ts`, and returns the verdicts at the end. */
import type { Json } from "../cases/edits.ts";
import { SeenMedia } from "../media/seen-media.ts";
import { SentFiles } from "../media/sent-files.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";
import type { Exchange } from "../wire/client.ts";
import type { Observation, Watched } from "./observation.ts";
import type { Outcome } from "./outcome.ts";
import { findRefusalProblems, type RefusalOptions } from "./refusal.ts";
import type { Schemas } from "./schemas.ts";
import { findSuccessProblems } from "./success.ts";

export interface WatchOptions extends RefusalOptions {
  readonly schemas: Schemas;
}

/** A call of a tool, its arguments and its answer. */
export interface WatchedCall {
  readonly tool: string;
  readonly input: Json | undefined;
  readonly exchange: Exchange;
  readonly outcome: Outcome;
}

/** The findings about one property in the calls of a tool. */
interface Counter {
  calls: number;
  wrong: number;
  /** The first wrong call. */
  first?: { readonly problem: string; readonly exchange: Exchange };
}

const expectations: Readonly<Record<Watched, string>> = {
  fits: "a result that fits the output schema",
  text: "a text block with the JSON of structuredContent",
  declared: "a code that the tool declares",
  clean: "an error that reveals nothing internal",
  form: "a refusal with a text and complete metadata, without structuredContent",
};

export class Watch {
  /** The files that results have shown. */
  readonly media: SeenMedia;
  readonly #sent = new SentFiles();
  readonly #options: WatchOptions;
  /** Tool and property -> the findings. */
  readonly #counters = new Map<string, Counter>();
  /** The tool and the code of each refusal. */
  readonly #met = new Set<string>();
  /** The tools that refused a call without a code. */
  readonly #uncoded = new Set<string>();

  constructor(options: WatchOptions) {
    this.#options = options;
    this.media = new SeenMedia(options.cases, this.#sent);
  }

  /** Called with every call of the run. */
  observe({ tool, input, exchange, outcome }: WatchedCall): void {
    this.#sent.record(input ?? null);
    const { tools, resources = {} } = this.#options.cases;
    if (!Object.hasOwn(tools, tool) && !Object.hasOwn(resources, tool)) return;
    for (const [watched, problem] of Object.entries(this.#inspect(tool, exchange, outcome))) {
      record(this.#getCounter(tool, watched as Watched), problem, exchange);
    }
    const result = outcome.is === "success" ? outcome.result.structuredContent : undefined;
    if (result !== undefined) this.media.observe(tool, exchange, result);
    if (outcome.is !== "refusal") return;
    if (outcome.code === undefined) this.#uncoded.add(tool);
    else this.#met.add(`${tool} ${outcome.code}`);
  }

  /** Returns the verdict on a property of all calls of a tool. */
  verdict(tool: string, watched: Watched): Verdict {
    const { calls, wrong, first } = this.#getCounter(tool, watched);
    if (calls === 0) return unverified("unobserved", `no call of ${tool} shows this`);
    if (first === undefined) return held;
    const more = wrong > 1 ? ` (${wrong} of ${calls} calls)` : "";
    return failed(expectations[watched], first.problem + more, first.exchange);
  }

  /** Returns the verdict on whether a call was refused with a declared code. */
  met(tool: string, code: string): Verdict {
    if (this.#met.has(`${tool} ${code}`)) return held;
    // Servers whose own refusals have codes may leave invalid arguments to a library.
    if (this.#met.size === 0 && this.#uncoded.has(tool))
      return unverified("no-code", `the refusals of ${tool} have no code that shows whether one is ${code}`);
    return unverified("unobserved", `no call of ${tool} is refused with ${code}`);
  }

  #getCounter(tool: string, watched: Watched): Counter {
    const key = `${tool} ${watched}`;
    const counter = this.#counters.get(key) ?? { calls: 0, wrong: 0 };
    this.#counters.set(key, counter);
    return counter;
  }

  #inspect(tool: string, exchange: Exchange, outcome: Outcome): Observation {
    return outcome.is === "success"
      ? findSuccessProblems(tool, outcome.result, { ...this.#options, media: this.media })
      : findRefusalProblems(tool, exchange, outcome, this.#options);
  }
}

function record(counter: Counter, problem: string | undefined, exchange: Exchange): void {
  counter.calls++;
  if (problem === undefined) return;
  counter.wrong++;
  counter.first ??= { problem, exchange };
}

/** The second step of a run: records facts of every call, for all cases. */
import type { AnswerWatch } from "../answers/answer-watch.ts";
import { ShownIds } from "../behaviour/instances/shown-ids.ts";
import { WatchedResults } from "../behaviour/observe/watched-results.ts";
import { readBehaviour } from "../behaviour/rules/rules.ts";
import type { CompletedCall } from "../calls/completed-call.ts";
import { Timings } from "../calls/timings.ts";
import { Transcript } from "../calls/transcript.ts";
import type { CaseFile } from "../cases/format.ts";
import { Schemas } from "../judge/schemas.ts";
import { SeenOutputs } from "../judge/seen-outputs.ts";
import { Watch } from "../judge/watch.ts";
import { isBehaviour } from "../kinds/behaviour.ts";
import type { Target } from "../target/target.ts";
import type { Connection } from "./connection.ts";
import type { Leftovers } from "./leftovers.ts";
import { UndeclaredCaps } from "./undeclared-caps.ts";

export interface RecorderOptions {
  readonly cases: CaseFile;
  readonly target: Target;
  readonly connection: Connection;
  readonly leftovers: Leftovers;
  /** Absent if the answers are neither recorded nor compared. */
  readonly answers?: AnswerWatch | undefined;
}

export class Recorder {
  readonly schemas: Schemas;
  /** Checks the form of every answer. */
  readonly watch: Watch;
  /** Checks sums, repeated arguments, counts and states in every result. */
  readonly watched: WatchedResults;
  readonly shownIds: ShownIds;
  readonly timings = new Timings();
  /** Finds what outputs declare and no call returns. */
  readonly seenOutputs: SeenOutputs;
  /** Finds limits of an account that the spec does not declare. */
  readonly undeclaredCaps: UndeclaredCaps;
  /** The calls, for the scripts of findings. */
  readonly transcript: Transcript;
  /** Tools that answered `not_implemented`. */
  readonly unimplemented = new Set<string>();
  readonly #leftovers: Leftovers;
  readonly #answers: AnswerWatch | undefined;

  constructor({ cases, target, connection, leftovers, answers }: RecorderOptions) {
    this.schemas = new Schemas(cases);
    this.seenOutputs = new SeenOutputs(cases);
    this.watch = new Watch({
      cases,
      schemas: this.schemas,
      secrets: connection.tokens.secrets,
      hasCodes: target.coded === true,
      isLocal: connection.transport.kind === "stdio",
    });
    this.watched = new WatchedResults(readBehaviour(cases));
    this.undeclaredCaps = new UndeclaredCaps(readBehaviour(cases));
    this.shownIds = new ShownIds(readBehaviour(cases));
    this.transcript = new Transcript(cases, cases.cases.filter(isBehaviour));
    this.#leftovers = leftovers;
    this.#answers = answers;
  }

  /** Called with every call of the run. */
  record(call: CompletedCall): void {
    const { tool, outcome, ms } = call;
    this.transcript.record(call);
    this.watch.observe(call);
    this.watched.observe(call);
    this.shownIds.record(call);
    this.undeclaredCaps.record(call);
    this.#leftovers.record(call);
    this.#answers?.record(call);
    this.timings.record(tool, ms);
    if (outcome.is === "success") this.seenOutputs.record(tool, outcome.result.structuredContent ?? null);
    if (outcome.is === "refusal" && outcome.code === "not_implemented") this.unimplemented.add(tool);
  }
}

/**
 * The form of a law: what it ranges over, the calls that try it, and a pure judgement of what they have shown. A law knows nothing of
 * servers, time, other users, repetitions or the number of requests.
 */
import type { Called } from "../behaviour/calls/called.ts";
import type { EntityInstance } from "../behaviour/instances/entity-instance.ts";
import type { Change, Observation } from "../behaviour/observe/observation.ts";
import type { Behaviour } from "../cases/behaviour.ts";
import type { Edit, Json, JsonObject } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import type { AccessEntry } from "../results/run-log.ts";
import type { Cause } from "../results/verdict.ts";

/** What laws may read of a spec. */
export interface Spec {
  /** The case file: tools, their schemas, and cases. */
  readonly file: CaseFile;
  /** What the spec declares about behaviour: entities, states, limits. */
  readonly rules: Behaviour;
  /** Whether arguments are valid for a tool. */
  fits(tool: string, input: Json): boolean;
}

/** One case of a law: what it is about. */
export interface Subject {
  /** Stable as long as the location in the spec is. */
  readonly id: string;
  /** The tool of the spec that it is about. */
  readonly tool: string;
  /** The sentence of this case. */
  readonly must: string;
}

/** A sentence that holds for every correct server. `Of`: what a case says beside its id. */
export interface Law<Of extends Subject = Subject> {
  /** A noun, as its file. */
  readonly name: string;
  /** The sentence, for the documentation. */
  readonly must: string;
  /** A finding as a report prints it, for the documentation. */
  readonly finding: string;
  /** Lists the cases of a spec. */
  over(spec: Spec): readonly Of[];
  /** Lists what to try, the most telling first. */
  attempts(subject: Of, spec: Spec): readonly Attempt[];
  /** Judges what one attempt has shown. */
  judge(shown: Shown, subject: Of, spec: Spec): Judgement;
  /** Whether a wrong server may pass by luck, as calls at once may come one after the other: the attempts are repeated. */
  readonly isChancy?: true;
  /** Whether its cases may use the things of earlier ones, which saves requests. Such an attempt can only show that the law holds. */
  readonly isShared?: true;
  /** Whether a case holds only if each of its attempts does. Absent: one that proves something is enough. */
  readonly needsAll?: true;
  /**
   * The cell of the access matrix that the last act fills; the last of the calls after the observations fills that of the owner. Absent:
   * the law is not about access.
   */
  cell?(subject: Of): AccessCell;
}

/** A cell of the access matrix: an argument and a caller. */
export type AccessCell = Pick<AccessEntry, "argument" | "caller">;

/** Things, observations and calls, in the order in which they come. */
export interface Attempt {
  /** The things that are made. */
  readonly given: readonly Given[];
  /** Calls before the first observation, which must succeed. */
  readonly first?: readonly Act[];
  /** The names of the things that are observed before and after the acts. */
  readonly watch: readonly string[];
  /** The calls that are tried. */
  readonly acts: readonly Act[];
  /** Set if each act is prepared after those before it: preparing a later one would lead the things on. */
  readonly preparesLate?: true;
  /** Calls after the last observation. They may be refused. */
  readonly afterwards?: readonly Act[];
  /** Things that the calls make. */
  readonly made?: readonly Made[];
  /** Set if the attempt is made only where those before it prove nothing. */
  readonly isSpare?: true;
  /** Set if the acts are sent at the same time. */
  readonly atOnce?: true;
  /** Attempts on other new things that show whether an answer is about what the acts try. They are made if a judgement needs them. */
  readonly controls?: readonly Attempt[];
}

/** New things, with names by which acts and judgements refer to them. */
export type Given =
  | {
      /** The name by which the attempt refers to it. */
      readonly thing: string;
      /** Its entity in the spec. */
      readonly entity: string;
      /** Arguments that it is made with, in place of those of the spec. */
      readonly input?: JsonObject;
      /** The state to which calls lead it. Absent: the one that new things have. */
      readonly state?: string;
    }
  /** One of each entity for a call of a tool, children in their parents. Each has the name of its entity. */
  | { readonly named: readonly string[]; readonly for: string };

/** A thing that a call makes, with the parents of another one. */
export interface Made {
  /** The name by which the attempt refers to it. */
  readonly thing: string;
  /** Its entity in the spec. */
  readonly entity: string;
  /** The location of its id in the result of the call. */
  readonly at: string;
  /** The index of the call. Those of `first` come before the acts. */
  readonly by: number;
  /** The thing whose parents it has. */
  readonly beside: string;
}

/** A call, as edits of one that is known to be valid. */
export interface Act {
  /** The tool that is called. */
  readonly tool: string;
  /** Valid arguments of the spec, in which ids are replaced by those of things. */
  readonly like?: Json;
  /** In place of `like`: the arguments of the call that made this thing. */
  readonly asMade?: string;
  /** Entity -> the name of the thing that the arguments name. */
  readonly about?: Readonly<Record<string, string>>;
  /** The name of a thing: other things that the arguments name are made in its parents, by its account. */
  readonly within?: string;
  /** Pointers of arguments that keep the value of `like`. */
  readonly keep?: readonly string[];
  /** Edits of the filled arguments. */
  readonly but?: readonly (Edit | LiveEdit)[];
  /** Set if no calls lead the named things to a state in which they take it. */
  readonly asTheyAre?: true;
  /** For one of `first`: a refusal ends the attempt without acts, and is judged. */
  readonly isJudged?: true;
  /** The account that calls: one without access, or the one that gets access to the named things. Absent: the one of the run. */
  readonly by?: "other" | "colleague";
}

/** An edit whose value is known only when the call is made. */
export type LiveEdit =
  /** The id of a thing. */
  | { readonly set: string; readonly idOf: string }
  /** An id that nothing has, in the form of the one that is there. */
  | { readonly set: string; readonly unknownLike: "present" }
  /** The first of these values that differs from the present one and fits the schema. */
  | { readonly set: string; readonly other: readonly Json[] }
  /** A value that differs from the present one, in its form: a revision that a thing has not had. */
  | { readonly set: string; readonly unlike: "present" }
  /** What a tool shows of a thing when the call is made, or when the thing was made. */
  | { readonly set: string; readonly shown: Reading; readonly at: "start" | "now" }
  /** A new idempotency key. */
  | { readonly newKey: string };

/** A location in what a tool shows of a thing. */
export interface Reading {
  /** The name of the thing. */
  readonly thing: string;
  /** The tool that shows it. */
  readonly tool: string;
  /** A JSON Pointer into its result. */
  readonly path: string;
}

/** The things of an attempt by their names. */
export type Things = Readonly<Record<string, EntityInstance>>;

/** What one attempt has shown. */
export interface Shown {
  /** The things, those that calls have made among them. */
  readonly things: Things;
  /** The calls before the first observation. If the last one was refused, nothing else was called. */
  readonly first: readonly Called[];
  /** The calls that were tried, in the order of the attempt. */
  readonly acts: readonly Called[];
  /** The observation before the acts. */
  readonly before: Observation;
  /** The observation after the acts. */
  readonly after: Observation;
  /** The calls after that. */
  readonly afterwards: readonly Called[];
  /** The differences between the observations, without locations that change by themselves. */
  readonly changes: readonly Change[];
  /** Whether a location changes by itself. */
  isVolatile(location: Pick<Change, "tool" | "at">): boolean;
  /** What the controls have shown. Present if a judgement has asked for it. */
  readonly controls?: readonly Shown[];
}

/** What one attempt has shown of a law. */
export type Judgement = Held | Broken | Open | Inapplicable | NeedsControls;

/** The attempt shows that the law holds. */
export interface Held {
  /** Tells the kind of judgement. */
  readonly is: "held";
}

/** What one attempt has shown is wrong. It becomes a finding when it is confirmed. */
export interface Broken {
  /** Tells the kind of judgement. */
  readonly is: "broken";
  /** Whether an answer shows the problem, a changed location, or one that has not changed: it may still change late. */
  readonly in: "answer" | "change" | "missing";
  /** The answer or change that the law demands, in words. */
  readonly expected: string;
  /** What came in its place, in words. */
  readonly got: string;
  /** The call that shows the problem. */
  readonly shownBy: Called;
  /** The location that has changed; absent if none has. */
  readonly location?: Pick<Change, "tool" | "at">;
  /** The problem and its location. A finding needs the same one twice. */
  readonly key: string;
}

/** The attempt proves nothing. */
export interface Open {
  /** Tells the kind of judgement. */
  readonly is: "open";
  /** The cause, for which reports print the cure. */
  readonly cause: Cause;
  /** The reason, as a part of a sentence. */
  readonly why: string;
  /** The call that left it open. */
  readonly shownBy?: Called;
}

/** The judgement needs what the controls of the attempt show. */
export interface NeedsControls {
  /** Tells the kind of judgement. */
  readonly is: "needs-controls";
}

/** The server does not have what the case is about. */
export interface Inapplicable {
  /** Tells the kind of judgement. */
  readonly is: "inapplicable";
  /** The reason, as a part of a sentence. */
  readonly why: string;
}

/** The report of a run as data, and the counts that every format of it shows. */
import type { CaseFile } from "../cases/format.ts";
import type { ReportedResult, WrongEntry } from "./accepted.ts";
import type { BehaviourReport } from "./run-log.ts";
import { type Failed, isAdvice, type Kind, kinds } from "./verdict.ts";

/** Everything that a report shows. */
export interface Report {
  /** The name of the target file, or the address. */
  readonly target: string;
  /** The address of the target; over stdio its command. */
  readonly address: string;
  /** The time at which the run began: ISO 8601, UTC. */
  readonly date: string;
  /** The name and the version of the server in the spec. */
  readonly server: CaseFile["server"];
  /** The results in the order of the case file. */
  readonly results: readonly ReportedResult[];
  /** The accepted entries that do not describe the run. */
  readonly wrongEntries: readonly WrongEntry[];
  /** Tools that answer `not_implemented`. Their verdicts prove nothing about a handler. */
  readonly unimplemented: readonly string[];
  /** The tools with the slowest calls. */
  readonly slowest: readonly ToolTime[];
  /** The number of cases that the user did not select. */
  readonly unselected: number;
  /** Coverage of the constraints of input schemas; absent when only some cases ran. */
  readonly coverage?: Coverage;
  /** What outputs declare and no call returned; absent when only some cases ran, or all was seen. */
  readonly unseen?: readonly UnseenOutput[];
  /** The observations of access, states, and values that change by themselves. */
  readonly behaviour?: BehaviourReport;
  /** The use of each limit and the instances that the run made, beside the figures that it announced. */
  readonly drawn: readonly Drawn[];
  /** The seed of the random values; the same one repeats the run. */
  readonly seed: number;
  /** The command that started the suite, without the options that select cases. */
  readonly command: string;
  /** The number of requests that the run sent. */
  readonly requests: number;
  /** Kind -> the requests of its cases. Other requests open the connection, prepare the run and clean up. */
  readonly requestsByKind: Readonly<Partial<Record<Kind, number>>>;
  /** How long the run took. */
  readonly seconds: number;
  /** The differences from an earlier run, if the user named one. */
  readonly since?: Since;
  /** Notes about the whole run, such as an interruption or a failed cleanup. The first cause comes first. */
  readonly notes: readonly string[];
}

/** The differences between two runs, each as ids of cases in the order of the later run. */
export interface Since {
  /** When the earlier run began: ISO 8601, UTC. */
  readonly date: string;
  /** Cases that fail, and did not then: they held, were not verified, or are new. */
  readonly failed: readonly string[];
  /** Cases that failed then, and do not fail any more. */
  readonly gone: readonly string[];
  /** Cases that were decided then, and are not verified now. */
  readonly undecided: readonly string[];
  /** Cases that were decided then, and that this run was not allowed to try: its requests or draws, or a quota, were used up. */
  readonly untried: readonly string[];
  /** Cases that fail in both runs. */
  readonly still: readonly string[];
}

/** The duration of the calls of a tool, from the request to the complete answer. */
export interface ToolTime {
  /** The name of the tool. */
  readonly tool: string;
  /** The number of its calls. */
  readonly calls: number;
  /** The median, in milliseconds. */
  readonly medianMs: number;
  /** The longest, in milliseconds. */
  readonly maxMs: number;
}

/** How much of one limit the run used up, or how many instances of one entity it made, beside what it announced. */
export interface Drawn {
  /** The name of the quota, the money, the counted refusals, the rate or the entity. */
  readonly quota: string;
  /** What the name is a name of. */
  readonly kind: "quota" | "money" | "refusals" | "entity" | "rate";
  /** The draws, the calls, the refusals or the instances; for a rate, how often it was used up. */
  readonly drawn: number;
  /** The number that was announced before the run, and that it may not exceed; undefined if there was no limit. */
  readonly most?: number | undefined;
  /** By how much the use rose that the target shows; undefined if the run did not read it. */
  readonly shown?: number | undefined;
  /** For an entity: how many instances are still there; undefined if nothing ends them, so that all are. */
  readonly left?: number | undefined;
}

/** Formats what was used up of a limit: `generations 2 of at most 2`. */
export function formatDrawn({ quota, drawn, most, left }: Drawn): string {
  const limit = most === undefined ? "" : ` of at most ${most}`;
  return `${quota} ${drawn}${limit}${left === undefined ? "" : ` (${left} left)`}`;
}

/** Lists the differences between what the run announced, what it counted, and what the target shows. */
export function listSpendingDifferences(drawn: readonly Drawn[]): string[] {
  return drawn.flatMap(({ quota, kind, drawn: counted, most = Number.POSITIVE_INFINITY, shown = 0 }) => {
    // The windows of a rate begin when the server says, so a request may come too early: it is sent again.
    if (kind === "rate") return [];
    return [
      ...(counted > most
        ? [
            `${quota}: the run announced at most ${most}, but it was ${counted}. The target accepted calls that it must refuse.`,
          ]
        : []),
      ...(shown > counted
        ? [
            `${quota}: the run counted ${counted}, but the target shows a use of ${shown}. Other clients may use the account, or refused calls draw.`,
          ]
        : []),
    ];
  });
}

/** Formats the duration of calls: `service_get_form 12 ms (at most 80 ms, 40 calls)`. */
export function formatTime({ tool, medianMs, maxMs, calls }: ToolTime): string {
  const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
  return `${tool} ${ms(medianMs)} ms (at most ${ms(maxMs)} ms, ${calls} call${calls === 1 ? "" : "s"})`;
}

/** A comment for the command: a single case may behave differently, since calls of other cases also affect the server. */
const repeatNote = "# runs only these cases; without --case it repeats the whole run";

/** Returns the command that repeats a case and the cases whose calls showed the finding, with a shell comment about the difference to the whole run. */
export function repeatCommand({ command, seed }: Report, { subject, verdict }: ReportedResult): string {
  const { shownBy, evidence } = verdict as Failed;
  const ids = new Set([subject.id, shownBy ?? evidence?.shownBy ?? subject.id]);
  return `${command} ${[...ids].map((id) => `--case '${id}'`).join(" ")} --seed ${seed}  ${repeatNote}`;
}

/** Returns the name of the script of a case, in the folder of the report. */
export const scriptFile = (id: string) => `scripts/${id.replaceAll(/[^\w.-]+/g, "-")}.sh`;

/** The text by which the suite recognises a script. */
export const scriptMark = '--replay "$0" "$@"';

/** An optional field of an output, or a value of an enum in one, that no call of the run returned. */
export interface UnseenOutput {
  /** The place in the spec. */
  readonly at: string;
  /** The field or the value, as a part of a sentence. */
  readonly what: string;
}

/** How many constraints of input schemas the run exercised. */
export interface Coverage {
  /** The number of constraints. */
  readonly constraints: number;
  /** The number of those for which the tool's answer decided a case that breaks it. */
  readonly exercised: number;
  /** The constraints that were not exercised, with the reason. */
  readonly missing: readonly { readonly at: string; readonly constraint: string; readonly why: string }[];
}

/** The number of results of each status; accepted ones are counted separately. */
export interface Tally {
  readonly held: number;
  readonly failed: number;
  readonly unverified: number;
  readonly accepted: number;
  /** Broken SHOULD requirements. */
  readonly advice: number;
  /** Cases about an optional feature that the target does not have. */
  readonly inapplicable: number;
}

export function countVerdicts(results: readonly ReportedResult[]): Tally {
  const tally = { held: 0, failed: 0, unverified: 0, accepted: 0, advice: 0, inapplicable: 0 };
  for (const result of results) tally[classifyResult(result)]++;
  return tally;
}

export function classifyResult(result: ReportedResult): keyof Tally {
  if (result.acceptedFor !== undefined) return "accepted";
  return isAdvice(result) ? "advice" : result.verdict.status;
}

/** Returns 0 if all cases held, 1 if a case failed or an accepted entry is wrong, 2 if some or all cases were not verified. */
export function computeExitCode({
  results,
  wrongEntries,
}: Pick<Report, "results" | "wrongEntries">): 0 | 1 | 2 {
  const { failed, unverified, held, accepted, advice } = countVerdicts(results);
  if (failed > 0 || wrongEntries.length > 0) return 1;
  return unverified > 0 || held + accepted + advice === 0 ? 2 : 0;
}

/** The verdicts of the cases by tool and kind. */
export interface Matrix {
  readonly columns: readonly Kind[];
  /** The cells of a row are in the order of the columns. */
  readonly rows: readonly { readonly name: string; readonly cells: readonly Tally[] }[];
}

/** Creates the matrix: every kind of the results has a column, and the row of cases without a tool comes first. */
export function makeMatrix(results: readonly ReportedResult[]): Matrix {
  const columns = listKinds(results);
  const byTool = Map.groupBy(results, ({ subject }) => subject.tool ?? "");
  const names = [...byTool.keys()].sort((a, b) => Number(a !== "") - Number(b !== ""));
  const rows = names.map((name) => ({
    name: name === "" ? "server" : name,
    cells: columns.map((kind) =>
      countVerdicts(byTool.get(name)!.filter(({ subject }) => subject.kind === kind)),
    ),
  }));
  return { columns, rows };
}

/** Lists the kinds of the results, in the order in which they run. */
export function listKinds(results: readonly ReportedResult[]): Kind[] {
  const present = new Set(results.map(({ subject }) => subject.kind));
  return kinds.filter((kind) => present.has(kind));
}

/** The number of cases of a kind that the run decided. */
export interface DecidedCases {
  readonly kind: Kind;
  /** The cases that apply to the target. */
  readonly cases: number;
  readonly decided: number;
  /** The requests that its cases made. A request that several cases share counts for the first of them. */
  readonly requests: number;
}

export function countDecided({
  results,
  requestsByKind,
}: Pick<Report, "results" | "requestsByKind">): DecidedCases[] {
  return listKinds(results).map((kind) => {
    const { held, failed, advice, unverified, accepted } = countVerdicts(
      results.filter(({ subject }) => subject.kind === kind),
    );
    const decided = held + failed + advice;
    const requests = requestsByKind[kind] ?? 0;
    return { kind, cases: decided + unverified + accepted, decided, requests };
  });
}

/** Counts the exercised constraints. A constraint is exercised if an answer of the tool decided at least one case that breaks it. */
export function countCoverage(file: CaseFile, results: readonly ReportedResult[]): Coverage {
  const verdicts = new Map(results.map((result) => [result.subject.id, result.verdict]));
  const decided = new Set<string>();
  const undecided = new Map<string, { readonly at: string; readonly why: string }>();
  for (const each of file.cases) {
    if (each.kind !== "input" || each.constraint === undefined || each.expect !== "refused") continue;
    const key = `${each.tool} ${each.constraint}`;
    const verdict = verdicts.get(each.id);
    if (verdict === undefined) undecided.set(key, { at: each.at, why: "its cases were not selected" });
    else if (verdict.status === "unverified" || verdict.status === "inapplicable")
      undecided.set(key, { at: each.at, why: verdict.why });
    else if (verdict.status === "failed" && verdict.unanswered)
      undecided.set(key, { at: each.at, why: `no tool answered: ${verdict.got}` });
    else decided.add(key);
  }
  return {
    constraints: Object.values(file.tools).reduce((sum, tool) => sum + tool.constraints, 0),
    exercised: decided.size,
    missing: [
      ...file.unexercised.map(({ tool, constraint, ...rest }) => ({
        constraint: `${tool} ${constraint}`,
        ...rest,
      })),
      ...[...undecided]
        .filter(([key]) => !decided.has(key))
        .map(([constraint, rest]) => ({ constraint, ...rest })),
    ],
  };
}

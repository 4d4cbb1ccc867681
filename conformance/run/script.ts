/** Writes the calls of a finding as a script that the suite can run again. */
import { isOwn } from "../calls/sender.ts";
import type { NamedText, Step, Transcript } from "../calls/transcript.ts";
import type { Json } from "../cases/edits.ts";
import { isBehaviour } from "../kinds/behaviour.ts";
import { scriptMark } from "../results/report.ts";
import type { Failed, Subject } from "../results/verdict.ts";
import type { HookName } from "../target/target.ts";
import type { Holder } from "../target/token-store.ts";

/** Cases with more calls have no script. */
const maxSteps = 1_000;

/** A call in a script, without secrets. */
export interface ScriptedCall {
  /** Absent for a hook. */
  readonly tool: string | undefined;
  readonly hook: HookName | undefined;
  readonly input: Json | undefined;
  /** The idempotency key. */
  readonly key: Json | undefined;
  /** If absent, the account of the run. */
  readonly account: string | undefined;
  /** If absent, every scope. */
  readonly scopes: readonly string[] | undefined;
  /** The number of a reserved token of the case, with which the call is made or which the hook ends. */
  readonly own: number | undefined;
  /** Texts that the target generated and other calls send, if there are any. */
  readonly made: readonly NamedText[] | undefined;
}

/** Writes the script that reproduces a finding of behaviour, or says why there is none. */
export type WriteScript = (subject: Subject, finding: Failed) => Pick<Failed, "script" | "withoutScript">;

export function makeScriptWriter(
  transcript: Transcript,
  command: string,
  allScopes: readonly string[],
): WriteScript {
  return (subject, finding) => {
    if (!isBehaviour(subject)) return {};
    const by = finding.evidence?.shownBy;
    const steps = transcript.listStepsFor([subject.id, by]);
    if (steps.length > maxSteps) return { withoutScript: `it needs ${steps.length} calls` };
    const isKept = by === undefined || by === "**" || steps.some((step) => step.by === by);
    if (!isKept || steps.length === 0)
      return { withoutScript: "a case of another kind made the call that shows it" };
    const { id, must } = subject;
    const notes = [`${id}: ${must}`, `expected ${finding.expected}`, `got      ${finding.got}`];
    const lines = groupAtOnce(steps).map((group) =>
      JSON.stringify(group.map(makeCallWriter(steps, allScopes))),
    );
    const head = notes.map((note) => `# ${note.replaceAll("\n", " ")}`);
    return { script: `${[...head, `exec ${command} ${scriptMark}`, ...lines].join("\n")}\n` };
  };
}

function makeCallWriter(steps: readonly Step[], allScopes: readonly string[]): (step: Step) => ScriptedCall {
  const tokens = steps.flatMap(({ credential = "none" }) => (isOwn(credential) ? credential : []));
  return ({ tool, hook, input, key, made, credential }) => {
    const ended = Object(input).token;
    const own = tokens.findIndex((token) => token === credential || (hook && token.minted === ended));
    const { account, scopes }: Partial<Holder> = Object(tokens[own] ?? credential);
    const taken = made.filter(({ value }) => steps.some(({ sent }) => sent.has(value)));
    return {
      tool,
      hook,
      input,
      account,
      scopes: scopes === allScopes ? undefined : scopes,
      own: own < 0 ? undefined : own,
      key,
      made: taken.length > 0 ? taken : undefined,
    };
  };
}

/** Groups calls that a case made before it had the answers, unless a call needs a value from one of them. */
function groupAtOnce(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = [];
  for (const step of steps) {
    const group = groups.at(-1) ?? [];
    const last = group.at(-1);
    const isAtOnce = last !== undefined && step.by === last.by && step.startedAt < last.endedAt;
    const takes = group.some(({ made }) => made.some(({ value }) => step.sent.has(value)));
    if (isAtOnce && !takes) group.push(step);
    else groups.push([step]);
  }
  return groups;
}

/** Writes the calls of a finding as a shell script that makes them again, on entities of its own. */
import type { Caller } from "../calls/caller.ts";
import { isOwn } from "../calls/sender.ts";
import type { Step, Transcript } from "../calls/transcript.ts";
import { isBehaviour } from "../kinds/behaviour.ts";
import { scriptMark } from "../results/report.ts";
import type { Failed, Subject } from "../results/verdict.ts";
import { sessionHeader } from "../wire/client.ts";
import { requestCommand, shellQuoted } from "../wire/curl.ts";
import type { Transport } from "../wire/transport.ts";

/** `pick STEP NAME N`: the nth text of this name in the answer of a step. `fresh KEY`: the key with other digits at its end. */
const functions = String.raw`${scriptMark}
pick() { grep -o "\"$2\": \{0,1\}\"[^\"\\\\]*\"" "$answers/$1" | sed -n "$3p" | cut -d'"' -f4; }
fresh() { awk -v key="$1" -v seed="$$" 'BEGIN { srand(); srand(seed + srand()); n = length(key); for (i = 1; i <= n; i++) { c = substr(key, i, 1); printf "%s", (i > n - 8 && c ~ /[0-9]/) ? int(10 * rand()) : c } }'; }`;

/** Cases with more calls have no script. */
const maxSteps = 1_000;

/** The credential of `$TOKEN`, and how the run opened its first session. */
type Opening = Pick<Caller, "allScopes" | "initialization">;

/** Writes the script that shows a finding of behaviour again, or says why there is none. */
export function scriptWriter(transcript: Transcript, transport: Transport, opening: Opening) {
  return (subject: Subject, finding: Failed): Pick<Failed, "script" | "withoutScript"> => {
    if (!isBehaviour(subject)) return {};
    if (transport.kind === "stdio") return { withoutScript: "the target is a process of the run" };
    const by = finding.evidence?.shownBy;
    const steps = transcript.stepsOf([subject.id, by]);
    if (steps.length > maxSteps) return { withoutScript: `it takes ${steps.length} calls` };
    const isKept = by === undefined || by === "**" || steps.some((step) => step.by === by);
    return isKept && steps.length > 0
      ? { script: makeScript(subject, finding, steps, transport, opening) }
      : { withoutScript: "the call that shows it is of another kind of case" };
  };
}

/** A text that the target has made up is taken over from the answer each time, and idempotency keys are new each time. */
function makeScript(
  { id, must }: Subject,
  { expected, got }: Failed,
  steps: readonly Step[],
  transport: Transport,
  { allScopes: main, initialization }: Opening,
): string {
  /** Text of the run -> the variable that stands for it. */
  const variables = new Map<string, string>();
  const tokens = new Map([[nameOf(main), "$TOKEN"]]);
  const lines = groupAtOnce(steps).flatMap((group) => {
    const shown = group.map((step) => showStep(step, steps.indexOf(step)));
    const commands = shown.map(({ command }) => command);
    return [
      ...shown.flatMap(({ keys }) => keys),
      ...(commands.length === 1 ? commands : [...commands.map((command) => `${command} &`), "wait"]),
      ...shown.flatMap(({ takeOver }) => takeOver()),
    ];
  });
  const notes = [`${id}: ${must}`, `expected ${expected}`, `got      ${got}`];
  for (const [name, token] of tokens) notes.push(`${token} is a token of ${name}`);
  return `${notes.map((note) => `# ${note.replaceAll("\n", " ")}\n`).join("")}URL=\${URL:-${transport.to}}
${functions}
${lines.join("\n")}
tail -n +1 "$answers"/*
`;

  /** A session for the token of a step, opened as the run opened its first one. */
  function openSession(step: Step, index: number): string[] {
    const { [sessionHeader]: session, ...headers } = step.request.headers;
    if (session === undefined || variables.has(session)) return [];
    const opening = show({ ...step, request: { ...initialization.request, headers } });
    const readId = `tr -d '\\r' | awk 'tolower($1) == "mcp-session-id:" { print $2 }'`;
    const opened = assign(session, `session_${index}`, `${opening} -D - -o /dev/null | ${readId}`);
    const body = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
    return [...opened, `${show({ ...step, request: { headers: step.request.headers, body } })} > /dev/null`];
  }

  /** The command of a step, the keys that it needs, and what later steps take from its answer. */
  function showStep(step: Step, index: number) {
    const { tool, key, made } = step;
    const session = openSession(step, index);
    const file = `${String(index).padStart(3, "0")}-${tool}`;
    const keys =
      key === undefined ? [] : assign(String(key), `key_${index}`, `fresh ${shellQuoted(String(key))}`);
    const later = steps.slice(index + 1);
    const values = made.filter(({ value }) => later.some(({ sent }) => sent.has(value)));
    const takeOver = () =>
      values.flatMap(({ name, nth, value }) =>
        assign(value, `${name}_${index}_${nth}`, `pick ${file} ${name} ${nth}`),
      );
    return { keys: [...session, ...keys], command: `${show(step)} > "$answers/${file}"`, takeOver };
  }

  function assign(value: string, name: string, from: string): string[] {
    if (variables.has(value)) return [];
    variables.set(value, name);
    return [`${name}=$(${from})`];
  }

  function show({ request, credential }: Step): string {
    const token = tokens.get(nameOf(credential)) ?? `$TOKEN_${tokens.size + 1}`;
    if (request.headers.Authorization) tokens.set(nameOf(credential), token);
    const command = requestCommand(transport, request).replace(shellQuoted(transport.to), '"$URL"');
    return [...variables]
      .toSorted(([a], [b]) => b.length - a.length)
      .reduce((text, [value, name]) => text.replaceAll(value, `'"$${name}"'`), command)
      .replace("$TOKEN", () => token);
  }
}

/** What a case did before it had the answers is done so again, unless it takes something from one of them. */
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

function nameOf(credential: Step["credential"]): string {
  return JSON.stringify(isOwn(credential) ? [credential.account, credential.authorization] : credential);
}

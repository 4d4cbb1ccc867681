/** Writes the calls of a finding as a shell script that makes them again, on entities of its own. */
import { isOwn } from "../calls/sender.ts";
import type { Step, Transcript } from "../calls/transcript.ts";
import { isBehaviour } from "../kinds/behaviour.ts";
import type { Failed, Subject } from "../results/verdict.ts";
import { sessionHeader } from "../wire/client.ts";
import { requestCommand, shellQuoted } from "../wire/curl.ts";
import type { Transport } from "../wire/transport.ts";

/** `pick STEP NAME N`: the nth text of this name in the answer of a step. `fresh KEY`: the key with other digits at its end. */
const functions = String.raw`answers=$(mktemp -d)
pick() { grep -o "\"$2\": \{0,1\}\"[^\"\\\\]*\"" "$answers/$1" | sed -n "$3p" | cut -d'"' -f4; }
fresh() { awk -v key="$1" -v seed="$$" 'BEGIN { srand(); srand(seed + srand()); n = length(key); for (i = 1; i <= n; i++) { c = substr(key, i, 1); printf "%s", (i > n - 8 && c ~ /[0-9]/) ? int(10 * rand()) : c } }'; }`;

/**
 * Writes the script that shows a finding of behaviour again; `undefined` where there is none: over stdio, in sessions, and for many calls.
 * @param main the credential of `$TOKEN`
 */
export function scriptWriter(transcript: Transcript, transport: Transport, main: Step["credential"]) {
  return (subject: Subject, finding: Failed): string | undefined => {
    if (!isBehaviour(subject) || transport.kind === "stdio") return undefined;
    const by = finding.evidence?.shownBy;
    const steps = transcript.stepsOf([subject.id, by]);
    // The session of the run has ended.
    if (!steps || steps.some(({ request }) => sessionHeader in request.headers)) return undefined;
    const isKept = by === undefined || by === "**" || steps.some((step) => step.by === by);
    return isKept ? makeScript(subject, finding, steps, transport, main) : undefined;
  };
}

/** A text that the target has made up is taken over from the answer each time, and idempotency keys are new each time. */
function makeScript(
  { id, must }: Subject,
  { expected, got }: Failed,
  steps: readonly Step[],
  transport: Transport,
  main: Step["credential"],
): string {
  /** Text of the run -> the variable that stands for it. */
  const variables = new Map<string, string>();
  const tokens = new Map([[nameOf(main), "$TOKEN"]]);
  const lines = steps.flatMap((step, index) => {
    const { key, made, startedAt } = step;
    const keys =
      key === undefined ? [] : assign(String(key), `key_${index}`, `fresh ${shellQuoted(String(key))}`);
    const command = `${show(step)} > "$answers/${fileOf(step, index)}"`;
    const next = steps[index + 1];
    const isAtOnce = next !== undefined && next.by === step.by && next.startedAt < step.endedAt;
    const wait = !isAtOnce && startedAt < (steps[index - 1]?.endedAt ?? 0) ? ["wait"] : [];
    const later = steps.slice(index + 1);
    const values = made.filter(({ value }) => later.some(({ sent }) => sent.has(value)));
    return [
      ...keys,
      isAtOnce ? `${command} &` : command,
      ...wait,
      ...values.flatMap(({ name, nth, value }) =>
        assign(value, `${name}_${index}_${nth}`, `pick ${fileOf(step, index)} ${name} ${nth}`),
      ),
    ];
  });
  const notes = [`${id}: ${must}`, `expected ${expected}`, `got      ${got}`];
  for (const [name, token] of tokens) notes.push(`${token} is a token of ${name}`);
  return `${notes.map((note) => `# ${note.replaceAll("\n", " ")}\n`).join("")}URL=\${URL:-${transport.to}}
${functions}
${lines.join("\n")}
tail -n +1 "$answers"/*
`;

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

function fileOf({ tool }: Step, index: number): string {
  return `${String(index).padStart(3, "0")}-${tool}`;
}

function nameOf(credential: Step["credential"]): string {
  return JSON.stringify(isOwn(credential) ? [credential.account, credential.authorization] : credential);
}

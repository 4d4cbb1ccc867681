/** Parses the command line. */
import { parseArgs } from "node:util";
import { type Kind, kinds } from "../results/verdict.ts";
import { quoteForShell } from "../server-options/command-line.ts";
import {
  refuseStrayOptions,
  serverOptions,
  sourceIn,
  timeoutIn,
  unexpectedArgument,
} from "../server-options/options.ts";
import { type Source, showSource } from "../server-options/source.ts";
import { suiteCommand } from "../usage/invocation.ts";
import { UsageError } from "../usage/usage-error.ts";

/** The options of the command line. */
export interface Options {
  /** The server of `--url` or `--command`. */
  readonly source: Source | undefined;
  /** From `--token`, or the variable TOKEN. */
  readonly token: string | undefined;
  /** Whether to sign in with a browser for a token. */
  readonly login: boolean;
  /** The client id, for an authorization server that registers no clients. */
  readonly clientId: string | undefined;
  readonly target: string | undefined;
  readonly spec: string | undefined;
  readonly only: readonly Kind[];
  readonly tool: readonly string[];
  /** Tools that the run never calls, in addition to those of the target file. */
  readonly exclude: readonly string[];
  readonly case: readonly string[];
  /** Files with laws of the team. */
  readonly law: readonly string[];
  /** Left out: that of the earlier run (`since`), or a new one. */
  readonly seed: number | undefined;
  readonly timeoutMs: number;
  readonly maxRequests: number | undefined;
  /** Quota -> the allowed draws. */
  readonly spend: Readonly<Record<string, number>> | undefined;
  /** The path of a finding's script. */
  readonly replay: string | undefined;
  readonly readOnly: boolean;
  readonly plan: boolean;
  readonly report: string | undefined;
  /** The path of the JSON report of an earlier run. */
  readonly since: string | undefined;
  /** The path of the file to which the answers of the run are added. */
  readonly recordAnswers: string | undefined;
  /** The path of the file with the answers of earlier runs. */
  readonly compareAnswers: string | undefined;
  readonly allowUnverified: string | undefined;
  readonly expectedFailures: string | undefined;
  readonly ca: string | undefined;
  readonly help: boolean;
  /** The options that name the server, with variables in place of secrets; empty if a target file names it. */
  readonly server: string;
  /** The command line without the options that select cases, for findings. */
  readonly invocation: string;
}

const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;
const flag = { type: "boolean" } as const;

/** Parses the options. @throws UsageError that describes the mistake */
export function parseOptions(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Options {
  const { values } = parseValues(args);
  const source = namedSource(values, env);
  const only = readList(values.only);
  if (values["record-answers"] !== undefined && values["compare-answers"] !== undefined)
    throw new UsageError(
      "--record-answers and --compare-answers cannot be used together: a run that is compared is not one of those with which it is.",
    );
  const unknown = only.find((kind) => !kinds.includes(kind as Kind));
  if (unknown !== undefined)
    throw new UsageError(`--only ${unknown} is not a kind of case. The kinds are ${kinds.join(", ")}.`);
  return {
    source,
    token: (values.token ?? env.TOKEN) || undefined,
    clientId: values["client-id"],
    target: values.target,
    spec: values.spec,
    report: values.report,
    replay: values.replay,
    since: values.since,
    recordAnswers: values["record-answers"],
    compareAnswers: values["compare-answers"],
    allowUnverified: values["allow-unverified"],
    expectedFailures: values["expected-failures"],
    ca: values.ca,
    spend: values.spend === undefined ? undefined : readSpend(values.spend),
    maxRequests:
      values["max-requests"] === undefined
        ? undefined
        : wholeNumber("max-requests", values["max-requests"], 1),
    only: only as Kind[],
    tool: readList(values.tool),
    exclude: readList(values.exclude),
    case: values.case ?? [],
    law: values.law ?? [],
    seed: values.seed === undefined ? undefined : wholeNumber("seed", values.seed, 0),
    timeoutMs: timeoutIn(values, 30),
    readOnly: values["read-only"] ?? false,
    plan: values.plan ?? false,
    login: values.login ?? false,
    help: values.help ?? false,
    server: showServer(values, source),
    invocation: showInvocation(values, source),
  };
}

/** The server of `--url` or `--command`. Undefined: a target file names it, which may name either kind. */
function namedSource(values: Values, env: NodeJS.ProcessEnv): Source | undefined {
  const { url, command, target } = values;
  const hasFile = target !== undefined;
  if ((url ?? command) !== undefined)
    return sourceIn(hasFile ? { ...values, token: undefined } : values, env);
  refuseStrayOptions(values, { http: true, stdio: false });
  if (values.header !== undefined) throw new UsageError("--header goes with --url.");
  return undefined;
}

function showServer({ token }: Values, source: Source | undefined): string {
  return [...(source ? showSource(source) : []), ...(token === undefined ? [] : ['--token "$TOKEN"'])].join(
    " ",
  );
}

/** Returns a command line that names the target. It has no secret, since it is in reports. */
function showInvocation(values: Values, source: Source | undefined): string {
  const server = showServer(values, source);
  const named = (
    ["target", "spec", "ca", "timeout", "client-id", "spend", "compare-answers"] as const
  ).flatMap((name) => (values[name] === undefined ? [] : [`--${name}`, quoteForShell(values[name])]));
  const excluded = readList(values.exclude).flatMap((tool) => ["--exclude", quoteForShell(tool)]);
  const laws = (values.law ?? []).flatMap((file) => ["--law", quoteForShell(file)]);
  const login = values.login ? ["--login"] : [];
  return [suiteCommand, ...(server === "" ? [] : [server]), ...named, ...excluded, ...laws, ...login].join(
    " ",
  );
}

function parseValues(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      options: {
        ...serverOptions,
        target: text,
        spec: text,
        only: texts,
        tool: texts,
        exclude: texts,
        case: texts,
        law: texts,
        seed: text,
        "max-requests": text,
        spend: text,
        "read-only": flag,
        plan: flag,
        report: text,
        replay: text,
        since: text,
        "record-answers": text,
        "compare-answers": text,
        "allow-unverified": text,
        "expected-failures": text,
        ca: text,
        help: { ...flag, short: "h" },
      },
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [, argument] = /^Unexpected argument '([^']*)'/.exec(error.message) ?? [];
    throw new UsageError(argument === undefined ? error.message : unexpectedArgument(argument, args));
  }
}

type Values = ReturnType<typeof parseValues>["values"];

/** Splits values of an option that may be repeated, or separated with commas. */
function readList(values: readonly string[] = []): string[] {
  return values.flatMap((list) => list.split(","));
}

/** Reads `none`, or a list such as `generations=5,credits=20`. */
function readSpend(spend: string): Record<string, number> {
  if (spend === "none") return {};
  const draws = spend.split(",").map((each) => /^(.+)=(\d+)$/.exec(each));
  if (!draws.every((each) => each !== null))
    throw new UsageError(`--spend ${spend} is neither none nor a list such as QUOTA=5,OTHER=20.`);
  return Object.fromEntries(draws.map(([, quota = "", most]) => [quota, Number(most)]));
}

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new UsageError(`--${name} ${text} is not a whole number of at least ${least}.`);
}

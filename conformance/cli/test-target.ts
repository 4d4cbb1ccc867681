/** Runs the suite by options: selects the cases, the transport and the server. */
import { relative, resolve } from "node:path";
import { closestName } from "@toolwright/runtime/closest-name";
import { answersCases, isAnswersCase } from "../answers/answers-case.ts";
import { readBehaviour } from "../behaviour/rules/rules.ts";
import { listStepsUpTo } from "../behaviour/workflows/workflows.ts";
import { findMost, listSpendables, type Spend } from "../calls/spending.ts";
import type { CaseFile, Credential } from "../cases/format.ts";
import { checkCases } from "../checks/check-case.ts";
import { checks } from "../checks/index.ts";
import { type BehaviourPlan, isBehaviour, planBehaviour } from "../kinds/behaviour.ts";
import { readOwnLaws } from "../laws/own/law-files.ts";
import type { Accepted } from "../results/accepted.ts";
import { kinds } from "../results/verdict.ts";
import { selectCasesOver } from "../run/cases-over.ts";
import { findAccount, makePlan, type Plan } from "../run/plan.ts";
import { needsNoOtherToken } from "../run/ranking.ts";
import type { Runnable } from "../run/runnable.ts";
import type { SuiteOptions } from "../run/suite.ts";
import { hasHook } from "../target/hooks.ts";
import { readTokens } from "../target/known-tokens.ts";
import { resolveProgram } from "../target/program.ts";
import { canSend, findNamedAccount } from "../target/sendable.ts";
import { startServer } from "../target/started.ts";
import type { Target } from "../target/target.ts";
import { readText } from "../target/target-file.ts";
import { UsageError } from "../usage/usage-error.ts";
import { httpTransport } from "../wire/http.ts";
import { stdioTransport } from "../wire/stdio.ts";
import type { Transport } from "../wire/transport.ts";
import { checkedEntry, readAccepted } from "./lists.ts";
import type { Options } from "./options.ts";
import { withStarted } from "./target.ts";

const answerBytes = 16 * 1024 * 1024;

/** The time for which a run with one token may send requests at the declared rate, in seconds. */
const withOneTokenSeconds = 600;
/** The requests that a target without a declared rate is expected to answer in this time, until its speed is measured. */
const withoutRate = 1200;

/** Plans the run. A script has no cases, and no limit of requests. @throws UsageError if the options select no case */
export function planRun(options: Options, cases: CaseFile, target: Target): Plan {
  const isScript = options.replay !== undefined;
  if (isScript && (options.plan || options.readOnly))
    throw new UsageError(
      "--replay makes all calls of a script, so --plan and --read-only cannot be used with it.",
    );
  const single = !isScript && sharedWindows(target, cases) === 1 && !target.start;
  const isTimed = single && options.maxRequests === undefined && cases.rate === undefined;
  checkQuotas(options.spend, cases);
  checkTools(target.exclude, cases);
  const over = target.command === undefined ? "http" : "stdio";
  const spend = options.spend ?? (single ? "a tenth" : "all");
  const compared = options.compareAnswers === undefined ? [] : answersCases(cases);
  const all = isScript
    ? []
    : [
        ...checkCases(checks, cases, over),
        ...selectCasesOver(over, cases),
        ...readOwnLaws(listLawFiles(options, target), cases),
        ...compared,
      ];
  const plan = makePlan(cases, all, {
    selection: { kinds: options.only, tools: options.tool, cases: options.case },
    readOnly: options.readOnly,
    exclude: target.exclude,
    maxRequests: options.maxRequests ?? (single ? mostWithOneToken(cases, all) : Number.POSITIVE_INFINITY),
    ...(isTimed && { maxSeconds: withOneTokenSeconds }),
    spend,
    isSendable: (each) =>
      credentialsFor(each, cases).every((credential) => canSend(target, cases, credential)) &&
      !(isBehaviour(each) && isUndecidable(planBehaviour(each, cases), { target, cases, spend })),
  });
  const isSelected = plan.cases.some((each) => !isAnswersCase(each));
  if (isScript || isSelected || plan.standby.length + plan.omitted.length > 0) return plan;
  throw new UsageError(
    `No case is selected${describeMisnamed(options, cases)}. --plan alone lists all cases.`,
  );
}

/** Lists the modules with laws of the command line, and of the target file, whose paths begin in its folder. */
function listLawFiles({ law }: Options, { laws = [], folder }: Target): readonly string[] {
  return [...law, ...laws.map((file) => relative(process.cwd(), resolve(folder, file)))];
}

/** Names the tool or the kind of an id that the spec does not have. */
function describeMisnamed({ tool, case: ids }: Options, { tools }: CaseFile): string {
  const names = Object.keys(tools);
  const inIds = ids.map((id) => id.split("/")[0]!).filter((kind) => !kind.includes("*"));
  const unknown = [
    ...tool.map((name) => ({ option: "--tool", name, known: names })),
    ...inIds.map((name) => ({ option: "--case", name, known: kinds })),
  ].find(({ name, known }) => !known.some((each) => each === name));
  if (unknown === undefined) return "";
  const { option, name, known } = unknown;
  const meant = closestName(name, known);
  return `: ${option} names ${name}, which the spec does not have${meant === undefined ? "" : `; did you mean ${meant}?`}`;
}

interface Means {
  readonly target: Target;
  readonly cases: CaseFile;
  readonly spend: Spend;
}

/** Whether the target has not the hooks that a case needs, does not name the account, or the run may not spend the money. */
function isUndecidable({ hooks, names, money }: BehaviourPlan, { target, cases, spend }: Means): boolean {
  const isUnnamed = names !== undefined && findNamedAccount(target, names) === undefined;
  const spent = listSpendables(readBehaviour(cases)).find(({ name }) => name === money);
  const isTooDear = spent !== undefined && findMost(spent, spend) === 0;
  return isUnnamed || isTooDear || hooks.some((hook) => !hasHook(target, hook));
}

/** Returns the requests that the rate allows the token, and the calls without it, which that rate does not count. */
function mostWithOneToken({ rate }: CaseFile, all: readonly Runnable[]): number {
  if (rate === undefined) return withoutRate;
  const withToken = Math.floor((rate.max * withOneTokenSeconds) / rate.seconds);
  return withToken + all.filter(needsNoOtherToken).length;
}

function checkTools(names: readonly string[] = [], { tools }: CaseFile): void {
  const unknown = names.find((name) => tools[name] === undefined);
  if (unknown === undefined) return;
  const meant = closestName(unknown, Object.keys(tools));
  throw new UsageError(
    `The excluded tool ${unknown} is not in the spec${meant === undefined ? "" : `; did you mean ${meant}?`}.`,
  );
}

function checkQuotas(spend: Options["spend"] = {}, cases: CaseFile): void {
  const quotas = listSpendables(readBehaviour(cases)).map(({ name }) => name);
  const unknown = Object.keys(spend).find((quota) => !quotas.includes(quota));
  if (unknown === undefined) return;
  throw new UsageError(
    `--spend ${unknown}: the spec has no such quota, money, counted refusals, or entity that nothing ends. It has: ${quotas.join(", ") || "none"}.`,
  );
}

/** Lists the tokens that a case needs in addition to one with every scope. */
function credentialsFor(each: Runnable, cases: CaseFile): readonly Credential[] {
  const { scopes: all, behaviour } = cases;
  if ("with" in each) return [each.with];
  if (behaviour && "workflow" in each)
    return listStepsUpTo(behaviour, each)
      .filter(({ tool }) => tool !== undefined)
      .map(({ scopes = all, account }) => ({ scopes, ...(account !== undefined && { account }) }));
  const account = findAccount(each, cases);
  return account === undefined ? [] : [{ scopes: all, account }];
}

/**
 * Counts the windows of the declared rate that share the requests: one of each token with every scope, or one of the account. A process
 * over stdio has neither tokens nor a rate.
 */
export function sharedWindows(target: Target, { auth, rate, scopes: all }: CaseFile): number {
  if (auth.scheme === "none" || target.command !== undefined) return Number.POSITIVE_INFINITY;
  if (rate?.per === "account") return 1;
  if (hasHook(target, "mint")) return Number.POSITIVE_INFINITY;
  return readTokens(target.tokens).filter(
    ({ is, scopes = "all", account }) =>
      is === undefined &&
      account === undefined &&
      (scopes === "all" || all.every((one) => scopes.includes(one))),
  ).length;
}

/** The observers of a run. `hurry` closes the connections. */
export type Watched = Pick<SuiteOptions, "signal" | "onResult" | "say"> & { readonly hurry?: AbortSignal };

/** A test of a target, as the command line asks for it. */
export interface TargetTest {
  readonly options: Options;
  /** The seed if the options name none; left out: a new one. */
  readonly seed?: number | undefined;
  readonly cases: CaseFile;
  readonly target: Target;
  /** The plan of these cases for the target. */
  readonly plan: Plan;
  /** Records the answers, or compares them with those of earlier runs. */
  readonly answers?: Pick<SuiteOptions, "collection" | "comparison">;
  readonly watched: Watched;
}

/** Runs the suite, or a script, against the target; starts its server first if the target file says so. */
export async function testTarget<Result>(
  { options, seed, cases, target, plan, answers, watched }: TargetTest,
  run: (suite: SuiteOptions) => Promise<Result>,
): Promise<Result> {
  const started = target.start && (await startServer(target.start, target.folder, watched.signal));
  try {
    const running = started ? withStarted(target, started) : target;
    const transport = transportTo(running, options);
    watched.hurry?.addEventListener("abort", transport.close);
    const { unverified, expectedFailures } = running;
    return await run({
      cases,
      target: running,
      plan,
      transport,
      environment: started?.environment ?? running.environment ?? {},
      seed: options.seed ?? seed ?? Date.now() % 2 ** 31,
      command: options.invocation,
      ...answers,
      unverified: [...checkEntries(unverified), ...readAccepted(options.allowUnverified)],
      expectedFailures: [...checkEntries(expectedFailures), ...readAccepted(options.expectedFailures)],
      ...watched,
    }).finally(transport.close);
  } finally {
    await started?.stop();
  }
}

function checkEntries(entries: readonly Accepted[] = []): Accepted[] {
  return entries.map((entry, index) => checkedEntry(entry, `The target, entry ${index + 1}`));
}

function transportTo(
  { url, headers = {}, command, environment = {}, folder, parallel = 4 }: Target,
  { timeoutMs, ca }: Options,
): Transport {
  const limits = { timeoutMs, maxBytes: answerBytes };
  if (command !== undefined) {
    const [program, ...args] = command;
    return stdioTransport({ program: resolveProgram(program!), args, folder, environment, limits });
  }
  if (url === undefined) throw new UsageError("The target is missing: use --url, --command or --target.");
  return httpTransport({
    url: new URL(url),
    headers,
    limits,
    parallel,
    ...(ca !== undefined && { ca: readText(ca) }),
  });
}

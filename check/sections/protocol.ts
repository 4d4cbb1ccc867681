/** Section `protocol`: the checks of MCP itself, which call no tool that may change data. */
import { checkProtocol, type ProtocolTarget } from "@toolwright/conformance/protocol";
import { type Source, splitCommand } from "@toolwright/conformance/server-options";
import { makeGraph, samples } from "@toolwright/json-schema/graph";
import type { Surface } from "../lock/surface.ts";
import { runOfficialSuite } from "../official-suite/official-suite.ts";
import { formatCount } from "../report/wording.ts";
import type { PublishedTool } from "../surface/published-interface.ts";
import type { CheckFinding, Section } from "../verdict/verdict.ts";
import { unknownArgument } from "./dropped-arguments.ts";
import { findSdkSettings } from "./sdk-settings.ts";

type Results = Awaited<ReturnType<typeof checkProtocol>>["results"];
type Result = Results[number];

export interface ProtocolOptions {
  /** The findings of the reading of the server (`readingFindings`). */
  readonly reading: readonly CheckFinding[];
  /** The findings about what the server shows without a token. */
  readonly signIn?: readonly CheckFinding[];
  /** A MUST that servers of popular SDKs break is advice at a first look; with a lock file, it fails unless it is recorded there. */
  readonly isFirstLook: boolean;
  /** The folder in whose `node_modules` MCP's own suite is looked for; undefined: it is not run. */
  readonly project: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Called before each check, with its name: a check may wait for an answer. */
  onStart(check: string): void;
  /** Called after each check, with its name. */
  onResult(check: string): void;
}

export async function protocolSection(
  surface: Surface,
  source: Source,
  { reading, signIn = [], isFirstLook, project, ...waiting }: ProtocolOptions,
): Promise<Section> {
  const reached = toReached(source);
  const { server, protocolVersions, tools } = surface;
  const target = { server, protocolVersions, tools, calls: harmlessCalls(tools), reached };
  const { results, notes } = await checkProtocol(target as unknown as ProtocolTarget, {
    ...waiting,
    onResult: ({ subject }) => waiting.onResult(readName(subject.id)),
  });
  const findings = byCheck(
    results.filter(({ verdict }) => verdict.status === "failed" && verdict.endsTarget !== true),
    isFirstLook,
  );
  const failed = findings.map(({ code }) => code);
  const official =
    project === undefined
      ? { findings: [], notes: [] }
      : await runOfficialSuite(surface, source, { ...waiting, project, failed });
  const own = [...endings(results), ...findings, ...withoutChecked(signIn, results)];
  const failures = own.filter(({ level }) => level === "fail").length;
  return {
    name: "protocol",
    summary: `${summarize(results, failures)} (MCP ${protocolVersions.join(", ")})`,
    findings: [...own, ...notRefused(results), ...official.findings, ...reading],
    ...(results.length === 0 && { isChecked: false }),
    notInstalled: official.notInstalled ?? [],
    undecided: results.flatMap(({ subject, verdict }) =>
      verdict.status === "unverified" ? [readName(subject.id)] : [],
    ),
    notes: [
      ...withoutChecks(protocolVersions, results),
      ...notes,
      ...describeUnverified(results),
      ...official.notes,
    ],
  };
}

/** The findings of rules that no check of the suite has decided. */
function withoutChecked(findings: readonly CheckFinding[], results: Results): CheckFinding[] {
  const checked = new Set(results.map(({ subject: { id } }) => readName(id)));
  return findings.filter(({ code }) => !checked.has(code));
}

function summarize(results: Results, failures: number): string {
  if (results.length === 0) return "not checked";
  const count = (status: string) => results.filter(({ verdict }) => verdict.status === status).length;
  const unverified = count("unverified") > 0 ? `, ${count("unverified")} not verified` : "";
  return `${formatCount(count("held"), "check")} held, ${failures} failed${unverified}`;
}

/** How the suite reaches the server. Its checks leave out a bearer token, and no other header. */
function toReached(source: Source): ProtocolTarget["reached"] {
  if (source.kind === "stdio") {
    const { command, environment } = source;
    const words = splitCommand(command) as [string, ...string[]];
    return { command: words, folder: process.cwd(), ...(environment && { environment }) };
  }
  const { authorization, ...others } = source.headers;
  if (authorization === undefined || !/^Bearer /i.test(authorization))
    return { url: source.url, headers: source.headers };
  return { url: source.url, token: authorization.replace(/^Bearer +/i, ""), headers: others };
}

/** Valid arguments for tools that promise to change nothing. */
function harmlessCalls(tools: readonly PublishedTool[]): Readonly<Record<string, object>> {
  const harmless = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
  return Object.fromEntries(
    harmless.flatMap(({ name, inputSchema }) => {
      const [input] = samples([makeGraph(inputSchema)], 1);
      return typeof input === "object" && input !== null ? [[name, input]] : [];
    }),
  );
}

/** The same check of two versions is one finding. */
function byCheck(failed: readonly Result[], isFirstLook: boolean): CheckFinding[] {
  const groups = Map.groupBy(failed, ({ subject }) => readName(subject.id));
  return [...groups].flatMap(([name, [first, ...others]]) =>
    first === undefined ? [] : [toFinding(name, [first, ...others], isFirstLook)],
  );
}

/** Notes that an unknown argument made no difference to the error of a tool: comparisons count no call as refused for it. */
function notRefused(results: Results): CheckFinding[] {
  const same = results.filter(
    ({ subject, verdict }) =>
      readName(subject.id) === unknownArgument &&
      verdict.status === "unverified" &&
      verdict.cause === "base-refused",
  );
  if (same.length === 0) return [];
  return [
    {
      code: unknownArgument,
      level: "note",
      says: "A tool answers with the same error with and without an unknown argument, so it does not refuse the argument.",
      places: same.map(({ subject: { id } }) => readVersion(id)),
    },
  ];
}

/** `protocol/2025-11-25/errors/deep` -> `2025-11-25`. */
function readVersion(id: string): string {
  return /^protocol\/([\d-]+)/.exec(id)?.[1] ?? id;
}

/** `protocol/2025-11-25/errors/deep` -> `errors/deep`. */
function readName(id: string): string {
  return id.replace(/^protocol\/[\d-]+\//, "");
}

function toFinding(name: string, same: readonly [Result, ...Result[]], isFirstLook: boolean): CheckFinding {
  const [{ subject, verdict }] = same;
  const { expected = "", got = "" } = verdict.status === "failed" ? verdict : {};
  const ofSdks = (verdict.status === "failed" ? verdict.remedy : undefined) ?? findSdkSettings(name);
  const isMust = subject.level !== "SHOULD" && !(verdict.status === "failed" && verdict.advice === true);
  const isUsual = isMust && ofSdks !== undefined;
  return {
    code: name,
    level: isMust && !(isUsual && isFirstLook) ? "fail" : "advice",
    says: isUsual ? `${subject.must} This breaks a MUST of MCP.` : subject.must,
    places: same.map(({ subject: { id } }) => readVersion(id)),
    shown: [`expected  ${expected}`, `got       ${got}`],
    ...(ofSdks !== undefined && { advice: ofSdks }),
    source: subject.at,
    ...(isUsual && { isUsual }),
  };
}

/** Versions that the suite has no checks for are said, so that nothing passes unseen. */
function withoutChecks(versions: readonly string[], results: Results): string[] {
  const isChecked = (version: string) => results.some(({ subject: { id } }) => id.includes(`/${version}/`));
  const left = versions.filter((version) => !isChecked(version));
  return left.length === 0
    ? []
    : [`MCP ${left.join(", ")} was not checked: the suite has no checks of it for this transport.`];
}

/** A server that ends, or does not answer any more, before the last check. */
function endings(results: Results): CheckFinding[] {
  const ended = results.flatMap(({ subject, verdict }) =>
    verdict.status === "unverified" && verdict.cause === "unreachable" ? [{ subject, why: verdict.why }] : [],
  );
  // A line that is too long for the checks ends their connection. The server itself goes on.
  const first = ended.find(({ why }) => !why.startsWith("the server sent a line of more than"));
  const culprit = results.find(({ verdict }) => verdict.status === "failed" && verdict.endsTarget);
  if (first === undefined && culprit === undefined) return [];
  return [
    {
      code: "server/stops-answering",
      level: "fail",
      says: "The server stopped answering while it was checked, so its clients wait, or lose the connection.",
      places: [readVersion((culprit ?? first)?.subject.id ?? "")],
      shown: culprit === undefined ? [`got       ${first?.why}`] : showEnding(culprit.verdict),
      advice: "Answer each wrong request with an error, such as -32602 for an unknown tool, and go on.",
    },
  ];
}

/** The request that ended the server, as a command that sends it again. */
function showEnding(verdict: Result["verdict"]): string[] {
  if (verdict.status !== "failed") return [];
  const sent = verdict.evidence === undefined ? [] : verdict.evidence.curl.split("\n");
  return [`got       ${verdict.got}`, ...sent.map((line) => `send      ${line}`)];
}

function describeUnverified(results: Results): string[] {
  const causes = new Set(
    results.flatMap(({ verdict }) => (verdict.status === "unverified" ? [verdict.why] : [])),
  );
  return [...causes].map((why) => `Some checks were not verified: ${why}.`);
}

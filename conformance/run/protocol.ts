/** `@toolwright/conformance/protocol`: the checks of MCP itself, which need no spec. */
import type { Json, JsonObject } from "../cases/edits.ts";
import type { CaseFile, ManifestEntry } from "../cases/format.ts";
import type { Check } from "../checks/check.ts";
import { checkCases, findSource } from "../checks/check-case.ts";
import { checks } from "../checks/index.ts";
import { argumentChecks } from "../checks/tools/arguments.ts";
import { canCompile } from "../judge/schemas.ts";
import type { Report } from "../results/report.ts";
import type { Result } from "../results/verdict.ts";
import type { Target } from "../target/target.ts";
import { httpTransport } from "../wire/http.ts";
import { stdioTransport } from "../wire/stdio.ts";
import { makePlan } from "./plan.ts";
import { runSuite } from "./suite.ts";

/** A server to check, as it describes itself. */
export interface ProtocolTarget {
  /** The name and the version that it reports of itself. */
  readonly server: { readonly name: string; readonly version: string };
  /** The revisions of MCP that it serves. */
  readonly protocolVersions: readonly string[];
  /** The entries of `tools/list`. */
  readonly tools: readonly ManifestEntry[];
  /** Tool -> valid arguments. The checks call only tools that promise to change nothing (`readOnlyHint`). */
  readonly calls: Readonly<Record<string, JsonObject>>;
  /** How to reach it: a URL, or the command that starts it. */
  readonly reached:
    | {
        readonly url: URL;
        readonly token?: string;
        /** Headers of every request beside the token. Their names are in lower case. */
        readonly headers?: Readonly<Record<string, string>>;
      }
    | {
        readonly command: readonly [program: string, ...args: string[]];
        readonly folder: string;
        /** Environment variables in addition to the variables of this process. */
        readonly environment?: Readonly<Record<string, string>>;
      };
}

/** The limits of a run, and who follows it. */
export interface ProtocolOptions {
  /** How long to wait for each answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Aborts the run: checks that have not run are not verified. */
  readonly signal: AbortSignal;
  /** Called before each check, with its name: a check may wait for an answer. */
  onStart(check: string): void;
  /** Called with each result, in the order in which the checks end. */
  onResult(result: Result): void;
}

const maxAnswerBytes = 16 * 2 ** 20;

/** Runs every check that applies. Rejects with a UsageError if the server cannot be tested at all. */
export async function checkProtocol(target: ProtocolTarget, options: ProtocolOptions): Promise<Report> {
  const { reached } = target;
  const cases = describeTarget(target);
  const isHttp = "url" in reached;
  const limits = { timeoutMs: options.timeoutMs, maxBytes: maxAnswerBytes };
  const transport = isHttp
    ? httpTransport({ url: reached.url, headers: reached.headers ?? {}, limits, parallel: 4 })
    : stdioTransport({
        program: reached.command[0],
        args: reached.command.slice(1),
        folder: reached.folder,
        environment: reached.environment ?? {},
        limits,
      });
  const announced = [...checks, ...argumentChecks].map((check) => announce(check, options.onStart));
  const plan = makePlan(cases, checkCases(announced, cases, isHttp ? "http" : "stdio"), {
    selection: { kinds: [], tools: [], cases: [] },
    readOnly: true,
    maxRequests: Number.POSITIVE_INFINITY,
  });
  try {
    return await runSuite({
      cases,
      target: toTarget(target),
      plan,
      transport,
      environment: {},
      seed: 1,
      unverified: [],
      expectedFailures: [],
      signal: options.signal,
      onResult: options.onResult,
      say: () => undefined,
    });
  } finally {
    transport.close();
  }
}

/** What MCP requires of a server, as a check says it. */
export interface Requirement {
  /** The requirement, as a sentence. */
  readonly must: string;
  /** The level at which MCP requires it. */
  readonly level: "MUST" | "SHOULD";
  /** The address of the section that requires it. */
  readonly at: string;
}

/** Returns the requirement of a check, with its section in MCP 2025-11-25. */
export function requirementOf(name: string): Requirement {
  const check = [...checks, ...argumentChecks].find((each) => each.name === name);
  const at = check && findSource(check, "2025-11-25");
  if (check === undefined || at === undefined)
    throw new Error(`There is no check ${name} of MCP 2025-11-25.`);
  return { must: check.must, level: check.level ?? "MUST", at };
}

function announce(check: Check, onStart: ProtocolOptions["onStart"]): Check {
  return {
    ...check,
    run(probe) {
      onStart(check.name);
      return check.run(probe);
    },
  };
}

/** A server with a token is one with bearer tokens: the checks then try it without, too. */
function describeTarget({ server, protocolVersions, tools, calls, reached }: ProtocolTarget): CaseFile {
  const token = "url" in reached ? reached.token : undefined;
  return {
    toolwright: 4,
    server: { ...server, protocolVersions },
    endpoint:
      "url" in reached
        ? { transport: "streamable-http", path: reached.url.pathname }
        : { transport: "stdio", path: "" },
    auth: {
      scheme: token === undefined ? "none" : "bearer",
      denial: "tool-error",
      visibility: "all",
      realm: server.name,
    },
    scopes: [],
    failures: {},
    manifest: tools,
    tools: Object.fromEntries(tools.map((tool) => [tool.name, describeTool(tool)])),
    // The checks that send arguments leave out a tool whose schema says nothing about them.
    schemas: Object.fromEntries(
      tools
        .filter(({ inputSchema }) => canCompile(inputSchema as Json))
        .map((tool) => [inputAddress(tool), tool.inputSchema as Json]),
    ),
    bases: Object.fromEntries(Object.entries(calls).map(([tool, input]) => [tool, { tool, input }])),
    cases: [],
    unexercised: [],
  };
}

function describeTool(tool: ManifestEntry): CaseFile["tools"][string] {
  const { readOnlyHint } = (tool.annotations ?? {}) as JsonObject;
  return {
    at: "",
    mode: readOnlyHint === true ? "read" : "write",
    scopes: [],
    readOnly: readOnlyHint === true,
    failures: [],
    input: inputAddress(tool),
    constraints: 0,
  };
}

function inputAddress({ name }: ManifestEntry): string {
  // Half of a surrogate pair cannot be encoded.
  return `surface:///${encodeURIComponent(name.toWellFormed())}/input`;
}

function toTarget({ reached }: ProtocolTarget): Target {
  if (!("url" in reached)) {
    const { command, folder, environment = {} } = reached;
    return { command, folder, environment };
  }
  const { url, token, headers = {} } = reached;
  return { url: url.href, headers, folder: ".", ...(token !== undefined && { tokens: [{ token }] }) };
}

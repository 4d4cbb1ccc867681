/** Runs the suite in tests, without the output of the command. */
import { answersCases } from "../../answers/answers-case.ts";
import type { Spend } from "../../calls/spending.ts";
import type { CaseFile } from "../../cases/format.ts";
import { checkCases } from "../../checks/check-case.ts";
import { checks } from "../../checks/index.ts";
import type { Accepted } from "../../results/accepted.ts";
import type { Report } from "../../results/report.ts";
import type { Result, Verdict } from "../../results/verdict.ts";
import { selectCasesOver } from "../../run/cases-over.ts";
import { makePlan, type Selection } from "../../run/plan.ts";
import { runSuite, type SuiteOptions } from "../../run/suite.ts";
import type { Target } from "../../target/target.ts";
import { httpTransport } from "../../wire/http.ts";
import type { Transport } from "../../wire/transport.ts";
import { expiredToken, notesCases, revokedToken, tokenScopes } from "./notes-server.ts";

/**
 * The cases of the notes without arguments of a megabyte, which take a third of the processor time of a run. Most tests are about
 * something else; those of the whole suite pass all cases.
 */
export const smallCases: CaseFile = {
  ...notesCases,
  cases: notesCases.cases.filter(({ id }) => !/^errors\/.*\/(deep|huge|many)$/.test(id)),
};

export interface TestOptions extends Pick<SuiteOptions, "collection" | "comparison"> {
  readonly cases?: CaseFile;
  readonly target?: Partial<Target>;
  readonly selection?: Partial<Selection>;
  readonly readOnly?: boolean;
  readonly maxRequests?: number;
  readonly spend?: Spend;
  readonly say?: (sentence: string) => void;
  readonly seed?: number;
  readonly timeoutMs?: number;
  readonly unverified?: readonly Accepted[];
  readonly expectedFailures?: readonly Accepted[];
  readonly signal?: AbortSignal;
  readonly transport?: Transport;
  /** Variables for hooks that are commands. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly onResult?: (result: Result) => unknown;
}

/** Tokens of the notes server: valid, expired and revoked. */
const notesTokens: NonNullable<Target["tokens"]> = [
  ...Object.entries(tokenScopes).map(([token, scopes]) => ({ token, scopes })),
  { token: expiredToken, is: "expired" },
  { token: revokedToken, is: "revoked" },
];

const noteBinding = { tool: "notes_create", input: { title: "Bound" }, output: "/id", into: ["id"] };

/** Tests a server as the command does. */
export async function testServer(url: string, testing: TestOptions = {}): Promise<Report> {
  const { cases = smallCases, target, selection, seed = 1, timeoutMs = 20_000, signal } = testing;
  const over = testing.transport?.kind ?? "http";
  const compared = testing.comparison === undefined ? [] : answersCases(cases);
  const all = [...checkCases(checks, cases, over), ...selectCasesOver(over, cases), ...compared];
  const plan = makePlan(cases, all, {
    selection: { kinds: [], tools: [], cases: [], ...selection },
    readOnly: testing.readOnly ?? false,
    exclude: target?.exclude,
    maxRequests: testing.maxRequests ?? Number.POSITIVE_INFINITY,
    ...(testing.spend && { spend: testing.spend }),
  });
  const limits = { timeoutMs, maxBytes: 1_000_000 };
  const transport = testing.transport ?? httpTransport({ url: new URL(url), limits, parallel: 8 });
  try {
    return await runSuite({
      cases,
      target: {
        name: "notes",
        folder: ".",
        ...(testing.transport?.kind !== "stdio" && { url }),
        tokens: notesTokens,
        bindings: { id: noteBinding },
        parallel: 8,
        ...target,
      },
      plan,
      transport,
      environment: testing.environment ?? {},
      seed,
      collection: testing.collection,
      comparison: testing.comparison,
      unverified: testing.unverified ?? [],
      expectedFailures: testing.expectedFailures ?? [],
      signal: signal ?? new AbortController().signal,
      ...(testing.say && { say: testing.say }),
      onResult: testing.onResult ?? (() => undefined),
    });
  } finally {
    transport.close();
  }
}

/** Ids of the cases that failed, or were not verified. */
export function idsOf({ results }: Report, status: Verdict["status"]): string[] {
  return results.filter(({ verdict }) => verdict.status === status).map(({ subject }) => subject.id);
}

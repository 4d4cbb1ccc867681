/** First runs of the suite at healthy servers of other teams: no hooks, two accounts, whatever the seed. */
import type { CaseFile } from "../../../cases/format.ts";
import type { Report } from "../../../results/report.ts";
import type { Target } from "../../../target/target.ts";
import { type TestOptions, testServer } from "../test-server.ts";
import { libraryCases, libraryTokens, serveLibrary } from "./library-server.ts";

export interface HealthyServer {
  readonly cases: CaseFile;
  readonly target: Partial<Target>;
  serve(): Promise<{ readonly url: string; close(): Promise<void> }>;
}

export const healthyServers: Readonly<Record<string, HealthyServer>> = {
  library: {
    cases: libraryCases,
    target: { name: "library", tokens: libraryTokens, bindings: {}, refusalCode: "/_meta/code" },
    serve: () => serveLibrary(),
  },
};

/** The report of a first run: the server has just been started. */
export async function firstRun(
  name: string,
  seed: number,
  selection: NonNullable<TestOptions["selection"]> = {},
): Promise<Report> {
  const { cases, target, serve } = healthyServers[name]!;
  const served = await serve();
  return testServer(served.url, { cases, target, seed, selection }).finally(served.close);
}

/** Lists the failed cases, with the expected and the actual behaviour. Advice fails no run. */
export function failedIn({ results }: Report): string[] {
  return results.flatMap(({ subject, verdict }) =>
    verdict.status === "failed" && verdict.advice !== true
      ? [`${subject.id}: expected ${verdict.expected}, got ${verdict.got}`]
      : [],
  );
}

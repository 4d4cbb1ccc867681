/** The real history of servers from npm: two versions of each, and the judgement of a person on each finding between them. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compareInterfaces, type Finding } from "@toolwright/check/compatibility";
import type { Published, PublishedTool } from "@toolwright/check/surface";
import { parse } from "yaml";
import { code, prose } from "../../../docs/markdown.ts";

const folder = join(import.meta.dirname, "../../compatibility/history");

export interface Judgement {
  readonly finding: string;
  readonly count: number;
  readonly verdict: "right" | "letter" | "wrong";
  readonly why: string;
}

interface Captured {
  readonly capturedFrom: string;
  readonly serverInfo: NonNullable<Published["server"]>;
  readonly tools: readonly PublishedTool[];
}

export const judgements = parse(readFileSync(join(folder, "judgements.yaml"), "utf8")) as Readonly<
  Record<string, readonly Judgement[]>
>;
export const servers = Object.keys(judgements);

function captured(server: string, side: "old" | "new"): Captured {
  return JSON.parse(readFileSync(join(folder, `${server}-${side}.json`), "utf8"));
}

export function historyFindings(server: string): readonly Finding[] {
  const [old, current] = [captured(server, "old"), captured(server, "new")];
  return compareInterfaces(
    { server: old.serverInfo, tools: old.tools },
    { server: current.serverInfo, tools: current.tools },
  ).findings;
}

/** The section of evidence/compatibility.md on one server. */
export function historySection(server: string): string {
  const [old, current] = [captured(server, "old"), captured(server, "new")];
  const all = judgements[server]!;
  const rows = all.map(({ finding, count, verdict, why }) => {
    const [first = ""] = finding.split(" ");
    return `| ${code(finding.slice(first.length + 1))} | ${code(first)} | ${count} | ${verdict} | ${prose(why)} |`;
  });
  const table = ["| where | finding | times | verdict | why |", "|---|---|---|---|---|", ...rows].join("\n");
  const title = `### ${code(old.capturedFrom)} -> ${code(current.capturedFrom.split("@").at(-1)!)}`;
  return `${title}\n\n${all.length === 0 ? "No finding: the manifests are the same." : table}`;
}

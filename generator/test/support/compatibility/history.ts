/** The real history of servers from npm: two versions of each, and the judgement of a person on each finding between them. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compareInterfaces, type Finding } from "@toolwright/check/compatibility";
import type { Published, PublishedTool } from "@toolwright/check/surface";
import { parse } from "yaml";
import { code } from "../../../docs/markdown.ts";

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

/** Names a server with its two versions, for evidence/compatibility.md. */
export function versionsOf(server: string): string {
  const [old, current] = [captured(server, "old"), captured(server, "new")];
  return `${code(old.capturedFrom)} -> ${code(current.capturedFrom.split("@").at(-1)!)}`;
}

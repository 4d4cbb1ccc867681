/** The clients that are known by what they document or answer (`clients.json`), and what they make of tools. */
import type { PublishedTool } from "../compatibility/published.ts";
import clients from "./clients.json" with { type: "json" };
import { type Breach, breachesOf, type Constraints } from "./constraints.ts";
import type { Client, Effect, Finding } from "./finding.ts";

interface RuledClient extends Client {
  /** Where it is documented, or was reported. */
  readonly source: string;
  readonly refuses?: Constraints;
  readonly loses?: Constraints;
  readonly notes?: Constraints;
}

export const ruledClients: readonly RuledClient[] = clients;

/** What the rules find: of each constraint that a tool breaks, the first place. */
export function ruledFindings(tools: readonly PublishedTool[], server: string): Finding[] {
  return tools.flatMap((tool) =>
    ruledClients.flatMap(({ name: client, refuses = {}, loses = {}, notes = {} }) => {
      const found = (effect: Effect, constraints: Constraints): Finding[] =>
        breachesOf(tool, server, constraints).map((breach: Breach) => ({
          tool: tool.name,
          client,
          effect,
          ...breach,
        }));
      return [...found("refused", refuses), ...found("lost", loses), ...found("noted", notes)];
    }),
  );
}

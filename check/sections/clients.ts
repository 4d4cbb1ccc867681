/** Section `clients`: what clients refuse, lose or rewrite. */
import { canonical } from "@toolwright/json-schema";
import { checkPortability } from "../portability/client-libraries/check.ts";
import type { Effect, Finding, Portability } from "../portability/finding.ts";
import { formatCount } from "../report/wording.ts";
import type { Published } from "../surface/published-interface.ts";
import type { CheckFinding, Level, Section } from "../verdict/verdict.ts";

/** None of them fails a check: a server may do without a client. */
const levels: Readonly<Record<Effect, Level>> = { refused: "advice", lost: "advice", noted: "note" };

/** @param project the folder in whose `node_modules` client libraries are looked for */
export async function clientsSection(published: Published, project: string): Promise<Section> {
  const portability = await checkPortability(published, project);
  const causes = Map.groupBy(portability.findings, ({ effect, client, what }) =>
    canonical([effect, client, what]),
  );
  const titles = new Map(portability.clients.map(({ name, title }) => [name, title]));
  return {
    name: "clients",
    summary: summarize(portability),
    findings: [...causes.values()].map((same) => toFinding(same, titles)),
    notInstalled: portability.clients.flatMap(({ ran }) => (ran?.version === null ? [ran.package] : [])),
    notes: [],
  };
}

function toFinding(same: readonly Finding[], titles: ReadonlyMap<string, string>): CheckFinding {
  const [{ client, effect, what, instead }] = same as readonly [Finding, ...Finding[]];
  return {
    code: `${client}-${effect}`,
    level: levels[effect],
    says: `${titles.get(client) ?? client}: ${what}`,
    places: same.map(({ tool, place }) => `${tool}${place}`),
    advice: instead,
  };
}

function summarize({ clients, findings, tools, offers }: Portability): string {
  const checked = clients.filter(({ ran }) => ran?.version !== null).length;
  const bad = new Set(findings.filter(({ effect }) => effect !== "noted").map(({ client }) => client)).size;
  const entries = tools.length + offers.length;
  return bad === 0
    ? `${formatCount(checked, "client")} checked, ${entries === 1 ? "it takes" : "they take"} everything`
    : `${bad} of ${formatCount(checked, "client")} refuse or lose something`;
}

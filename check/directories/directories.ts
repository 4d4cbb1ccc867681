/** Holds a server against the criteria that directories publish. */
import { showName } from "../descriptions/frame.ts";
import { counted } from "../report/wording.ts";
import type { Published } from "../surface/published.ts";
import type { CheckFinding } from "../verdict/verdict.ts";
import { type Criterion, type DirectoryName, directories } from "./criteria.ts";
import { registryCriteria } from "./registry-criteria.ts";
import { type Breach, toolCriteria } from "./tool-criteria.ts";

/** The lines of a finding: its other places are alike. */
const mostLines = 9;

/**
 * One finding for each criterion that is broken, and one note for each directory with the criteria that people have to check.
 * No text of the server is in it unescaped.
 *
 * @param names the directories that are asked for
 * @param serverJson the parsed `server.json`, for the Registry; undefined: there is none
 */
export function directoryFindings(
  published: Published,
  names: readonly DirectoryName[],
  serverJson?: unknown,
): CheckFinding[] {
  return names.flatMap((name) => {
    const { criteria } = directories[name];
    const findings = criteria.flatMap((criterion) => {
      const breaches = findBreaches(criterion.id, published, serverJson);
      return breaches.length > 0 ? [toFinding(criterion, breaches)] : [];
    });
    return [...findings, ...noteMissingEntry(name, serverJson), noteManualCriteria(name, published)];
  });
}

function findBreaches(id: string, published: Published, serverJson: unknown): readonly Breach[] {
  if (Object.hasOwn(toolCriteria, id)) return toolCriteria[id]!(published.tools);
  if (serverJson === undefined || !Object.hasOwn(registryCriteria, id)) return [];
  return registryCriteria[id]!(serverJson, published);
}

function toFinding(criterion: Criterion, breaches: readonly Breach[]): CheckFinding {
  const { id, level = "note", says = "", advice, sentence, source, date } = criterion;
  return {
    code: id,
    level,
    says,
    places: [...new Set(breaches.map(({ place }) => place))],
    shown: [`Published: ${sentence}`, ...breaches.flatMap(({ shown = [] }) => shown).slice(0, mostLines)],
    ...(advice !== undefined && { advice }),
    source: `${source} (${date})`,
  };
}

/** The criteria of the Registry are about a file that the server does not show. */
function noteMissingEntry(name: DirectoryName, serverJson: unknown): CheckFinding[] {
  if (name !== "registry" || serverJson !== undefined) return [];
  return [
    {
      code: "registry-not-checked",
      level: "note",
      says: "There is no server.json, so the criteria of the MCP Registry were not checked.",
      places: ["server.json"],
      advice: "Write one beside the server, or say where it is.",
    },
  ];
}

function noteManualCriteria(name: DirectoryName, { server }: Published): CheckFinding {
  const { title, criteria } = directories[name];
  const open = criteria.filter(({ level }) => level === undefined);
  return {
    code: `${name}-by-hand`,
    level: "note",
    says: `${title}: ${counted(open.length, "criterion", "criteria")} cannot be read off a server. Check them by hand.`,
    places: [showName(server?.name ?? "server")],
    shown: open.map(({ sentence, source }) => `${sentence} ${source}`),
  };
}

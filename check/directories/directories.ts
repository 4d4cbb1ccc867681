/** Holds a server against the criteria that directories publish. */
import type { CheckFinding } from "../verdict/verdict.ts";
import type { Breach } from "./breach.ts";
import { cardCriteria } from "./card-criteria.ts";
import {
  type Criterion,
  cardDirectory,
  type DirectoryName,
  directories,
  directoryNames,
} from "./criteria.ts";
import type { DirectoryInput } from "./input.ts";
import { pageCriteria } from "./page-criteria.ts";
import { registryCriteria } from "./registry-criteria.ts";
import { signInCriteria } from "./sign-in-criteria.ts";
import { toolCriteria } from "./tool-criteria.ts";

/** The lines of a finding: its other places are alike. */
const mostLines = 9;

/** The criteria that were decided, and those that are broken. */
export interface DirectoryVerdict {
  /** Ids of criteria. */
  readonly decided: readonly string[];
  /** One for each criterion that is broken. No text of the server is in it unescaped. */
  readonly findings: readonly CheckFinding[];
  /** The criteria that were not decided and why, as sentences. */
  readonly notes: readonly string[];
}

/**
 * Tells which criteria of directories a server does not meet. Reads nothing beyond its input.
 *
 * @param names the directories that are asked for
 */
export function checkDirectories(input: DirectoryInput, names: readonly DirectoryName[]): DirectoryVerdict {
  const asked = names.flatMap((name) => directories[name].criteria);
  const decided = [...asked, ...cardDirectory.criteria].flatMap((criterion) => {
    const breaches = findBreaches(criterion.id, input);
    return breaches === undefined ? [] : [{ criterion, breaches }];
  });
  return {
    decided: decided.map(({ criterion: { id } }) => id),
    findings: decided.flatMap(({ criterion, breaches }) =>
      breaches.length > 0 ? [toFinding(criterion, breaches)] : [],
    ),
    notes: names.flatMap((name) => [
      ...noteUndecided(name, new Set(decided.map(({ criterion: { id } }) => id))),
      ...noteManualCriteria(name),
    ]),
  };
}

/** The codes of findings about directories, also of those that are not asked for. */
export const directoryCodes: readonly string[] = [
  ...directoryNames.flatMap((name) => directories[name].criteria),
  ...cardDirectory.criteria,
].flatMap(({ id, level }) => (level === undefined ? [] : [id]));

/** Undefined: nothing that was read decides it. */
function findBreaches(id: string, input: DirectoryInput): readonly Breach[] | undefined {
  const { published, serverJson, card, pages } = input;
  if (Object.hasOwn(toolCriteria, id)) return toolCriteria[id]!(published.tools);
  if (Object.hasOwn(signInCriteria, id)) return signInCriteria[id]!(input);
  if (Object.hasOwn(pageCriteria, id)) return pages && pageCriteria[id]!(pages, input);
  if (Object.hasOwn(registryCriteria, id))
    return serverJson === undefined ? undefined : registryCriteria[id]!(serverJson, input);
  if (Object.hasOwn(cardCriteria, id)) return card && cardCriteria[id]!(card, input);
  return undefined;
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

/** The criteria that another server, or this one at another address, would decide. Those of the Registry need a file, which has its own note. */
function noteUndecided(name: DirectoryName, decided: ReadonlySet<string>): string[] {
  const { title, criteria } = directories[name];
  const open = criteria.filter(({ id, level }) => level !== undefined && !decided.has(id));
  if (open.length === 0 || name === "registry") return [];
  return [
    `Not checked for the ${title}, since this server does not show it: ${open.map(({ id }) => id).join(", ")}.`,
  ];
}

/** The criteria that only people can decide, by name: docs/directories.md has their sentences. */
function noteManualCriteria(name: DirectoryName): string[] {
  const { title, criteria } = directories[name];
  const open = criteria.filter(({ level }) => level === undefined);
  const pages = [...new Set(open.map(({ source }) => source))];
  return [
    `Not checked for the ${title}, since no answer of a server shows it: ${open.map(({ id }) => id).join(", ")}. See ${pages.join(" ")}`,
  ];
}

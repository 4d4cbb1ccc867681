/** Findings of section `protocol` that the reading of a server makes, before any check is sent. */

import { shortPair } from "../compatibility/keyword-words.ts";
import type { Surface } from "../lock/surface.ts";
import { versionDifferences } from "../lock/versions.ts";
import { shorten, shortenJson } from "../report/wording.ts";
import type { Listing } from "../surface/listing.ts";
import type { CheckFinding } from "../verdict/verdict.ts";
import { schemaFindings } from "./schemas.ts";

const specification = "https://modelcontextprotocol.io/specification/2025-11-25";

/** @param surface of the listing, without what differs at each start */
export function readingFindings(listing: Listing, surface: Surface): CheckFinding[] {
  const { strayOutput, unreadable, repeatedCredentials = [] } = listing;
  return [
    ...(strayOutput === undefined ? [] : [strayFinding(strayOutput)]),
    ...findMalformed(unreadable),
    ...schemaFindings(listing.tools),
    ...findListProblems(listing),
    ...credentialFindings(repeatedCredentials),
    ...findUnserved(listing),
    ...differenceFindings(surface),
  ];
}

function strayFinding(line: string): CheckFinding {
  return {
    code: "stdio/only-messages",
    level: "fail",
    says: "A server writes nothing but messages to its standard output. Clients close the connection, or lose messages.",
    places: ["stdout"],
    shown: [`got       ${shortenJson(line, 160)}`],
    advice: "Log to standard error.",
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio",
  };
}

/** Tools that clients drop, or that make them drop the whole list. */
function findMalformed(unreadable: Listing["unreadable"]): CheckFinding[] {
  if (unreadable.length === 0) return [];
  return [
    {
      code: "tools/well-formed",
      level: "fail",
      says: "A tool is not as MCP defines it. Clients leave it out, or refuse the whole list.",
      places: unreadable.map(({ name }) => name),
      shown: unreadable.map(({ problem }) => shorten(problem, 200)),
      source: `${specification}/server/tools#tool`,
    },
  ];
}

/** The findings about lists, by the kind of the problem. */
const listFindings = {
  unreadable: {
    code: "lists/readable",
    level: "fail",
    says: "The server says that it has this list, and the list cannot be read, so its clients have nothing of it.",
    advice: "Answer with a list, which may be empty, or take the capability out of the answer to initialize.",
  },
  "empty-cursor": {
    code: "lists/end",
    level: "advice",
    says: "The last page of a list has an empty nextCursor. Some clients take it for one more page, and ask for ever.",
    advice: "Leave nextCursor out of the last page.",
    source: `${specification}/server/utilities/pagination`,
  },
} as const;

/** The same list in another version of MCP is named once. */
function findListProblems({ listProblems = [], others = [] }: Listing): CheckFinding[] {
  const all = [...listProblems, ...others.flatMap((other) => other.listProblems ?? [])];
  return [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, same]) => {
    const byList = new Map(same.map((each) => [each.list, each]));
    const shown = [...byList.values()].flatMap(({ list, problem }) =>
      `${list}: ${problem}`.split("\n").map((line) => shorten(line, 200)),
    );
    return { ...listFindings[kind], places: [...byList.keys()], shown };
  });
}

function credentialFindings(repeated: readonly string[]): CheckFinding[] {
  if (repeated.length === 0) return [];
  return [
    {
      code: "secrets/repeated",
      level: "advice",
      says: "The server shows a secret that it was given. Models, and everybody who sees its lists, read it.",
      places: repeated,
      advice:
        "Do not write settings into descriptions. In files, the name of the variable is in place of its value.",
    },
  ];
}

/** Versions that the server says it speaks, and in which it cannot be read. */
function findUnserved({ others = [] }: Listing): CheckFinding[] {
  return others.flatMap(({ version, problem }) =>
    problem === undefined
      ? []
      : [
          {
            code: "versions/served",
            level: "fail" as const,
            says: "The server says that it supports this version of MCP, and cannot be read in it.",
            places: [version],
            shown: problem.split("\n").map((line) => shorten(line, 200)),
            advice: "Serve the version, or take it out of supportedVersions.",
          },
        ],
  );
}

/** Differences that are shown; all places are named. */
const mostShown = 3;

function differenceFindings(surface: Surface): CheckFinding[] {
  const [first] = surface.protocolVersions;
  return Object.entries(surface.versions ?? {}).flatMap(([version, other]) => {
    const differences = versionDifferences(surface, other);
    if (differences.length === 0) return [];
    const shown = differences.slice(0, mostShown).flatMap(({ place, before, after }) => {
      const [was, is] = shortPair(toText(before), toText(after), 120);
      return [place, `  ${first}  ${was}`, `  ${version}  ${is}`];
    });
    return [
      {
        code: "versions/same-surface",
        level: "advice" as const,
        says: `Clients of MCP ${version} are shown something else than those of ${first}. With --update, what differs at each start is left out.`,
        places: differences.map(({ place }) => place),
        shown,
        advice: "Register tools, resources and prompts once, for all versions.",
      },
    ];
  });
}

function toText(value: unknown): string | undefined {
  return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
}

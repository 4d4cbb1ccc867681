/** Checks what clients make of the tools of a server. */
import { canonical } from "@toolwright/runtime/json";
import type { PublishedTool } from "../../compatibility/published.ts";
import { makeCalls } from "../../portability/calls.ts";
import { ruledClients, ruledFindings } from "../../portability/constraints.ts";
import { lostParts } from "../../portability/described.ts";
import type { Client, Finding, Portability } from "../../portability/finding.ts";
import { compareVersions, parseVersion } from "../../release/version.ts";
import { isSchemaObject } from "../../schema/keywords.ts";
import { installedVersion, readOutcomes } from "./converter-process.ts";
import type { Calls, Outcome } from "./converter-program.ts";
import { converters } from "./converters.ts";
import { recordingServer } from "./recording-server.ts";

/** @param project the folder in whose `node_modules` libraries are looked for */
export async function checkPortability(
  tools: readonly PublishedTool[],
  server: string,
  project: string,
): Promise<Portability> {
  const ran: Client[] = converters.map(({ name, title, package: of, since = "0.0.0" }) => {
    const version = installedVersion(of, project);
    const isUsable = version !== undefined && isSince(version, since);
    const wanted = since === "0.0.0" ? of : `${of} since ${since}`;
    return { name, title, ran: { package: isUsable ? of : wanted, version: isUsable ? version : null } };
  });
  const installed = ran.filter((client) => client.ran?.version !== null);
  const findings = ruledFindings(tools, server);
  // Making the calls takes seconds for large schemas.
  const calls =
    installed.length === 0 ? {} : Object.fromEntries(tools.map((tool) => [tool.name, makeCalls(tool)]));
  for (const { name } of installed) findings.push(...(await converterFindings(name, tools, project, calls)));
  const clients = [...ruledClients.map(({ name, title }) => ({ name, title })), ...ran];
  return { tools, clients, findings };
}

function isSince(version: string, since: string): boolean {
  const [installed, first] = [parseVersion(version), parseVersion(since)];
  return !installed || !first || compareVersions(installed, first) >= 0;
}

async function converterFindings(
  client: string,
  tools: readonly PublishedTool[],
  project: string,
  calls: Calls,
): Promise<Finding[]> {
  const server = await recordingServer(tools);
  try {
    const outcomes = await readOutcomes(client, project, server.url, calls);
    return tools.flatMap((tool) => {
      const outcome = outcomes.find(({ name }) => name === tool.name);
      const arrived = server.calls.get(tool.name) ?? [];
      const found = outcomeFindings(tool, outcome, calls[tool.name] ?? [], arrived);
      return found.map((each) => ({ ...each, tool: tool.name, client }));
    });
  } finally {
    server.close();
  }
}

type FoundInTool = Omit<Finding, "tool" | "client">;

function outcomeFindings(
  { inputSchema }: PublishedTool,
  outcome: Outcome | undefined,
  calls: readonly unknown[],
  arrived: readonly unknown[],
): FoundInTool[] {
  if (outcome?.refusal !== undefined || !outcome)
    return [
      {
        effect: "refused",
        place: "/inputSchema",
        what: `The tool is dropped${outcome ? `: ${outcome.refusal}` : "."}`,
        instead: "See what the rules say about this tool; recursion is the usual reason.",
      },
    ];
  const { shown, note, errors } = outcome;
  return [
    ...(errors ? failedCalls(calls, arrived, errors) : []),
    ...(isSchemaObject(shown) ? lost(inputSchema, shown) : []),
    ...(note === undefined
      ? []
      : [{ effect: "noted", place: "/inputSchema", what: note, instead: "Nothing." } as const]),
  ];
}

/** Valid calls of which the server never heard, or that arrived with other values: the first one, and how many there are. */
function failedCalls(
  calls: readonly unknown[],
  arrived: readonly unknown[],
  errors: NonNullable<Outcome["errors"]>,
): FoundInTool[] {
  const failed = calls.flatMap((args, index) =>
    arrived.some((other) => contains(other, args)) ? [] : [{ args, message: errors[index] }],
  );
  const [first] = failed;
  if (!first) return [];
  const value = JSON.stringify(first.args);
  return [
    {
      effect: "refused",
      place: "/inputSchema",
      what: `${failed.length} of ${calls.length} valid calls do not reach the server, such as ${value.length > 300 ? `${value.slice(0, 300)}...` : value}${first.message === undefined ? "" : `: ${first.message}`}`,
      instead:
        "Write `type` in each branch of `anyOf` and `oneOf`; do without branches that say different things of one property.",
    },
  ];
}

/** Whether a value has all that another one has: clients may add defaults. */
function contains(value: unknown, part: unknown): boolean {
  if (Array.isArray(part))
    return (
      Array.isArray(value) &&
      part.length === value.length &&
      part.every((item, i) => contains(value[i], item))
    );
  if (!isSchemaObject(part)) return canonical(value) === canonical(part);
  return isSchemaObject(value) && Object.entries(part).every(([key, own]) => contains(value[key], own));
}

/** The parts that the model is not told of, as one finding. */
function lost(
  original: PublishedTool["inputSchema"],
  shown: Readonly<Record<string, unknown>>,
): FoundInTool[] {
  const parts = lostParts(original, shown);
  const paths = parts.slice(0, 3).map(({ path }) => path || "the arguments");
  return parts.slice(0, 1).map(({ pointer }) => ({
    effect: "lost",
    place: `/inputSchema${pointer}`,
    what: `The model is not told the type of ${paths.join(", ")}${parts.length > 3 ? ` and ${parts.length - 3} more` : ""}.`,
    instead:
      "Write `type` in each branch of `anyOf` and `oneOf` and beside them, and no schema that contains itself.",
  }));
}

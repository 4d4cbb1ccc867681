/** Checks how clients handle the tools, resources and prompts of a server. */
import { canonical, isSchemaObject } from "@toolwright/json-schema";
import { findInstalled } from "../../installed/package.ts";
import { isBefore } from "../../release/version.ts";
import { entryName } from "../../surface/entry.ts";
import type { Published, PublishedTool } from "../../surface/published-interface.ts";
import { makeCalls } from "../calls.ts";
import { findByRules, ruledClients } from "../constraints.ts";
import type { Client, Finding, Portability } from "../finding.ts";
import { lostParts } from "../lost-parts.ts";
import { ConverterError, readOutcomes } from "./converter-process.ts";
import type { Calls, Outcome } from "./converter-program.ts";
import { type Converter, converters } from "./converters.ts";
import { recordingServer } from "./recording-server.ts";

/**
 * Tells what clients make of tools, resources and prompts: by rules, and by running the client libraries that a project has installed.
 *
 * @param project the folder whose `node_modules` has the libraries
 */
export async function checkPortability(published: Published, project: string): Promise<Portability> {
  const { tools, listed = [], server } = published;
  const libraries = converters.map((converter) => findLibrary(converter, project));
  const installed = libraries.filter((client) => client.ran?.version !== null);
  const findings = findByRules(tools, server?.name ?? "");
  // Making the calls takes seconds for large schemas, so it is only done if a library gets them.
  const calls = installed.length === 0 ? {} : callsOfTools(tools);
  for (const { name } of installed)
    findings.push(...(await converterFindings(name, published, project, calls)));
  const clients = [...ruledClients.map(({ name, title }) => ({ name, title })), ...libraries];
  return { tools: tools.map(({ name }) => name), offers: listed.map(entryName), clients, findings };
}

/** Finds a client library in a project. Its version is null if it is not installed, or too old for the check. */
function findLibrary(
  { name, title, package: of, since = "0.0.0", lists }: Converter,
  project: string,
): Client {
  const version = findInstalled(of, project)?.version;
  const isUsable = version !== undefined && !isBefore(version, since);
  const wanted = since === "0.0.0" ? of : `${of} since ${since}`;
  const ran = isUsable ? { package: of, version } : { package: wanted, version: null };
  return { name, title, ran, ...(lists && { lists: true }) };
}

function callsOfTools(tools: readonly PublishedTool[]): Calls {
  return Object.fromEntries(tools.map((tool) => [tool.name, needsTask(tool) ? [] : makeCalls(tool)]));
}

/** Whether only a task can call the tool: clients refuse a plain call of it before they send it. */
function needsTask({ execution }: PublishedTool): boolean {
  return execution?.taskSupport === "required";
}

async function converterFindings(
  client: string,
  { tools, listed = [] }: Published,
  project: string,
  calls: Calls,
): Promise<Finding[]> {
  const server = await recordingServer(tools, listed);
  const names = tools.map(({ name }) => name);
  try {
    const task = { name: client, url: server.url, tools: names, calls, listed };
    const outcomes = await readOutcomes(project, task);
    const ofTools = tools.flatMap((tool) => {
      const outcome = outcomes.find(({ name }) => name === tool.name);
      const arrived = server.calls.get(tool.name) ?? [];
      const found = outcomeFindings(tool, outcome, calls[tool.name] ?? [], arrived);
      return found.map((each) => ({ ...each, tool: tool.name, client }));
    });
    const ofOthers = listed.map(entryName).flatMap((name) => {
      const found = entryFindings(outcomes.find((each) => each.name === name));
      return found.map((each) => ({ ...each, tool: name, client, place: "" }));
    });
    return [...ofTools, ...ofOthers];
  } catch (error) {
    if (!(error instanceof ConverterError)) throw error;
    const what = `The library ended while it read the list: ${error.message}.`;
    const instead = "Look at the schemas that other findings name.";
    return names.map((tool) => ({ tool, client, effect: "refused", place: "", what, instead }));
  } finally {
    server.close();
  }
}

type FoundInTool = Omit<Finding, "tool" | "client">;

/** Returns the findings of a list entry. One malformed entry makes the client drop the whole list. */
function entryFindings({ refusal, note }: Partial<Outcome> = {}): Omit<FoundInTool, "place">[] {
  const what = `The client drops the whole list because of this entry: ${refusal}`;
  const instead =
    "Write it as MCP does: a `name`; icons with `src` and a list of `sizes`; `lastModified` with time and zone.";
  if (refusal !== undefined) return [{ effect: "refused", what, instead }];
  return note === undefined ? [] : [{ effect: "noted", what: note, instead: "Say it in a tool, too." }];
}

function outcomeFindings(
  { inputSchema }: PublishedTool,
  outcome: Outcome | undefined,
  calls: readonly unknown[],
  arrived: readonly unknown[],
): FoundInTool[] {
  if (outcome?.losesList !== undefined)
    return [
      {
        effect: "refused",
        place: `/${outcome.losesList}`,
        what: `The client drops the whole list because of this tool: ${outcome.refusal}`,
        instead: "Mend this schema: a reference, a pattern or its type is not what the client can compile.",
      },
    ];
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
    ...(errors ? findFailedCalls(calls, arrived, errors) : []),
    ...(isSchemaObject(shown) ? lost(inputSchema, shown) : []),
    ...(note === undefined
      ? []
      : [{ effect: "noted", place: "/inputSchema", what: note, instead: "Nothing." } as const]),
  ];
}

/** Returns a finding for valid calls that did not arrive, or arrived with other values: the first one, and their number. */
function findFailedCalls(
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
  const example = value.length > 300 ? `${value.slice(0, 300)}...` : value;
  const reason = first.message === undefined ? "" : `: ${first.message}`;
  return [
    {
      effect: "refused",
      place: "/inputSchema",
      what: `${failed.length} of ${calls.length} valid calls do not reach the server, such as ${example}${reason}`,
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

/** Returns one finding for the parts that the model does not see. */
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

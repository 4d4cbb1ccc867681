/** Finds the location in a spec that a finding is about. */
import { codes, type Finding } from "@toolwright/check/compatibility";
import {
  type LocatedSchema,
  toLocation as locationInSpec,
  type Resolver,
  rootNode,
  type SchemaRoot,
} from "@toolwright/json-schema";
import { describing, type Node, schemasAt } from "@toolwright/json-schema/graph";
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type { Model } from "../model/model.ts";
import type { Operation, Prompt, Resource, Tool } from "../model/operation.ts";
import { resolver } from "../schema/roots.ts";
import { publishedName } from "./model-interface.ts";

/** Finds the place of a finding in the spec. A removed part leads to the place where it was listed. @param model the spec */
export function locate(finding: Finding, model: Model): SpecLocation {
  const { tool: name } = finding;
  if (name === undefined) return locateInService(finding, model);
  const tool = model.tools.find((each) => each.name === name);
  if (tool) return locateInTool(finding, tool, model);
  const other = [...model.resources, ...model.prompts].find((each) => publishedName(each) === name);
  if (other) return locateInOffer(finding, other, model);
  const [, kind = "tool"] = /^(resource|prompt) /.exec(name) ?? [];
  return service(`${kind}s`);
}

function service(...path: string[]): SpecLocation {
  return { file: "service.yaml", path, key: true };
}

function locateInTool(finding: Finding, tool: Tool, model: Model): SpecLocation {
  const [part = "", ...words] = finding.place.split(" ");
  const rest = words.join(" ");
  switch (part) {
    case "input":
    case "output": {
      const root = tool[part];
      return root ? schemaLocation(root, rest, finding, resolver(model)) : locateInFile(tool, part);
    }
    case "field":
      return tool.output ? fieldLocation(tool.output, rest, finding, model) : locateInFile(tool, "output");
    case "annotations":
      return hintLocation(rest.slice(1), tool, model);
    case "failure":
      return locateInFile(tool, "failures");
    case "tool":
      return { file: tool.file, path: [] };
    default:
      return locateInFile(tool, part === "_meta" ? "meta" : part);
  }
}

/** Finds a place in a resource or a prompt. Its parameters were compared as an input. */
function locateInOffer(finding: Finding, offer: Resource | Prompt, model: Model): SpecLocation {
  const [part = "", ...words] = finding.place.split(" ");
  const rest = words.join(" ");
  switch (part) {
    case "input": {
      const [, parameter] = rest.split("/");
      const list = "uri" in offer ? "parameters" : "arguments";
      return locateInFile(offer, list, ...(parameter === undefined ? [] : [parameter]));
    }
    case "output":
      return offer.output
        ? schemaLocation(offer.output, rest, finding, resolver(model))
        : locateInFile(offer, "output");
    case "field":
      return offer.output ? fieldLocation(offer.output, rest, finding, model) : locateInFile(offer, "output");
    case "failure":
      return locateInFile(offer, "failures");
    case "resource":
    case "prompt":
      return { file: offer.file, path: [] };
    default:
      return locateInFile(offer, part === "_meta" ? "meta" : part);
  }
}

function locateInFile({ file }: Operation, ...path: string[]): SpecLocation {
  return { file, path, key: true };
}

/** Finds `field loan/reader`: the type that has the field (none for the output itself), then the path to the field. */
function fieldLocation(
  output: NonNullable<Tool["output"]>,
  field: string,
  finding: Finding,
  model: Model,
): SpecLocation {
  const [first = "", ...steps] = field.split("/");
  const type = model.types.find(({ name }) => name === first);
  const path = type || first === "" ? steps : [first, ...steps];
  return schemaLocation(
    type?.root ?? output,
    path.map((step) => `/${step}`).join(""),
    finding,
    resolver(model),
  );
}

/** Finds a hint in the tool, or in the mode of the tool. */
function hintLocation(hint: string, tool: Tool, { modes }: Model): SpecLocation {
  const mode = modes.find(({ name }) => name === tool.mode);
  const isOwn = tool.annotations?.[hint] !== mode?.hints[hint];
  return mode && !isOwn
    ? { file: mode.at.file, path: [...mode.at.path, hint], key: true }
    : locateInFile(tool, "annotations", hint);
}

function locateInService({ place }: Finding, model: Model): SpecLocation {
  const [part = "", name = "", inner] = place.split(" ");
  if (part === "states") {
    const machine = model.states.find((each) => each.name === name);
    const transition = machine?.transitions.find((each) => each.name === inner);
    return { ...(transition?.at ?? machine?.at ?? service("states")), key: true };
  }
  if (part === "scenario" && model.scenarios.some((each) => each.name === name))
    return { file: `scenarios/${name}.yaml`, path: [] };
  if (part === "auth" || part === "server") return service(part, name);
  return service(...(keysOfParts[part]?.(name) ?? ["tools"]));
}

const keysOfParts: Readonly<Record<string, (name: string) => string[]>> = {
  limit: (name) => ["limits", name],
  failure: (name) => ["failures", name],
  protocol: () => ["server", "protocolVersions"],
  entity: (name) => ["entities", name],
  account_state: (name) => ["account_states", name],
  skill: (name) => ["skills", name],
  prompts: () => ["prompts"],
  resources: () => ["resources"],
  endpoint: () => ["endpoint"],
  "server-card": () => ["endpoint"],
};

/**
 * Returns the location of the keyword of a finding; of the schema, if it has no such keyword.
 *
 * @param place `/pages/*\/title`, as findings have it; steps that the schema lacks are skipped
 */
function schemaLocation(root: SchemaRoot, place: string, finding: Finding, resolve: Resolver): SpecLocation {
  const start = rootNode(root);
  const steps = place.split("/").slice(1);
  const [known, nodes] = describingNodes(start, steps, resolve);
  const keyword = findKeywordAt(steps[known], finding);
  const own =
    keyword && nodes.flatMap(describing).find(({ schema }) => Object.hasOwn(schema as object, keyword));
  const location = own ? locationInSpec(own, keyword) : locationInSpec(nodes[0] ?? start);
  return { ...location, key: true };
}

/** Finds the keyword that would describe a step which the schema lacks; without such a step, the keyword of the finding. */
function findKeywordAt(missingStep: string | undefined, finding: Finding): string | undefined {
  if (missingStep === undefined) return findKeyword(finding);
  return missingStep === "{other}" ? "additionalProperties" : "properties";
}

/** The nodes at the longest part of the place that the schema has, and how many steps it is long. */
function describingNodes(
  start: LocatedSchema,
  steps: readonly string[],
  resolve: Resolver,
): [known: number, nodes: readonly Node[]] {
  for (let known = steps.length; known > 0; known--) {
    const path = steps.slice(0, known).map((step) => (step === "{other}" ? "*" : step));
    const nodes = schemasAt(start, path, resolve);
    if (nodes.length > 0) return [known, nodes];
  }
  return [0, schemasAt(start, [], resolve)];
}

/** The keyword that a finding is about, if it is about one. */
function findKeyword({ code, detail }: Finding): string | undefined {
  const named = /^(?:The )?(\w+) (?:differs|asks for something else)\.$/.exec(detail)?.[1];
  return named ?? codes[code].keyword;
}

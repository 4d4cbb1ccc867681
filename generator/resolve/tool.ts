import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import { annotationNames } from "../language/index.ts";
import { withoutUndefined } from "../model/members.ts";
import type { Mode } from "../model/model.ts";
import type { Example, Hints, Tool } from "../model/operation.ts";
import type { SpecDocument } from "../parse/document.ts";
import { toUri } from "../schema/reference.ts";
import type { ServiceFile, ToolFile } from "../structure/shape.ts";
import { toToolBehaviour } from "./behaviour.ts";
import type { DataReader } from "./data.ts";
import { inService, type LimitSubstituter, toRoot } from "./limits.ts";
import { toOperation } from "./operation.ts";

/** Resolves a file under `tools/`. */
export function toTool(
  { source, value }: SpecDocument,
  file: ServiceFile,
  modes: readonly Mode[],
  substituter: LimitSubstituter,
  reader: DataReader,
): Tool {
  const tool = value as ToolFile;
  const { ui, execution, manifest: extra } = tool;
  const annotations = toHints(tool, modes);
  const outputAs = toOutputAs(tool, source.path, file);
  const operation = toOperation(source.path, tool, substituter, file.server.toolPrefix);
  const at = (...path: (string | number)[]): SpecLocation => ({ file: source.path, path });
  const input = toRoot(`${toUri(source.path)}/input`, tool.input, at("input"), substituter);
  return {
    ...operation,
    mode: tool.mode,
    input,
    behaviour: toToolBehaviour(tool, source.path, substituter),
    ...withoutUndefined({ outputAs, annotations, ui, execution, extra }),
    examples: Object.entries(tool.examples ?? {}).map(([example, fields]): Example => {
      const place = (key: string) => at("examples", example, key);
      const sent = reader.read(fields.input, place("input"), input.schema);
      const shown = reader.read(fields.output, place("output"), operation.output?.schema);
      return {
        name: example,
        ...fields,
        input: sent.value,
        ...withoutUndefined({ output: shown.value }),
        live: sent.live,
        liveOutput: shown.live,
        at: at("examples", example),
      };
    }),
  };
}

/** Returns how results show the output. An undeclared layout has no lines: a rule reports it. */
function toOutputAs(
  { output_as: outputAs }: ToolFile,
  path: string,
  { layouts = {} }: ServiceFile,
): Tool["outputAs"] {
  if (outputAs === undefined || outputAs === "text") return outputAs;
  if (typeof outputAs !== "string") return { lines: outputAs, at: { file: path, path: ["output_as"] } };
  const lines = Object.hasOwn(layouts, outputAs) ? layouts[outputAs]! : [];
  return { name: outputAs, lines, at: inService(["layouts", outputAs]) };
}

/** Returns the hints of the mode and the tool: MCP's hints in the order of MCP, then all others. */
function toHints(tool: ToolFile, modes: readonly Mode[]): Hints | undefined {
  const merged: Record<string, unknown> = {
    ...modes.find(({ name }) => name === tool.mode)?.hints,
    ...tool.annotations,
  };
  const names = new Set([
    ...annotationNames.filter((name) => Object.hasOwn(merged, name)),
    ...Object.keys(merged),
  ]);
  if (names.size === 0 && !tool.annotations) return undefined;
  return Object.fromEntries([...names].map((name) => [name, merged[name]]));
}

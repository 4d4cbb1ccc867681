import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import { annotationNames } from "../language/annotations.ts";
import type { Example, Hints, Mode, Tool } from "../model/model.ts";
import type { SpecDocument } from "../parse/document.ts";
import { uriOf } from "../schema/reference.ts";
import type { ServiceFile, ToolFile } from "../structure/shape.ts";
import { toolBehaviourOf } from "./behaviour.ts";
import { type LimitSubstituter, rootOf } from "./limits.ts";
import { operationOf } from "./operation.ts";

/** Resolves a file under `tools/`. */
export function toolOf(
  { source, value }: SpecDocument,
  file: ServiceFile,
  modes: readonly Mode[],
  substituter: LimitSubstituter,
): Tool {
  const tool = value as ToolFile;
  const annotations = hintsOf(tool, modes);
  const operation = operationOf(source.path, tool, substituter, file.server.toolPrefix);
  const at = (...path: (string | number)[]): SpecLocation => ({ file: source.path, path });
  return {
    ...operation,
    mode: tool.mode,
    input: rootOf(`${uriOf(source.path)}/input`, tool.input, at("input"), substituter),
    behaviour: toolBehaviourOf(tool, source.path),
    ...(annotations && { annotations }),
    ...(tool.execution && { execution: tool.execution }),
    ...(tool.manifest && { extra: tool.manifest }),
    examples: Object.entries(tool.examples ?? {}).map(
      ([example, fields]): Example => ({ name: example, ...fields, at: at("examples", example) }),
    ),
  };
}

/** The hints of the mode and the tool: those of MCP in the order of MCP, then all others. */
function hintsOf(tool: ToolFile, modes: readonly Mode[]): Hints | undefined {
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

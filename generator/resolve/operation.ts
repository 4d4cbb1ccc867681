import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import { withoutUndefined } from "../model/members.ts";
import { camelCase, fileStem, pascalCase, withoutPrefix } from "../model/names.ts";
import type { Operation } from "../model/operation.ts";
import { toUri } from "../schema/reference.ts";
import type { OperationFile } from "../structure/shape.ts";
import { type LimitSubstituter, toRoot } from "./limits.ts";

/** Resolves the common part of the files of tools, resources and prompts. @param suffix the ending of its type names */
export function toOperation(
  path: string,
  file: OperationFile,
  substituter: LimitSubstituter,
  prefix?: string,
  suffix = "",
): Omit<Operation, "input"> {
  const name = file.name ?? fileStem(path);
  const short = file.method ?? withoutPrefix(name, prefix);
  const at = (key: string): SpecLocation => ({ file: path, path: [key] });
  const text = (key: "title" | "description") =>
    file[key] === undefined ? undefined : substituter.substituteText(file[key], at(key));
  return {
    name,
    method: camelCase(short),
    module: camelCase(short) + suffix,
    typeName: pascalCase(short) + suffix,
    file: path,
    scopes: file.scope === undefined ? [] : [file.scope].flat(),
    ...withoutUndefined({ title: text("title"), description: text("description") }),
    ...(file.output !== undefined && {
      output: toRoot(`${toUri(path)}/output`, file.output, at("output"), substituter),
    }),
    exactlyOne: file.exactlyOne ?? [],
    failures: file.failures ?? [],
    ownFailures: file.failures ?? [],
    refusedIn: {},
    ...withoutUndefined({ icons: file.icons, meta: file._meta }),
  };
}

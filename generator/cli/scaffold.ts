import { relative } from "node:path";
import { DiskError, readHandlers, writeHandlers } from "../files.ts";
import type { Model } from "../model.ts";
import { ScaffoldError } from "../scaffold/error.ts";
import { scaffold } from "../scaffold/index.ts";

/** Adds what is missing to the folder of handlers; returns what to tell the person. */
export function scaffoldHandlers(model: Model, generated: string, folder: string): string[] {
  const { index, files } = readHandlers(folder);
  const path = relative(folder, generated).replaceAll("\\", "/");
  try {
    const scaffolded = scaffold(model, {
      index,
      files,
      generated: path.startsWith(".") ? path : `./${path}`,
    });
    writeHandlers(folder, scaffolded.created, scaffolded.index === index ? undefined : scaffolded.index);
    return [
      ...scaffolded.bound.map(
        ({ tool, file }) => `${folder}/${file}: bound to ${tool.name}. Write its handler.`,
      ),
      ...scaffolded.orphans.map(
        (name) =>
          `${folder}/index.ts: no tool of the spec is called ${name} any more. Take it out when you no longer need it.`,
      ),
      ...(scaffolded.bound.length === 0 ? ["Every tool has a handler."] : []),
    ];
  } catch (error) {
    if (error instanceof ScaffoldError) throw new DiskError(`${folder}: ${error.message}`);
    throw error;
  }
}

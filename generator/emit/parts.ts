import { type Derive, deriveHere, type ToolCases, toolCasesOf } from "../cases/derived.ts";
import { forgetful, type Memory } from "../memory.ts";
import type { Model } from "../model.ts";
import type { GeneratedFile } from "./file.ts";
import { type Build, buildHere, modulesOf } from "./validators.ts";

/** What is made for each tool by itself, of the model alone: most of the work, which may go on in other threads. */
export interface Parts {
  readonly cases: Promise<readonly ToolCases[]>;
  readonly modules: Promise<readonly GeneratedFile[]>;
}

/** Who makes them. */
export interface Makers {
  readonly derive: Derive;
  readonly build: Build;
}

const here: Makers = { derive: deriveHere, build: buildHere };

/**
 * Begins to make all of them that are not remembered.
 *
 * @param modules those of the same model, where somebody has begun with them.
 */
export function partsOf(
  model: Model,
  memory: Memory = forgetful,
  { derive, build }: Makers = here,
  modules: Parts["modules"] = modulesOf(model, memory, build),
): Parts {
  return { modules, cases: toolCasesOf(model, memory, derive) };
}

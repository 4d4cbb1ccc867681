/** The two built-in generators by name, while the service changes from the old one to the new one. Goes away with the old one. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FormGenerator, FormStructure, Warning } from "../generated/types.ts";
import { CommandFailed } from "../impl/commands/command-line.ts";
import type { Adapter } from "./adapter.ts";

export const GENERATORS = ["old", "new"] as const;
export type GeneratorName = (typeof GENERATORS)[number];

const FOLDERS: Readonly<Record<GeneratorName, string>> = {
  old: "../impl/builder/index.ts",
  new: "../impl/ai/builtin/index.ts",
};

/** What both folders export. */
interface Rules {
  buildForm(request: { prompt: string }): Result;
  /** Undefined as long as the generator has no editor. */
  editForm?(request: { prompt: string; structure: FormStructure }): Result;
}

interface Result {
  readonly structure: FormStructure;
  readonly warnings: readonly Warning[];
}

/** @throws CommandFailed if there is no such generator yet */
export async function generatorNamed(name: GeneratorName): Promise<Adapter> {
  const url = new URL(FOLDERS[name], import.meta.url);
  if (!existsSync(url))
    throw new CommandFailed(
      `There is no ${name} built-in generator here: ${fileURLToPath(url)} is missing. --generator takes ${GENERATORS.join(" or ")}.`,
    );
  const { buildForm, editForm }: Rules = await import(url.href);
  const generator: FormGenerator = { kind: "builtin", name };
  return {
    name: `${name} built-in`,
    parallel: 1,
    generate: async ({ prompt }) => ({ ...buildForm({ prompt }), generator }),
    edit: async ({ prompt, structure }) => {
      if (!editForm)
        throw new CommandFailed(`The ${name} built-in generator has no editForm yet. Run --task prompts.`);
      return { ...editForm({ prompt, structure }), generator };
    },
  };
}

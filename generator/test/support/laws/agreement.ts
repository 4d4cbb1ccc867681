import { join } from "node:path";
import { rootNode } from "@toolwright/json-schema";
import { evaluatorFor, type Fits } from "@toolwright/json-schema/evaluation";
import fc from "fast-check";
import { stringify } from "yaml";
import { randomFrom, valueNear } from "../../../../json-schema/test/support/near.ts";
import { plainValidatorOf } from "../../../../json-schema/test/support/plain-ajv.ts";
import type { Schema } from "../../../../json-schema/test/support/schemas.ts";
import type { Validate } from "../../../../runtime/service/service.ts";
import { inputTarget } from "../../../cases/arguments.ts";
import { type Compiled, compile } from "../../../compile.ts";
import { emitManifest } from "../../../emit/manifest.ts";
import { emitValidators } from "../../../emit/validators.ts";
import type { Tool } from "../../../model/operation.ts";
import type { SpecSource } from "../../../parse/source.ts";
import { acceptableCodes } from "../../../rules/index.ts";
import { normalisedModel } from "../../../schema/normalised-model.ts";
import { resolver } from "../../../schema/roots.ts";
import { writeAll } from "../compiler.ts";
import { inTemporaryProject } from "../temporary-project.ts";
import { specs } from "./specs.ts";

/** How much was looked at: a law that never meets a value that fits proves little. */
export interface Agreement {
  specs: number;
  refused: number;
  values: number;
  fitting: number;
}

/**
 * Checks that generated validators agree with plain Ajv on the schema in the manifest, and with the evaluator of examples and
 * cases on the schema in the spec, for every value.
 */
export async function validatorsAgree(numRuns: number): Promise<Agreement> {
  const seen = { specs: 0, refused: 0, values: 0, fitting: 0 };
  await inTemporaryProject((project) =>
    fc.assert(
      fc.asyncProperty(specs(), fc.nat(), async (sources, start) => {
        seen.specs++;
        const accepted = acceptedSources(sources);
        if (!accepted) return void seen.refused++;
        const { model } = compile(accepted) as Required<Compiled>;
        const folder = join(project, String(seen.specs));
        writeAll(folder, emitValidators(model));
        const { tools } = JSON.parse(emitManifest(model).text) as { tools: Entry[] };
        const meant = normalisedModel(model);
        const { fits } = evaluatorFor(resolver(meant));
        for (const [index, tool] of meant.tools.entries()) {
          const module: Validators = await import(
            /* @vite-ignore */ join(folder, `validators/${tool.method}.ts`)
          );
          await compare(tool, tools[index]!, module, fits, randomFrom(start), seen);
        }
      }),
      { numRuns, endOnFailure: true },
    ),
  );
  return seen;
}

interface Entry {
  readonly inputSchema: Schema;
  readonly outputSchema?: Schema;
}

interface Validators {
  readonly input: Validate;
  readonly output?: Validate;
}

async function compare(
  tool: Tool,
  entry: Entry,
  validators: Validators,
  fits: Fits,
  random: () => number,
  seen: Agreement,
): Promise<void> {
  const sides = [
    {
      schema: entry.inputSchema,
      validate: validators.input,
      names: tool.exactlyOne,
      target: inputTarget(tool),
    },
    {
      schema: entry.outputSchema,
      validate: validators.output,
      names: [],
      target: tool.output && rootNode(tool.output),
    },
  ];
  for (const { schema, validate, names, target } of sides) {
    if (schema === undefined || !validate || !target) continue;
    const ajv = plainValidatorOf(schema);
    const judges = ajv
      ? ([
          ["the evaluator of examples and cases", (value: unknown) => fits(value, target)],
          ["Ajv", ajv],
        ] as const)
      : [];
    for (let round = 0; round < 40; round++) {
      const value = valueNear(schema, random);
      const says = validate(structuredClone(value));
      seen.values++;
      if (says) seen.fitting++;
      for (const [name, fits] of judges) {
        if (says === (fits(value) && hasOneOf(names, value))) continue;
        const found = says ? "fits" : `does not fit: ${JSON.stringify(validate.errors)}`;
        throw new Error(`${JSON.stringify(value)} ${found}, unlike for ${name}: ${JSON.stringify(schema)}`);
      }
    }
  }
}

/** The sources, if need be with rules accepted that they break; nothing where that does not help. */
export function acceptedSources(sources: readonly SpecSource[]): readonly SpecSource[] | undefined {
  const { model, diagnostics } = compile(sources);
  if (model) return sources;
  const codes = new Set(diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code));
  if ([...codes].some((code) => !acceptableCodes.includes(code))) return undefined;
  const accept = stringify({
    accept: Object.fromEntries([...codes].map((code) => [code, "A law wants to see it."])),
  });
  return sources.map((source) =>
    source.path === "service.yaml" ? { ...source, text: source.text + accept } : source,
  );
}

function hasOneOf(names: readonly string[], value: unknown): boolean {
  if (names.length === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return true;
  return names.filter((name) => Object.hasOwn(value, name)).length === 1;
}

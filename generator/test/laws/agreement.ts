import { join } from "node:path";
import { pointerOf } from "@toolwright/runtime/json";
import fc from "fast-check";
import { stringify } from "yaml";
import { edited, type Json, placeOfEdits } from "../../../conformance/cases/edits.ts";
import type { Validate } from "../../../runtime/service.ts";
import { inputTarget } from "../../cases/arguments.ts";
import { type Fits, fitting } from "../../cases/fits.ts";
import { rootNode } from "../../cases/node.ts";
import { type Compiled, compile } from "../../compile.ts";
import type { SpecSource } from "../../document.ts";
import { emitManifest } from "../../emit/manifest.ts";
import { emitValidators } from "../../emit/validators.ts";
import type { Tool } from "../../model.ts";
import { acceptableCodes } from "../../rules/index.ts";
import { meantModel } from "../../schema/meant.ts";
import { resolver, type Target } from "../../schema/roots.ts";
import { writeAll } from "../compiled.ts";
import { inWorkshop } from "../workshop.ts";
import { judgeOf } from "./judges.ts";
import { randomFrom, valueNear } from "./near.ts";
import type { Schema } from "./schemas.ts";
import { specs } from "./specs.ts";

/** How much was looked at: a law that never meets a value that fits proves little. */
export interface Agreement {
  specs: number;
  refused: number;
  values: number;
  fitting: number;
}

/**
 * Generated validators, imported for real, say of every value what plain Ajv says by the schema in the manifest, and what our own
 * evaluator says by the schema in the spec: examples are held against that, and cases derived with it.
 */
export async function validatorsAgree(numRuns: number): Promise<Agreement> {
  const seen = { specs: 0, refused: 0, values: 0, fitting: 0 };
  await inWorkshop((workshop) =>
    fc.assert(
      fc.asyncProperty(specs(), fc.nat(), async (sources, start) => {
        seen.specs++;
        const accepted = acceptedSources(sources);
        if (!accepted) return void seen.refused++;
        const { model } = compile(accepted) as Required<Compiled>;
        const folder = join(workshop, String(seen.specs));
        writeAll(folder, emitValidators(model));
        const { tools } = JSON.parse(emitManifest(model).text) as { tools: Entry[] };
        const meant = meantModel(model);
        const fits = fitting(resolver(meant));
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
    const ajv = judgeOf(schema);
    const judges = ajv
      ? ([
          ["our own evaluator", (value: unknown) => fits(value, target)],
          ["Ajv", ajv],
        ] as const)
      : [];
    for (let round = 0; round < 40; round++) {
      const value = valueNear(schema, random);
      const says = validate(structuredClone(value));
      expectSameChanged(value, target, fits, random);
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

/** Of a changed value our own evaluator says the same whether or not it knows what the value was before. */
function expectSameChanged(before: unknown, target: Target, fits: Fits, random: () => number): void {
  const path = somePath(before, random);
  const edits = [{ set: pointerOf(path), to: odd[Math.floor(random() * odd.length)]! }];
  const value = edited(before as Json, edits);
  const alone = fits(structuredClone(value), target);
  if (alone === fits(value, target, undefined, { before, path: placeOfEdits(before as Json, edits) })) return;
  throw new Error(
    `${JSON.stringify(edits)} makes ${JSON.stringify(before)} ${alone ? "fit" : "unfit"}, or not, if one knows what it was`,
  );
}

const odd: readonly Json[] = [
  null,
  true,
  0,
  1.5,
  -3,
  "",
  "a",
  "toString",
  [],
  [1, 1],
  {},
  { a: 1 },
  { b: "x" },
];

/** The path to some part of a value, or to one that could be there. */
function somePath(value: unknown, random: () => number): string[] {
  const names = typeof value === "object" && value !== null ? [...Object.keys(value), "a", "__proto__"] : [];
  if (names.length === 0 || random() < 0.2) return [];
  const name = names[Math.floor(random() * names.length)]!;
  const part = Object.hasOwn(value as object, name) ? (value as Record<string, unknown>)[name] : undefined;
  return [name, ...somePath(part, random)];
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

import { rootNode } from "@toolwright/json-schema";
import { evaluatorFor } from "@toolwright/json-schema/evaluation";
import fc from "fast-check";
import { seed } from "../../../../.ci/seed.ts";
import { randomFrom, valueNear } from "../../../../json-schema/test/support/near.ts";
import { plainNames, type Schema } from "../../../../json-schema/test/support/schemas.ts";
import { withDefaults } from "../../../../runtime/validation/defaults.ts";
import { inputTarget } from "../../../cases/arguments.ts";
import { compile, emit } from "../../../compile.ts";
import type { Model } from "../../../model/model.ts";
import { makeDefaultsGraph } from "../../../schema/defaults-graph.ts";
import { normalisedModel } from "../../../schema/normalised-model.ts";
import { resolver } from "../../../schema/roots.ts";
import { literal } from "../../../typescript/literal.ts";
import { type CompilerError, compilerErrors, writeAll } from "../compiler.ts";
import { inTemporaryProject } from "../temporary-project.ts";
import { acceptedSources } from "./agreement.ts";
import { specs } from "./specs.ts";

/** Returns the compiler errors of generated output, and of values that fit schemas as values of their types. */
export async function typeErrors(count: number): Promise<{ errors: CompilerError[]; values: number }> {
  let values = 0;
  return inTemporaryProject(async (project) => {
    for (const [index, sources] of fc.sample(specs(plainNames), count).entries()) {
      const accepted = acceptedSources(sources);
      if (!accepted) continue;
      const { model } = compile(accepted);
      const files = await emit(model!);
      const checks = valuesOf(model!, files.find(({ path }) => path === "manifest.json")!.text);
      values += checks.length;
      const imports = `import type * as types from "./types.ts";\n\n`;
      const text = checks.length === 0 ? "" : imports + checks.join("");
      writeAll(`${project}/${index}`, [...files, { path: "values.ts", text }]);
    }
    return { errors: compilerErrors(project), values };
  });
}

/** Declarations of values that fit: arguments as they are sent, input as handlers get it, output. */
function valuesOf(model: Model, manifest: string): string[] {
  const { tools } = JSON.parse(manifest) as { tools: { inputSchema: Schema; outputSchema?: Schema }[] };
  const resolve = resolver(model);
  const { fits } = evaluatorFor(resolver(normalisedModel(model)));
  const defaultsFit = !model.accepted.some(({ code }) => code === "default-fits");
  return model.tools.flatMap((tool, index) => {
    const { inputSchema, outputSchema } = tools[index]!;
    const meant = normalisedModel(model).tools[index]!;
    const input = (value: unknown) => fits(value, inputTarget(meant));
    const output = (value: unknown) => meant.output !== undefined && fits(value, rootNode(meant.output));
    const fill = withDefaults(() => true, makeDefaultsGraph(rootNode(tool.input), resolve));
    const sent = fitting(inputSchema, input);
    const completed = (value: unknown) => {
      const copy = structuredClone(value);
      fill(copy);
      return copy;
    };
    return [
      ...sent.map((value, number) => declaration(`arguments${number}`, `${tool.typeName}Arguments`, value)),
      ...(defaultsFit ? sent.map(completed) : [])
        // A default of one schema can be what another of the same value forbids; no type fits that.
        .filter((value) => input(value))
        .map((value, number) => declaration(`input${number}`, `${tool.typeName}Input`, value)),
      ...(outputSchema === undefined ? [] : fitting(outputSchema, output)).map((value, number) =>
        declaration(`output${number}`, `${tool.typeName}Output`, value),
      ),
    ].map((line) => line.replace("const ", `const ${tool.method}_`));
  });
}

function fitting(schema: Schema, validate: (value: unknown) => boolean): unknown[] {
  const random = randomFrom(seed);
  return Array.from({ length: 30 }, () => valueNear(schema, random))
    .filter((value) => validate(value))
    .slice(0, 6);
}

function declaration(name: string, type: string, value: unknown): string {
  return `export const ${name}: types.${type} = ${literal(value)};\n`;
}

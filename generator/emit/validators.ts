import { memoizeEach } from "../cache/memoize.ts";
import type { Model } from "../model/model.ts";
import { type ModulePlan, planModules } from "../schema/plan.ts";
import { codeOf, localName } from "../schema/validators.ts";
import { literal } from "../typescript/literal.ts";
import { type GeneratedFile, header } from "./file.ts";
import { rewritePrintedCode } from "./printed-code.ts";

/**
 * Emits validators/<method>.ts, and validators/types/<Type>.ts for the types that these share: Ajv standalone code, so that
 * nothing is compiled at run time.
 */
export function emitValidators(model: Model): GeneratedFile[] {
  const plans = [...planModules(model).values()];
  const texts = modulesOf(plans);
  return plans.map(({ path }, index) => ({ path, text: texts[index]! }));
}

/** Each module is made of its plan alone. */
const modulesOf = memoizeEach((plan: ModulePlan) => JSON.stringify(plan), moduleOf);

function moduleOf(plan: ModulePlan): string {
  const runtimeNames = new Set(plan.defaults.length > 0 ? ["withDefaults"] : []);
  const body = rewritePrintedCode(codeOf(plan), (name) => runtimeNames.add(name));
  const isTool = plan.path.split("/").length === 2;
  const names = [...(isTool ? ["type Validate"] : []), ...[...runtimeNames].sort()];
  const lines = [
    `// ${header}`,
    "// @ts-nocheck: code that Ajv wrote.",
    ...(names.length > 0 ? [`import { ${names.join(", ")} } from "@toolwright/runtime";`] : []),
    ...importsOf(plan),
    "",
    (isTool ? withTypes(body, plan) : withHoistedExports(body)).trim(),
    "",
  ];
  return lines.join("\n");
}

function importsOf({ path, imports }: ModulePlan): string[] {
  const folder = path.slice(0, path.lastIndexOf("/"));
  return Object.values(imports)
    .map(
      (from) =>
        `import { ${from.name} as ${localName(from)} } from "./${from.path.slice(folder.length + 1)}";`,
    )
    .sort();
}

/** What `tools.ts` imports has a type, since the rest of the module has none. */
function withTypes(code: string, { defaults }: ModulePlan): string {
  return code.replace(/^export const (input|output) = (\w+);/gm, (_, name: string, validator: string) => {
    const fills = name === "input" && defaults.length > 0;
    const value = fills ? `withDefaults(${validator}, ${literal(defaults)})` : validator;
    return `export const ${name}: Validate = ${value};`;
  });
}

/** Functions are exported as declarations: modules that import each other find them before they have run. */
function withHoistedExports(code: string): string {
  return code.replace(/^export const ([\w$]+) = (\w+);$/gm, "export { $2 as $1 };");
}

import { memoizeEach } from "../cache/memoize-each.ts";
import type { Model } from "../model/model.ts";
import { type ValidatorModule, validatorModules } from "../schema/validator-modules.ts";
import { localName, printCode } from "../schema/validators.ts";
import { literal, withVisibleLetters } from "../typescript/literal.ts";
import { type GeneratedFile, header } from "./file.ts";
import { rewritePrintedCode } from "./printed-code.ts";

/**
 * Emits validators/<method>.ts, and validators/types/<Type>.ts for the types that they share. They are Ajv standalone code, so
 * nothing is compiled at run time.
 */
export function emitValidators(model: Model): GeneratedFile[] {
  const modules = [...validatorModules(model).values()];
  const texts = modulesOf(modules);
  return modules.map(({ path }, index) => ({ path, text: texts[index]! }));
}

/** The text of a module depends on its data and its folder, not on its name. */
const modulesOf = memoizeEach(
  (module: ValidatorModule) => JSON.stringify({ ...module, path: findFolder(module) }),
  printModule,
);

function printModule(module: ValidatorModule): string {
  if (module.same !== undefined) {
    const from = module.same.slice(findFolder(module).length);
    return `// ${header}\n\nexport { ${Object.keys(module.exports).join(", ")} } from ".${from}";\n`;
  }
  const runtimeNames = new Set(module.defaults.length > 0 ? ["withDefaults"] : []);
  const body = rewritePrintedCode(printCode(module), (name) => runtimeNames.add(name));
  const isLinear = runtimeNames.delete("linearPattern");
  const isTool = findFolder(module) === "validators";
  const names = [...(isTool ? ["type Validate"] : []), ...[...runtimeNames].sort()];
  const lines = [
    `// ${header}`,
    "// @ts-nocheck: code that Ajv wrote.",
    ...(names.length > 0 ? [`import { ${names.join(", ")} } from "@toolwright/runtime";`] : []),
    // An entry of its own, so that only servers with such a pattern load the engine that matches it.
    ...(isLinear ? ['import { linearPattern } from "@toolwright/runtime/linear-pattern";'] : []),
    ...listImports(module),
    "",
    (isTool ? withTypes(body, module) : withHoistedExports(body)).trim(),
    "",
  ];
  return withVisibleLetters(lines.join("\n"));
}

function listImports(module: ValidatorModule): string[] {
  const folder = findFolder(module);
  return Object.values(module.imports)
    .map(
      (from) =>
        `import { ${from.name} as ${localName(from)} } from "./${from.path.slice(folder.length + 1)}";`,
    )
    .sort();
}

function findFolder({ path }: ValidatorModule): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** Declares the types of the exports that `tools.ts` imports; the rest of the module is unchecked. */
function withTypes(code: string, { defaults }: ValidatorModule): string {
  return code.replace(/^export const (input|output) = (\w+);/gm, (_, name: string, validator: string) => {
    const fills = name === "input" && defaults.length > 0;
    const value = fills ? `withDefaults(${validator}, ${literal(defaults)})` : validator;
    return `export const ${name}: Validate = ${value};`;
  });
}

/** Exports functions as hoisted declarations, so that modules that import each other can use them before they have run. */
function withHoistedExports(code: string): string {
  return code.replace(/^export const ([\w$]+) = (\w+);$/gm, "export { $2 as $1 };");
}

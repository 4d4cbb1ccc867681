import type { Model } from "../model.ts";
import { declarationsOf } from "../types/declarations.ts";
import { printDeclaration } from "../types/print.ts";
import { type GeneratedFile, header } from "./file.ts";

/** Emits types.ts: shared types, and the arguments, input and output of each tool. */
export function emitTypes(model: Model): GeneratedFile {
  const declarations = declarationsOf(model).map(printDeclaration);
  return { path: "types.ts", text: `// ${header}\n\n${declarations.join("\n")}` };
}

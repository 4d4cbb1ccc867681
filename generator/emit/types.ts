import type { Model } from "../model/model.ts";
import { compileDeclarations } from "../types/compile.ts";
import { declareTypes } from "../types/declarations.ts";
import { withVisibleLetters } from "../typescript/literal.ts";
import { withWrappedComments } from "../typescript/wrap.ts";
import { type GeneratedFile, header } from "./file.ts";

/** Emits types.ts: shared types, and the arguments, input and output of each tool. */
export async function emitTypes(model: Model): Promise<GeneratedFile> {
  const declarations = await compileDeclarations(declareTypes(model));
  const code = withVisibleLetters(declarations.join("\n"));
  return { path: "types.ts", text: `// ${header}\n\n${withWrappedComments(code)}` };
}

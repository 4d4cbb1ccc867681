/** Reads the files of `builder-golden/`: prompts, each with the form that it should become. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Language } from "../../../generated/types.ts";

/** A prompt and the form that it must become, in the notation of `builder-notation.ts`. */
export interface Golden {
  /** File, and the first line of the prompt. */
  readonly name: string;
  readonly prompt: string;
  /** The first is the default language. */
  readonly languages: readonly [Language, ...Language[]];
  readonly lines: readonly string[];
}

/**
 * Reads a file of goldens. A case is a block of lines between blank lines: `> ` begins a line of the prompt, `@ de en`
 * names the languages (else English), all else is the form. `! code` is a warning, `X code` a refusal.
 */
export function readGoldens(path: string): Golden[] {
  return readFileSync(path, "utf8")
    .split(/\n{2,}/)
    .map((block) => block.split("\n").filter((line) => line !== "" && !line.startsWith("//")))
    .filter((lines) => lines.length > 0)
    .map((lines) => toGolden(lines, basename(path, ".txt")));
}

function toGolden(lines: readonly string[], file: string): Golden {
  const prompt = lines.filter((line) => line.startsWith(">")).map((line) => line.slice(2));
  const [languages] = lines.filter((line) => line.startsWith("@ ")).map((line) => line.slice(2).split(" "));
  return {
    name: `${file}: ${prompt[0]}`,
    prompt: prompt.join("\n"),
    languages: (languages ?? ["en"]) as [Language, ...Language[]],
    lines: lines.filter((line) => !line.startsWith(">") && !line.startsWith("@ ")),
  };
}

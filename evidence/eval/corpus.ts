/** Reads the corpus: prompts and edits written by people, each with the demands on its form. */
import { readdirSync, readFileSync } from "node:fs";
import type { Language } from "../../generated/types.ts";
import { isLanguage, LANGUAGES } from "./base-form.ts";

export const TASKS = ["prompts", "edits"] as const;
export type Task = (typeof TASKS)[number];

/** One prompt, with the lines that describe the right result. README.md explains them. */
export interface Case {
  readonly task: Task;
  readonly language: Language;
  /** The heading above it in the file, such as `chatty` or `conditions`. */
  readonly kind: string;
  readonly text: string;
  readonly expected: readonly string[];
  /** Whether the case is used in development. Held-out cases show the quality without tuning. */
  readonly set: CaseSet;
}

/**
 * `open`: used in development. `held out`: every fifth case of the same file. Other sets have the names of their files;
 * README.md describes them.
 */
export type CaseSet = string;

const HELD_OUT_EVERY = 5;

/** The set that is divided into `open` and `held out`. */
const DIVIDED = "own";

export const CORPORA = new URL("corpora/", import.meta.url);

/**
 * The cases of one task in all languages, set by set.
 * @param folder has a file `SET.TASK.txt` for each set and task
 */
export function readCorpus(task: Task, folder = CORPORA): Case[] {
  const ending = `.${task}.txt`;
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();
  return names.flatMap((name) =>
    parseCases(readFileSync(new URL(`${name}${ending}`, folder), "utf8"), task, name),
  );
}

/**
 * The text has a heading `# LANGUAGE` above the cases of a language, and `## KIND` above those of a kind.
 * @param name of the file, without what its ending says
 */
export function parseCases(text: string, task: Task, name: string): Case[] {
  const cases = text
    .split(/^# /m)
    .slice(1)
    .flatMap((section) => {
      const end = section.indexOf("\n");
      const language = section.slice(0, end);
      if (!isLanguage(language))
        throw new Error(`The heading "# ${language}" is none of the languages ${LANGUAGES.join(", ")}.`);
      return readLanguage(section.slice(end), task, language);
    });
  return name === DIVIDED ? cases : cases.map((each) => ({ ...each, set: name.replaceAll("-", " ") }));
}

function readLanguage(text: string, task: Task, language: Language): Case[] {
  let kind = "";
  // Another place in each language, since the sections of small languages ask for the same in the same order.
  const shift = language.charCodeAt(0) + language.charCodeAt(1);
  const cases: Case[] = [];
  for (const block of text.split(/\n{2,}/)) {
    const lines = block.split("\n").filter((line) => line !== "");
    if (lines[0]?.startsWith("## ")) kind = lines.shift()!.slice(3);
    const prompt = lines.filter((line) => line.startsWith(">")).map((line) => line.replace(/^> ?/, ""));
    if (prompt.length === 0) continue;
    cases.push({
      task,
      language,
      kind,
      text: prompt.join("\n"),
      expected: lines.slice(prompt.length),
      set: (cases.length + shift) % HELD_OUT_EVERY === 0 ? "held out" : "open",
    });
  }
  return cases;
}

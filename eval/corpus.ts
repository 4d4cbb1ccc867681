/** Reads the corpus: prompts and edits as people write them, each with what its form must have. */
import { readdirSync, readFileSync } from "node:fs";
import type { Language } from "../generated/types.ts";

export const TASKS = ["prompts", "edits"] as const;
export type Task = (typeof TASKS)[number];

/** One prompt with the lines that say what must come of it. README.md describes them. */
export interface Case {
  readonly task: Task;
  readonly language: Language;
  /** The heading above it in the file, such as `chatty` or `conditions`. */
  readonly kind: string;
  readonly text: string;
  readonly expected: readonly string[];
  /** Whether development looks at the case. What is held out shows what was not tuned for. */
  readonly set: CaseSet;
}

/**
 * `open`: developed with. `held out`: every fifth case. `written later`: a second held-out corpus, in `held-out/`.
 * `messy`: letters, chats and half sentences as people send them, in `messy/`. `unseen`: more of these, written after the
 * generator had learned from `messy`, in `unseen/`; it has learned from their first run since. `blind 1` and so on: batches in `blind/`,
 * each written without a look at the generator and run once before its developers saw it.
 */
export type CaseSet = "open" | "held out" | "written later" | "messy" | "unseen" | `blind ${number}`;

const HELD_OUT_EVERY = 5;

/** The cases of one task in all languages, in the order of the files. */
export function readCorpus(task: Task): Case[] {
  const later = task === "prompts" ? inSet("written later", readFolder("held-out", task)) : [];
  return [
    ...readFolder(task, task),
    ...later,
    ...inSet("messy", readFolder(`messy/${task}`, task)),
    ...inSet("unseen", readFolder(`unseen/${task}`, task)),
    ...blindBatches().flatMap((batch) => inSet(`blind ${batch}`, readFolder(`blind/${batch}/${task}`, task))),
  ];
}

function blindBatches(): number[] {
  return readdirSync(new URL("blind/", import.meta.url))
    .map(Number)
    .sort((a, b) => a - b);
}

function inSet(set: CaseSet, cases: readonly Case[]): Case[] {
  return cases.map((each) => ({ ...each, set }));
}

function readFolder(name: string, task: Task): Case[] {
  const folder = new URL(`${name}/`, import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith(".txt"));
  return files.sort().flatMap((file) => {
    const language = file.slice(0, -".txt".length) as Language;
    return readCases(readFileSync(new URL(file, folder), "utf8"), task, language);
  });
}

function readCases(text: string, task: Task, language: Language): Case[] {
  let kind = "";
  // Another place in each language, since the files of small languages ask for the same in the same order.
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

/**
 * `npm run eval [-- --adapter builtin] [--task prompts|edits] [--language de] [--held-out] [--set "blind 1"] [--wrong] [--page FILE]`: how well prompts
 * become forms, with the model that `AI_*` names, else with the built-in generator.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { builtIn } from "./adapter.ts";
import { readCorpus, type Task } from "./corpus.ts";
import { evaluate, type Judged } from "./evaluate.ts";
import { configuredModel } from "./model.ts";
import { page } from "./page.ts";
import { table } from "./table.ts";

const { values } = parseArgs({
  options: {
    adapter: { type: "string" },
    task: { type: "string" },
    language: { type: "string" },
    "held-out": { type: "boolean" },
    set: { type: "string" },
    wrong: { type: "boolean" },
    page: { type: "string" },
  },
});

const model = values.adapter === "builtin" ? undefined : modelOrExit();
const adapter = model?.adapter ?? builtIn;
const tasks: readonly Task[] =
  values.task === "prompts" || values.task === "edits" ? [values.task] : ["prompts", "edits"];
const all: Judged[] = [];
for (const task of tasks) {
  const cases = readCorpus(task).filter(
    ({ language }) => values.language === undefined || language === values.language,
  );
  const started = performance.now();
  const judged = await evaluate(cases, adapter);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const open = judged.filter(({ case: { set } }) =>
    values.set === undefined ? (set !== "open") === (values["held-out"] === true) : set === values.set,
  );
  all.push(...open);
  print(`\n${adapter.name}, ${cases.length} ${task} in ${seconds} s\n`);
  print(table("By language", open, (one) => one.case.language));
  print(`\n${table("By kind", open, (one) => one.case.kind)}`);
  print(`\n${table("Held out of development", judged, (one) => one.case.set)}`);
}
if (model) print(`\n${adapter.name}: ${model.cost()}`);
if (values.wrong) for (const one of all) printWrong(one);
if (values.page) {
  writeFileSync(values.page, page(`Prompts and forms: ${adapter.name}`, all));
  print(`\nPrompts and forms side by side: ${values.page}`);
}

function modelOrExit() {
  try {
    if (values.adapter !== undefined)
      throw new Error("--adapter takes builtin; leave it out for the model of AI_*.");
    return configuredModel(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return process.exit(2);
  }
}

function printWrong({ case: each, result, findings }: Judged): void {
  const wrong = findings.filter(({ outcome }) => outcome === "wrong in silence" || outcome === "refused");
  if (
    wrong.length === 0 ||
    each.expected.some(
      (line) => line.startsWith("@refuse") && !wrong.some(({ outcome }) => outcome !== "refused"),
    )
  )
    return;
  print(`\n[${each.task}/${each.language}/${each.kind}] ${each.text}`);
  for (const { what, outcome } of wrong) print(`  ${outcome === "refused" ? "refused" : "SILENT"} ${what}`);
  if ("refusal" in result) print(`  -> ${result.refusal.slice(0, 160)}`);
  else for (const { code, message } of result.warnings) print(`  ! ${code}: ${message.slice(0, 160)}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

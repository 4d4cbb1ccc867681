/** The eval command: `npm run -s eval -- --help`. How well prompts become forms, and edits changes of a form. */
import { writeFileSync } from "node:fs";
import { type Command, CommandFailed, processIo, runCommand } from "../../impl/mcp/commands/command-line.ts";
import { type Adapter, builtIn } from "./adapter.ts";
import { evaluate, type Judged } from "./evaluate.ts";
import { configuredModel } from "./model.ts";
import { type EvalOptions, help, readOptions } from "./options.ts";
import { page } from "./page.ts";
import { progressOn } from "./progress.ts";
import { type Run, summary } from "./summary.ts";
import { table } from "./table.ts";

const evaluation: Command = async (args) => {
  const options = readOptions(args);
  if (options === "help") return print(help);
  const model = options.builtIn ? undefined : configuredModel(process.env);
  const run = await runCases(model?.adapter ?? builtIn, options);
  if (options.table) print(`\n${summary(run)}\n`);
  else report(run, options);
  if (model) print(`\n${run.name}: ${model.cost()}\n`);
};

process.exitCode = await runCommand("eval", evaluation, process.argv.slice(2), processIo());

async function runCases(adapter: Adapter, { cases }: EvalOptions): Promise<Run> {
  const started = performance.now();
  const progress = progressOn(process.stderr, cases.length);
  const judged = await evaluate(cases, adapter, progress.step);
  progress.end();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(`${adapter.name}, ${cases.length} requests in ${seconds} s\n`);
  return { name: adapter.name, judged };
}

function report({ name, judged }: Run, options: EvalOptions): void {
  for (const task of options.tasks) printTables(task, judged, options);
  const shown = judged.filter((one) => options.isShown(one.case));
  if (options.wrong) for (const one of shown) printWrong(one);
  if (options.page !== undefined) writePage(options.page, name, shown);
}

function printTables(task: string, all: readonly Judged[], { isShown }: EvalOptions): void {
  const judged = all.filter((one) => one.case.task === task);
  const shown = judged.filter((one) => isShown(one.case));
  const name = `${task.charAt(0).toUpperCase()}${task.slice(1)}`;
  print(`\n${table(`${name} by language`, shown, (one) => one.case.language)}\n`);
  print(`\n${table(`${name} by kind`, shown, (one) => one.case.kind)}\n`);
  print(`\n${table(`${name} by part of the corpus`, judged, (one) => one.case.set)}\n`);
}

function writePage(file: string, adapter: string, judged: readonly Judged[]): void {
  try {
    writeFileSync(file, page(`Prompts and forms: ${adapter}`, judged));
  } catch (error) {
    throw new CommandFailed(
      `The page cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  print(`\nPrompts and forms side by side: ${file}\n`);
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
  print(`\n[${each.task}/${each.language}/${each.kind}] ${each.text}\n`);
  for (const { what, outcome } of wrong) print(`  ${outcome === "refused" ? "refused" : "SILENT"} ${what}\n`);
  if ("refusal" in result) print(`  -> ${result.refusal.slice(0, 160)}\n`);
  else for (const { code, message } of result.warnings) print(`  ! ${code}: ${message.slice(0, 160)}\n`);
}

function print(text: string): void {
  process.stdout.write(text);
}

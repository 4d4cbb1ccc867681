/** The command line of `npm run eval`. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Language } from "../../generated/types.ts";
import { UsageError } from "../../impl/mcp/commands/command-line.ts";
import { parseOptions } from "../../impl/mcp/commands/options.ts";
import { LANGUAGES } from "./base-form.ts";
import { type Case, CORPORA, readCorpus, TASKS, type Task } from "./corpus.ts";

export const help = `Runs prompts and edits as people write them through a generator of forms, and counts how each part of them came out:
built, named in a warning, refused, or wrong in silence.

  npm run -s eval -- [--adapter builtin] [--corpora FOLDER] [--task TASK] [--language CODE] [--set NAME]
    [--table] [--held-out] [--wrong] [--page FILE]

  --adapter builtin  the built-in generator, also where AI_PROVIDER and AI_MODEL name a model
  --corpora FOLDER   the requests of this folder, in files SET.prompts.txt and SET.edits.txt, instead of eval/corpora
  --task TASK        only ${TASKS.join(" or ")}
  --language CODE    only requests in this language, such as de
  --set NAME         only this part of the corpus, such as "blind 1" (eval/README.md says what the parts are)
  --table            one table of all sets instead of those by language, kind and set
  --held-out         tables of what was held out of development; without it, of the rest
  --wrong            each request that was refused or came out wrong in silence, with what was expected
  --page FILE        a page with requests and forms side by side, the worst first

Without AI_PROVIDER and AI_MODEL the built-in generator runs, which takes seconds. A model is asked once for each request,
eight at a time, and the last line says what that cost.

Exit codes: 0 done, 1 failed, 2 invalid command line or configuration.
`;

/** The cases to run, and the form of the output. */
export interface EvalOptions {
  readonly builtIn: boolean;
  readonly tasks: readonly Task[];
  /** The requests to run, of all tasks. */
  readonly cases: readonly Case[];
  /** Whether a case is in the tables by language and by kind. */
  readonly isShown: (one: Case) => boolean;
  readonly table: boolean;
  readonly wrong: boolean;
  readonly page?: string;
}

/**
 * Reads the command line.
 *
 * @throws UsageError that explains the mistake
 */
export function readOptions(args: readonly string[]): EvalOptions | "help" {
  const { values } = parseOptions(args, {
    adapter: { type: "string" },
    corpora: { type: "string" },
    task: { type: "string" },
    language: { type: "string" },
    set: { type: "string" },
    table: { type: "boolean", default: false },
    "held-out": { type: "boolean", default: false },
    wrong: { type: "boolean", default: false },
    page: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  });
  if (values.help) return "help";
  readOneAmong("--adapter", values.adapter, ["builtin"]);
  const task = readOneAmong("--task", values.task, TASKS);
  const language = readOneAmong<Language>("--language", values.language, LANGUAGES);
  const tasks = task === undefined ? TASKS : [task];
  const all = tasks.flatMap((one) => readCorpus(one, corporaFolder(values.corpora)));
  const set = readOneAmong("--set", values.set, [...new Set(all.map((each) => each.set))]);
  return {
    builtIn: values.adapter !== undefined,
    tasks,
    cases: all.filter(
      (each) =>
        (language === undefined || each.language === language) && (set === undefined || each.set === set),
    ),
    isShown: (each) => set !== undefined || (each.set !== "open") === values["held-out"],
    table: values.table,
    wrong: values.wrong,
    ...(values.page !== undefined && { page: values.page }),
  };
}

function corporaFolder(path: string | undefined): URL {
  if (path === undefined) return CORPORA;
  if (!existsSync(path)) throw new UsageError(`--corpora ${JSON.stringify(path)} is no folder.`);
  return pathToFileURL(`${resolve(path)}/`);
}

function readOneAmong<T extends string>(
  option: string,
  given: string | undefined,
  allowed: readonly T[],
): T | undefined {
  if (given === undefined) return undefined;
  const found = allowed.find((one) => one === given);
  if (found === undefined)
    throw new UsageError(
      `${option} ${JSON.stringify(given)} is unknown. It takes ${allowed.map((one) => (one.includes(" ") ? `"${one}"` : one)).join(", ")}.`,
    );
  return found;
}

/** The command line of `npm run conformance:faults`. */
import { parseArgs } from "node:util";
import { compileGlob } from "../results/accepted.ts";
import { UsageError } from "../usage/usage-error.ts";
import { requiredShares } from "./findings.ts";

export interface Options {
  readonly seed: number;
  readonly count: number;
  readonly healthy: number;
  readonly workers: number;
  /** Which ways to break the service are tried. */
  readonly ways: { readonly proxy: boolean; readonly patches: boolean; readonly mutants: boolean };
  readonly only: readonly RegExp[];
  readonly list: boolean;
  readonly help: boolean;
}

export const help = `Breaks our own server in many ways, and looks whether the conformance suite notices.

  npm run conformance:faults                      500 faults, 20 runs in which nothing is broken, all patches, mutants
  npm run conformance:faults -- --fault 'leak/**'   only these
  npm run conformance:faults -- --patches           only the patches; --proxy: only the faults of the proxy
  npm run conformance:faults -- --mutants           only the mutants; with --fault '*/src/**' of a new project only

  --seed N       which faults, and the order of the cases (default: another one each time; it is printed)
  --count N      how many faults, how many mutants of the service, and of a new project (default 500)
  --fault ID     only this one; * stands for anything but /, ** for anything; repeat for more
  --healthy N    whole runs with nothing broken, each of which has to be silent (default 20)
  --parallel N   accounts that work side by side (default 6)
  --list         list every fault that could be made, and try none

A fault is an operator (conformance/faults/operators/) at a place of the spec. The server behind a proxy keeps its spec, the
proxy breaks it. A fault is caught when a case fails that held with the healthy server, among the cases of its place.

A patch is a plausible mistake in the sources of the service (conformance/faults/patches/patches.yaml): a lost check, a missing
filter, an ignored argument. Each is made in a copy of the service, and caught when a case about behaviour fails.

A mutant is a patch that a program makes (conformance/faults/patches/mutants.ts): of the form service and of what toolwright new
makes, in code that some case reaches. Such cases try it. It counts if it gave another value than the expression in its place.

Faults and patches that are known to survive are in conformance/faults/survivors.yaml, with the reason.

Exit codes: 0 at least 98 % of the faults, all patches and ${100 * requiredShares.ofProject} % of the mutants of a new project were caught,
every survivor that is no mutant is known, and there was no finding about the healthy server; else 1.
`;

const text = { type: "string" } as const;

/** @throws UsageError that says what is wrong with the command line */
export function parseOptions(args: readonly string[]): Options {
  const values = parsed(args);
  const all = !(values.proxy || values.patches || values.mutants);
  return {
    seed: values.seed === undefined ? Date.now() % 2 ** 31 : wholeNumber("seed", values.seed),
    count: wholeNumber("count", values.count ?? "500"),
    healthy: wholeNumber("healthy", values.healthy ?? "20"),
    workers: Math.max(1, wholeNumber("parallel", values.parallel ?? "6")),
    ways: {
      proxy: values.proxy ?? all,
      patches: values.patches ?? all,
      mutants: values.mutants ?? all,
    },
    only: (values.fault ?? []).map(compileGlob),
    list: values.list ?? false,
    help: values.help ?? false,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        seed: text,
        count: text,
        healthy: text,
        parallel: text,
        fault: { ...text, multiple: true },
        list: { type: "boolean" },
        patches: { type: "boolean" },
        proxy: { type: "boolean" },
        mutants: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

function wholeNumber(name: string, argument: string): number {
  const value = Number(argument);
  if (argument !== "" && Number.isSafeInteger(value) && value >= 0) return value;
  throw new UsageError(`--${name} ${argument} is not a whole number.`);
}

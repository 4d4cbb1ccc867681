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
  /** The ways of breaking the service that are tried. */
  readonly ways: { readonly proxy: boolean; readonly patches: boolean; readonly mutants: boolean };
  readonly only: readonly RegExp[];
  readonly list: boolean;
  readonly help: boolean;
}

export const help = `Breaks our own server in many ways, and checks whether the conformance suite notices.

  npm run conformance:faults                      500 faults, 20 runs without a fault, all patches, mutants
   npm run conformance:faults -- --fault 'leak/**'   only the faults that match
  npm run conformance:faults -- --patches           only the patches; --proxy: only the faults of the proxy
  npm run conformance:faults -- --mutants           only the mutants; with --fault '*/src/**' only those of a new project

   --seed N       selects the faults and the order of the cases (default: random, printed)
   --count N      the number of faults, of mutants of the service, and of mutants of a new project (default 500)
   --fault ID     only the faults that match; * matches all characters except /, ** matches all; may be repeated
   --healthy N    whole runs without a fault, which must have no findings (default 20)
   --parallel N   accounts that work at the same time (default 6)
   --list         lists every possible fault, and tries none

A fault is an operator (conformance/faults/operators/) at a place of the spec. The server behind the proxy conforms to its spec,
and the proxy changes its answers. A fault is caught if a case of its place fails that held with the healthy server.

A patch is a plausible mistake in the sources of the service (conformance/faults/patches/patches.yaml): a lost check, a missing
filter, an ignored argument. Each is made in a copy of the service. It is caught if a case about behaviour fails.

A mutant is a patch that a program makes (conformance/faults/patches/mutants.ts), in the sources of the form service and of a
project by toolwright new. The cases that reach it, and in which its value would be another one, try it. It counts only if it gave another value than the
expression that it replaced.

conformance/faults/survivors.yaml lists the faults and patches that are known to survive, with the reasons.

conformance/faults/mutant-survivors.yaml lists the mutants that were read and that no client can see; they do not count.

Exit codes: 0 if at least 98 % of the faults, all patches, ${100 * requiredShares.ofProject} % of the mutants of a new project and ${100 * requiredShares.ofService} % of those of the service were caught,
every surviving fault or patch is known, and the healthy server had no findings; otherwise 1.
`;

const text = { type: "string" } as const;

/** Parses the command line. @throws UsageError that explains the mistake in the command line */
export function parseOptions(args: readonly string[]): Options {
  const values = parseValues(args);
  const all = !(values.proxy || values.patches || values.mutants);
  return {
    seed: values.seed === undefined ? Date.now() % 2 ** 31 : parseWholeNumber("seed", values.seed),
    count: parseWholeNumber("count", values.count ?? "500"),
    healthy: parseWholeNumber("healthy", values.healthy ?? "20"),
    workers: Math.max(1, parseWholeNumber("parallel", values.parallel ?? "6")),
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

function parseValues(args: readonly string[]) {
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

function parseWholeNumber(name: string, argument: string): number {
  const value = Number(argument);
  if (argument !== "" && Number.isSafeInteger(value) && value >= 0) return value;
  throw new UsageError(`--${name} ${argument} is not a whole number.`);
}

/** Decides cases, each by the judge of its kind. */
import { answersVerdict } from "../answers/answers-case.ts";
import type { Comparison } from "../answers/comparison.ts";
import type { Engine } from "../behaviour/engine.ts";
import type { Context } from "../calls/context.ts";
import type { InputCase } from "../cases/format.ts";
import { type AuthorizationCall, authorizationVerdict, expiryVerdict } from "../kinds/authorization.ts";
import { behaviourVerdict } from "../kinds/behaviour.ts";
import { makeCheckJudge } from "../kinds/checks.ts";
import { failureVerdict, outputVerdict } from "../kinds/examples.ts";
import { makeErrorJudge } from "../kinds/input/hostile-arguments.ts";
import { InputJudge } from "../kinds/input/input.ts";
import { makeUnimplementedJudge } from "../kinds/input/unimplemented.ts";
import { makeManifestJudge } from "../kinds/manifest.ts";
import { offerVerdict } from "../kinds/offers.ts";
import { ownLawVerdict } from "../laws/own/own-law-case.ts";
import { unasked, type Verdict } from "../results/verdict.ts";
import type { Runnable } from "./runnable.ts";

export type Decide = (each: Runnable) => Promise<Verdict>;

export interface DeciderOptions {
  /** The cases of arguments that may share a call. */
  readonly together: readonly InputCase[];
  /** Absent if the answers are not compared with those of earlier runs. */
  readonly comparison?: Comparison | undefined;
}

/** Creates the function that decides a case by its kind. */
export function makeDecider(
  context: Context,
  engine: Engine,
  { together, comparison }: DeciderOptions,
): Decide {
  const checked = makeCheckJudge(context);
  const manifest = makeManifestJudge(context);
  const judgeUnimplemented = makeUnimplementedJudge(context);
  const judgeErrors = makeErrorJudge(context, judgeUnimplemented);
  const judgeInput = new InputJudge(context, judgeUnimplemented, together);
  return async (each) => {
    switch (each.kind) {
      case "protocol":
      case "oauth":
      case "card":
        return checked(each);
      case "manifest":
        return manifest(each);
      case "authorization":
        if ("expires" in each) return expiryVerdict(each, engine);
        return authorizationVerdict(each as AuthorizationCall, context);
      case "input":
        return judgeInput.verdict(each);
      case "output":
        return outputVerdict(each, context);
      case "failures":
        return failureVerdict(each, context);
      case "errors":
        return judgeErrors(each);
      case "resources":
      case "prompts":
        return offerVerdict(each, context);
      case "law":
        return ownLawVerdict(each, engine);
      case "answers":
        if (comparison === undefined) return unasked;
        engine.answers?.settle();
        return answersVerdict(each, comparison);
      default:
        return behaviourVerdict(each, engine);
    }
  };
}

/** Gives cases of the spec and checks of the protocol the same form in results. */
import type { AnswersCase } from "../answers/answers-case.ts";
import type { Case } from "../cases/format.ts";
import { type CheckCase, isCheck } from "../checks/check-case.ts";
import type { OwnLawCase } from "../laws/own/own-law-case.ts";
import type { Subject } from "../results/verdict.ts";

/** A case of the spec, a check of the protocol, a case of a law of a team, or a comparison with earlier runs. */
export type Runnable = Case | CheckCase | OwnLawCase | AnswersCase;

export function toSubject(each: Runnable): Subject {
  const { id, must, at, kind, tool } = each;
  const level = toLevel(each);
  return { id, must, at, kind, tool, ...(level && { level }) };
}

/** Returns the requirement level. The text in addition to `structuredContent` is a SHOULD (MCP 2025-11-25, Tools, Structured Content). */
function toLevel(each: Runnable): Subject["level"] {
  if (isCheck(each)) return each.level;
  return "watch" in each && each.watch === "text" ? "SHOULD" : undefined;
}

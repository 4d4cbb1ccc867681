/** Decides a case of a law: makes its attempts within the budget, and has suspicions confirmed. */
import { type Called, showAnswer } from "../behaviour/calls/called.ts";
import type { RunLog } from "../results/run-log.ts";
import { failed, held, inapplicable, unverified, type Verdict } from "../results/verdict.ts";
import { type Budget, chooseAttempts } from "./budget.ts";
import { confirm, type Suspicion } from "./confirm.ts";
import { open } from "./judgements.ts";
import type { Attempt, Judgement } from "./law.ts";
import { judgeShared, type Trying } from "./trying.ts";

/** Thrown when a case has a suspicion. The run goes on with it when nothing else runs. */
export class Suspected extends Error {
  /** Confirms the suspicion, and goes on with the case. It may find another suspicion. */
  readonly goOn: () => Promise<Verdict>;

  constructor(goOn: () => Promise<Verdict>) {
    super("a case has a suspicion that nothing has confirmed");
    this.goOn = goOn;
  }
}

export class Decision {
  readonly #trying: Trying;
  readonly #budget: Budget;
  readonly #runLog: Pick<RunLog, "access">;
  readonly #attempts: readonly Attempt[];
  readonly #judgements: Judgement[] = [];
  /** Attempt -> whether its last round has proven something. */
  readonly #provenBy = new Map<Attempt, boolean>();
  /** The index of the next attempt. */
  #next = 0;
  #suspicion: Suspicion | undefined;
  #lastAct: Called | undefined;
  /** The last call by the owner, after the observations. */
  #lastOfOwner: Called | undefined;

  constructor(trying: Trying, budget: Budget, runLog: Pick<RunLog, "access">) {
    const { law, subject, world } = trying;
    this.#trying = trying;
    this.#budget = budget;
    this.#runLog = runLog;
    this.#attempts = chooseAttempts(law, law.attempts(subject, world.spec), budget);
  }

  /** Throws a Suspected when an attempt shows a problem, and a PreconditionError if the case cannot be tried. */
  async decide(): Promise<Verdict> {
    try {
      const verdict = toVerdict(await this.#judge());
      const { status } = verdict;
      this.#fillCell(status === "held" || status === "failed" ? status : "unverified");
      return verdict;
    } catch (error) {
      if (!(error instanceof Suspected)) this.#fillCell("unverified");
      throw error;
    }
  }

  async #judge(): Promise<Judgement> {
    if (this.#suspicion !== undefined) {
      const confirmed = await confirm(this.#suspicion, this.#trying, this.#budget);
      this.#suspicion = undefined;
      this.#next += 1;
      if (confirmed.is === "broken") return confirmed;
      this.#judgements.push(confirmed);
    }
    for (const attempt of this.#attempts.slice(this.#next)) {
      if (!this.#isWorth(attempt)) {
        this.#next += 1;
        continue;
      }
      const { judgement, tried } = await judgeShared(attempt, this.#trying);
      this.#lastAct = tried?.shown.acts.at(-1) ?? this.#lastAct;
      this.#lastOfOwner = tried?.shown.afterwards.at(-1) ?? this.#lastOfOwner;
      if (judgement.is === "broken") {
        this.#suspicion = { attempt, broken: judgement, ms: tried?.ms ?? 0 };
        throw new Suspected(() => this.decide());
      }
      this.#next += 1;
      this.#provenBy.set(attempt, judgement.is === "held");
      this.#judgements.push(judgement);
      const { isChancy, needsAll } = this.#trying.law;
      if (judgement.is === "held" && isChancy !== true && needsAll !== true) break;
    }
    return this.#conclude();
  }

  /** Whether an attempt may still show something: another round of one that did, or a spare one if no other one did. */
  #isWorth(attempt: Attempt): boolean {
    const earlier = this.#provenBy.get(attempt);
    if (earlier !== undefined) return earlier;
    return attempt.isSpare !== true || ![...this.#provenBy.values()].includes(true);
  }

  /** What was seen once hides what holds in other attempts: it is never silent. */
  #conclude(): Judgement {
    const find = (is: Judgement["is"]) => this.#judgements.find((each) => each.is === is);
    const once = this.#judgements.find((each) => each.is === "open" && each.cause === "once");
    const { needsAll } = this.#trying.law;
    const other = needsAll && this.#judgements.find((each) => each.is !== "held");
    if (other) return once ?? other;
    const decided = once ?? find("held") ?? find("inapplicable") ?? this.#judgements[0];
    return decided ?? open("undeclared", "there is nothing to try");
  }

  /** Fills the cell of the access matrix. */
  #fillCell(verdict: "held" | "failed" | "unverified"): void {
    const { law, subject } = this.#trying;
    const cell = law.cell?.(subject);
    if (cell === undefined) return;
    const isKnown = verdict !== "unverified" && this.#lastAct !== undefined;
    const answer = isKnown ? showAnswer(this.#lastAct!) : "not verified";
    const { tool } = subject;
    this.#runLog.access.push({ tool, ...cell, answer, verdict });
    if (this.#lastOfOwner === undefined) return;
    const byOwner = { ...cell, caller: "owner", answer: showAnswer(this.#lastOfOwner) } as const;
    this.#runLog.access.push({ tool, ...byOwner, verdict: "held" });
  }
}

function toVerdict(judgement: Judgement): Verdict {
  switch (judgement.is) {
    case "held":
      return held;
    case "broken":
      return failed(judgement.expected, judgement.got, judgement.shownBy.exchange);
    case "open":
      return unverified(judgement.cause, judgement.why, judgement.shownBy?.exchange);
    case "inapplicable":
      return inapplicable(judgement.why);
    case "needs-controls":
      throw new Error("a law asks for controls that it has seen");
  }
}

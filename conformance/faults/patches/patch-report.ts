/** The report of the patches: by kind of mistake, what was caught, and what survived. */
import type { Style } from "../../report/terminal.ts";
import type { KnownSurvivor } from "../findings.ts";
import type { PatchOutcome } from "./patch-experiment.ts";
import { readKind } from "./patches.ts";

export interface PatchFindings {
  readonly outcomes: readonly PatchOutcome[];
  readonly survivors: readonly { readonly outcome: PatchOutcome; readonly reason: string | undefined }[];
  /** Entries whose patches were tried and caught. */
  readonly stale: readonly KnownSurvivor[];
  readonly passed: boolean;
}

/** All patches must be caught, but for known survivors. */
export function patchFindings(
  outcomes: readonly PatchOutcome[],
  known: readonly KnownSurvivor[],
): PatchFindings {
  const survivors = outcomes
    .filter(({ firstFinding }) => firstFinding === undefined)
    .map((outcome) => ({ outcome, reason: known.find(({ fault }) => fault === outcome.patch.id)?.reason }));
  const caught = new Set(outcomes.filter(({ firstFinding }) => firstFinding).map(({ patch }) => patch.id));
  const stale = known.filter(({ fault }) => caught.has(fault));
  const passed = stale.length === 0 && survivors.every(({ reason }) => reason !== undefined);
  return { outcomes, survivors, stale, passed };
}

export function patchReport({ outcomes, survivors, stale, passed }: PatchFindings, style: Style): string {
  const kinds = Map.groupBy(outcomes, ({ patch }) => readKind(patch));
  const width = Math.max(...[...kinds.keys()].map((kind) => kind.length));
  const rows = [...kinds].map(([kind, own]) => {
    const caught = own.filter(({ firstFinding }) => firstFinding).length;
    const row = `${kind.padEnd(width)}  ${String(own.length).padStart(5)}  ${String(caught).padStart(6)}`;
    return caught === own.length ? row : style.warn(row);
  });
  return [
    [style.dim(`${"mistake".padEnd(width)}  tried  caught`), ...rows].join("\n"),
    ...survivors.map(
      ({ outcome: { patch }, reason }) =>
        `${reason === undefined ? style.bad("survives:") : "known survivor:"} ${patch.id}\n    ${patch.description} ${style.dim(reason ?? "No case failed.")}`,
    ),
    ...stale.map(({ fault }) => style.bad(`${fault} is caught: take it out of the list of known survivors`)),
    `${outcomes.length - survivors.length} of ${outcomes.length} patches caught`,
    passed ? style.good("The suite passed.") : style.bad("The suite did not pass."),
  ].join("\n\n");
}

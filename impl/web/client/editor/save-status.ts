/** What the editor knows about the stored form, and how saving stands. */
import type { FormChange, Warning } from "../../../../generated/types.ts";
import type { Conflict } from "../../../forms/edits/merge.ts";
import type { Problem, SaveReply, StoredForm } from "./boot.ts";

export type SaveState =
  | "saved"
  /** Changed, and not sent yet. */
  | "changed"
  | "saving"
  /** A published form with changes that the service keeps until they are published. */
  | "unpublished"
  /** The structure breaks a rule, see `problems`. */
  | "invalid"
  /** The change would break responses, see `breaking`. */
  | "blocked"
  /** Changed elsewhere in a way that does not fit, see `conflicts`. */
  | "conflict"
  | "offline"
  | "signed_out"
  | "failed";

/** The state after a refusal, by its code. Anything else has failed. */
const refusedStates: Readonly<Record<string, SaveState>> = {
  invalid_input: "invalid",
  breaking_edit_blocked: "blocked",
  offline: "offline",
  signed_out: "signed_out",
};

export type SaveStatus = ReturnType<typeof createSaveStatus>;

export function createSaveStatus(stored: StoredForm, responseCount: number) {
  const listeners = new Set<() => void>();
  const status = {
    state: "saved" as SaveState,
    /** What is stored, as far as the editor knows. */
    base: stored,
    responseCount,
    message: "",
    problems: [] as readonly Problem[],
    breaking: [] as readonly FormChange[],
    warnings: [] as readonly Warning[],
    conflicts: [] as readonly Conflict[],

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    report(state: SaveState): void {
      status.state = state;
      for (const listener of listeners) listener();
    },
    refuse({ code, message, problems, changes }: Extract<SaveReply, { ok: false }>): void {
      status.message = message;
      const state = refusedStates[code] ?? "failed";
      if (state === "invalid") status.problems = problems ?? [];
      if (state === "blocked") status.breaking = changes ?? [];
      status.report(state);
    },
    forgetRefusal(): void {
      status.problems = [];
      status.breaking = [];
      status.message = "";
    },
  };
  return status;
}

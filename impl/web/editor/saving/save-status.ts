/** The status of saving, with the stored form as the editor knows it. */
import type { FormChange, Warning } from "../../../../generated/types.ts";
import type { Conflict } from "../../../forms/edits/merge.ts";
import type { Problem, SaveReply, StoredForm } from "../boot.ts";

export type SaveState =
  | "saved"
  /** Changed, and not sent yet. */
  | "changed"
  | "saving"
  /** The form is published, and the service keeps changes until the user publishes them. */
  | "unpublished"
  /** The structure breaks a rule, see `problems`. */
  | "invalid"
  /** The change would break responses, see `breaking`. */
  | "blocked"
  /** Another user changed the same part, see `conflicts`. */
  | "conflict"
  | "offline"
  | "signed_out"
  | "failed";

/** The state after a refusal, by its code. Any other code means `failed`. */
const refusedStates: Readonly<Record<string, SaveState>> = {
  invalid_input: "invalid",
  breaking_edit_blocked: "blocked",
  offline: "offline",
  signed_out: "signed_out",
};

/** The status of saving. It is mutable; listeners are called on every change. */
export interface SaveStatus {
  state: SaveState;
  /** The stored form, as far as the editor knows. */
  base: StoredForm;
  responseCount: number;
  /** The reason why the last save was refused; empty: it was not. */
  message: string;
  /** Rules that the structure breaks. */
  problems: readonly Problem[];
  /** Changes that responses forbid. */
  breaking: readonly FormChange[];
  warnings: readonly Warning[];
  /** Parts that were changed both here and elsewhere. The user decides on them. */
  conflicts: readonly Conflict[];
  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
  report(state: SaveState): void;
  accept(reply: Extract<SaveReply, { ok: true }>): void;
  refuse(reply: Extract<SaveReply, { ok: false }>): void;
  forgetRefusal(): void;
}

export function createSaveStatus(stored: StoredForm, responseCount: number): SaveStatus {
  const listeners = new Set<() => void>();
  const status: SaveStatus = {
    state: "saved",
    base: stored,
    responseCount,
    message: "",
    problems: [],
    breaking: [],
    warnings: [],
    conflicts: [],

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    report(state) {
      status.state = state;
      for (const listener of listeners) listener();
    },
    accept({ responseCount: count, warnings }) {
      status.responseCount = count;
      status.warnings = warnings;
    },
    refuse({ code, message, problems, changes }) {
      status.message = message;
      const state = refusedStates[code] ?? "failed";
      if (state === "invalid") status.problems = problems ?? [];
      if (state === "blocked") status.breaking = changes ?? [];
      status.report(state);
    },
    forgetRefusal() {
      status.problems = [];
      status.breaking = [];
      status.message = "";
    },
  };
  return status;
}

/** The refusal of a prompt of which the built-in generator reads too little. */
import type { FormStructure } from "../../../generated/types.ts";
import { type Reason, WordedRefusal } from "./worded-refusal.ts";

/** A result that a model can read at once. */
export const MAX_UNDERSTOOD_BYTES = 30_000;

/** The built-in generator is deterministic, so the same prompt is refused each time. */
export class PromptNotUnderstood extends WordedRefusal {
  /** What was understood, for the caller to complete; undefined where there is nothing, or too much for a result. */
  readonly understood: FormStructure | undefined;

  /**
   * @param message what is not understood, and how to say it
   * @param understood a structure that satisfies the rules; of more than 30,000 bytes of JSON it is left out
   */
  constructor(message: string, reasons: readonly Reason[], understood?: FormStructure) {
    const json = JSON.stringify(understood) ?? "";
    const structure = Buffer.byteLength(json) > MAX_UNDERSTOOD_BYTES ? undefined : understood;
    super(
      "prompt_not_understood",
      // Most clients show models only the text of a refusal.
      structure === undefined ? message : `${message} ${OFFER}\n${json}`,
      reasons,
      structure === undefined ? {} : { structure },
    );
    this.understood = structure;
  }
}

const OFFER =
  "What was understood follows. Complete it and send it as `structure`, which costs no generation:";

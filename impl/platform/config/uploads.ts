/** What strangers may upload without sending it, as the operator says, and what they may write. */

/** Bytes of files that are uploaded, or of answers that are written, and not sent. */
export interface UnsentLimits {
  readonly form: number;
  readonly network: number;
  readonly all: number;
}

export const DEFAULT_UNSENT: UnsentLimits = {
  form: 200_000_000,
  network: 500_000_000,
  all: 5_000_000_000,
};

/** A network takes a tenth of what a form may have, so that no single one keeps others from answering. */
export const UNSENT_ANSWERS: UnsentLimits = {
  form: 500_000_000,
  network: 50_000_000,
  all: 2_000_000_000,
};

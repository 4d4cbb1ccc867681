/** What strangers may upload without sending it, as the operator says. */

/** Bytes of files that are uploaded and not sent. */
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

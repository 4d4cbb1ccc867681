/** Reads the operator's limits on the uploads and the unsent answers of visitors. */

/** Bytes of files that are uploaded, or of answers that are written, and not sent; or of responses that are not confirmed. */
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

/** A network may use a tenth of a form's limit, so that no single network keeps others from answering. */
export const UNSENT_ANSWERS: UnsentLimits = {
  form: 500_000_000,
  network: 50_000_000,
  all: 2_000_000_000,
};

/**
 * The limits of unconfirmed responses with their files. They are removed when confirmed, or after a week, so the limits are ten
 * times those of data that is removed after an hour or a day.
 */
export const UNCONFIRMED_RESPONSES: UnsentLimits = {
  form: 5_000_000_000,
  network: 500_000_000,
  all: 20_000_000_000,
};

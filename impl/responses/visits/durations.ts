/** The times from opening to sending, as numbered buckets: the counters contain no time of a single visit. */

/** A bucket ends at this multiple of its beginning, so a median is at most 4 % from the true one. */
const GROWTH = 1.08;

/** Returns the number of the bucket of a time. Times below a second are in the first one. */
export function bucketOf(milliseconds: number): number {
  return Math.floor(Math.log(Math.max(1_000, milliseconds) / 1_000) / Math.log(GROWTH));
}

/** Returns a time in the middle of a bucket. */
function middleOf(bucket: number): number {
  return 1_000 * GROWTH ** (bucket + 0.5);
}

/**
 * Returns the median of counted times in whole seconds, at least 1; undefined: there are none. Of an even number of times it is
 * the lower one of the two in the middle.
 */
export function medianSeconds(
  counts: readonly { readonly bucket: number; readonly visits: number }[],
): number | undefined {
  const sorted = counts.filter(({ visits }) => visits > 0).sort((a, b) => a.bucket - b.bucket);
  const total = sorted.reduce((sum, { visits }) => sum + visits, 0);
  let before = 0;
  for (const { bucket, visits } of sorted) {
    before += visits;
    if (2 * before >= total) return Math.max(1, Math.round(middleOf(bucket) / 1_000));
  }
  return undefined;
}

/** How long responses are kept that are deleted, not confirmed, or tests. */
const DAY_MS = 86_400_000;

/** How long the deletion of a verified response can be undone. */
export const RESTORABLE_MS = 30 * DAY_MS;
/** Unconfirmed responses, and spam: deleting them does not keep them for longer. */
export const UNVERIFIED_LIFETIME_MS = 7 * DAY_MS;
export const TEST_LIFETIME_MS = 30 * DAY_MS;

/** When a test response is removed. */
export function endOfTest({ submitted_at }: { readonly submitted_at: string }): string {
  return new Date(Date.parse(submitted_at) + TEST_LIFETIME_MS).toISOString();
}

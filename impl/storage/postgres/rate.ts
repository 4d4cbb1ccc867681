import type { Pool } from "pg";
import type { Limit } from "toolwright/runtime";

const SWEEP_MS = 60_000;

/** One statement, by the database's clock: nodes whose clocks differ count in the same windows. */
const CONSUME = `
  insert into request_windows as known (key, opened_at, used) values ($1, clock_timestamp(), 1)
  on conflict (key) do update set
    used = case when known.opened_at + $2 * interval '1 second' <= excluded.opened_at then 1 else known.used + 1 end,
    opened_at = case when known.opened_at + $2 * interval '1 second' <= excluded.opened_at
      then excluded.opened_at else known.opened_at end
  returning used, extract(epoch from opened_at + $2 * interval '1 second' - clock_timestamp()) as seconds_left`;

/** At most `max` requests a key in a window of `seconds` that opens with the first of them, on however many nodes. */
export function sharedRateLimit(
  pool: Pool,
  { max, seconds }: { max: number; seconds: number },
): Limit & { stop(): void } {
  const sweep = setInterval(() => {
    const over = "delete from request_windows where opened_at < clock_timestamp() - $1 * interval '1 second'";
    // Only housekeeping: an old window is replaced when its key comes again.
    pool.query(over, [2 * seconds]).catch(() => {});
  }, SWEEP_MS).unref();
  const limit = async (key: string) => {
    const { rows } = await pool.query<{ used: number; seconds_left: string }>({
      name: "consume",
      text: CONSUME,
      values: [key, seconds],
    });
    const { used, seconds_left } = rows[0]!;
    if (used <= max) return { allowed: true as const };
    return { allowed: false as const, retryAfterSeconds: Math.max(1, Math.ceil(Number(seconds_left))) };
  };
  return Object.assign(limit, { stop: () => clearInterval(sweep) });
}

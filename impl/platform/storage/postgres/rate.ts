import { hash } from "node:crypto";
import type { Limit } from "@toolwright/runtime";
import type { ResilientPool } from "./unavailable.ts";

const SWEEP_MS = 60_000;

/** Counts in one statement by the database's clock, so nodes whose clocks differ share the same windows. */
const CONSUME = `
  insert into request_windows as known (key, opened_at, used) values ($1, clock_timestamp(), 1)
  on conflict (key) do update set
    used = case when known.opened_at + $2 * interval '1 second' <= excluded.opened_at then 1 else known.used + 1 end,
    opened_at = case when known.opened_at + $2 * interval '1 second' <= excluded.opened_at
      then excluded.opened_at else known.opened_at end
  returning used, extract(epoch from opened_at + $2 * interval '1 second' - clock_timestamp()) as seconds_left`;

/** Each limit removes only its own rows, because other limits have longer windows. */
const SWEEP = `
  delete from request_windows
  where starts_with(key, $1) and opened_at < clock_timestamp() - $2 * interval '1 second'`;

/**
 * Returns a limit of `max` requests a key in a window of `seconds`, over all nodes. A window opens with its first request.
 * Only hashes of keys are stored, because some keys are email addresses.
 * @param name identifies the limit: limits of one name share their windows
 */
export function sharedRateLimit(
  pool: Pick<ResilientPool, "query">,
  name: string,
  { max, seconds }: { max: number; seconds: number },
): Limit & { sweep(): Promise<void>; stop(): void } {
  const sweep = async () => void (await pool.query({ text: SWEEP, values: [`${name}:`, seconds] }));
  // The sweep only saves space: an expired window is replaced when its key occurs again.
  const sweeping = setInterval(() => void sweep().catch(() => {}), SWEEP_MS).unref();
  const limit = async (key: string) => {
    const { rows } = await pool.query<{ used: number; seconds_left: string }>({
      name: "consume",
      text: CONSUME,
      values: [`${name}:${hash("sha256", key)}`, seconds],
    });
    const { used, seconds_left } = rows[0]!;
    if (used <= max) return { allowed: true as const };
    return { allowed: false as const, retryAfterSeconds: Math.max(1, Math.ceil(Number(seconds_left))) };
  };
  return Object.assign(limit, { sweep, stop: () => clearInterval(sweeping) });
}

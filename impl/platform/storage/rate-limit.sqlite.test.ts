import { expect, test } from "vitest";
import { limits } from "../../../generated/limits.ts";
import { startService } from "../../test/support/service.ts";

test("a window takes exactly as many requests as the limit says, for each token", async () => {
  const { mint, post, time } = await startService();
  const { max, seconds } = limits.request_rate;
  const [one, other] = [await mint(), await mint()];
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const opened = time.now.getTime();
  const statuses = await Promise.all(
    Array.from({ length: max + 5 }, async () => (await post(one.token, ping)).status),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(max);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect((await post(other.token, ping)).status).toBe(200);

  time.now = new Date(opened + seconds * 1000 - 1);
  const last = await post(one.token, ping);
  expect([last.status, last.headers.get("retry-after")]).toEqual([429, "1"]);
  time.now = new Date(opened + seconds * 1000);
  expect((await post(one.token, ping)).status).toBe(200);
});

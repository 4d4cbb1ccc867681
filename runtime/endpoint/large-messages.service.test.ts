/** Large messages: what their bodies hold is bounded and shared fairly, and they are handled one after the other. */
import { fairQueue, sharedBudget } from "@toolwright/runtime";
import { afterEach, expect, test } from "vitest";
import { RawConnection, requestBytes } from "../test/support/wire/raw-http.ts";
import { post } from "../test/support/wire/rpc.ts";
import { type Served, serve } from "../test/support/wire/serving.ts";

/** The most bytes of a body. The bodies of all accounts may use 8 times this size, the bodies of one account 4 times. */
const maxBodyBytes = 100_000;
const limit = () => ({ allowed: true }) as const;

let served: Served | undefined;

afterEach(() => served?.server.close());

function padded(bytes: number): string {
  const message = { jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: { padding: "" } } };
  const padding = "x".repeat(bytes - JSON.stringify(message).length);
  return JSON.stringify({ ...message, params: { _meta: { padding } } });
}

test("an account that leaves large bodies unfinished gets 503 for more, and keeps out no other account", async () => {
  served = await serve({
    maxBodyBytes,
    limit,
    authenticate: ({ token }) => ({ account: token, token, scopes: new Set() }),
  });
  const { url } = served;
  const connections = Array.from({ length: 5 }, () => {
    const connection = new RawConnection(url);
    const request = requestBytes(url, {
      headers: { Authorization: "Bearer ana" },
      body: padded(maxBodyBytes),
    });
    connection.send(request.subarray(0, -1));
    return connection;
  });
  const refused = await Promise.race(connections.map((connection) => connection.answer()));
  expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
  expect(JSON.parse(refused.body).error.message).toContain("Too many large messages");
  expect((await post(url, padded(1_000), "ana")).status).toBe(200);
  expect((await post(url, padded(maxBodyBytes), "ben")).status).toBe(200);
  for (const { socket } of connections) socket.destroy();
  let status = 503;
  while (status === 503) ({ status } = await post(url, padded(maxBodyBytes), "ana"));
  expect(status).toBe(200);
});

test("of many large messages each is answered, also those whose clients leave", async () => {
  served = await serve({ maxBodyBytes: 10 * maxBodyBytes, limit });
  const { url } = served;
  const gone = new RawConnection(url);
  gone.send(requestBytes(url, { body: padded(maxBodyBytes) }));
  gone.socket.end();
  const answers = await Promise.all(Array.from({ length: 12 }, () => post(url, padded(maxBodyBytes))));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await post(url, `${padded(maxBodyBytes)}}`)).status).toBe(400);
  expect(served.logged).toEqual([]);
});

test("a queue takes callers in turn and rests as long as each piece of work took", () => {
  let time = 0;
  const timers: { readonly at: number; then(): void }[] = [];
  const queue = fairQueue({
    now: () => time,
    after: (milliseconds, then) => timers.push({ at: time + milliseconds, then }),
  });
  const log: string[] = [];
  const add = (name: string, caller: string) =>
    queue.add(caller, () => {
      log.push(`${name} at ${time}`);
      time += 100;
    });
  for (const name of ["a1", "a2", "a3"]) add(name, "ana");
  add("b1", "ben");
  const remove = add("b2", "ben");
  remove();
  for (let timer = timers.shift(); timer; timer = timers.shift()) {
    time = Math.max(time, timer.at);
    timer.then();
  }
  expect(log).toEqual(["a1 at 0", "a2 at 200", "b1 at 400", "a3 at 600"]);
});

test("a queue does not wait long for work that waits for something else", () => {
  const timers: { readonly milliseconds: number; then(): void }[] = [];
  const queue = fairQueue({
    now: () => 0,
    after: (milliseconds, then) => timers.push({ milliseconds, then }),
  });
  let next = 0;
  queue.add("ana", () => new Promise(() => {}));
  queue.add("ana", () => next++);
  expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([250]);
  for (let timer = timers.shift(); timer; timer = timers.shift()) timer.then();
  expect(next).toBe(1);
});

/** Reservations by name; those that are evicted are gone. */
function held() {
  let time = 0;
  const budget = sharedBudget({ bytes: 100, bytesOfCaller: 80, now: () => time });
  const open = new Set<string>();
  const all = new Map<string, ReturnType<typeof budget.open>>();
  return {
    open,
    all,
    /** Whether there was room. */
    take(name: string, caller: string, bytes: number) {
      const reservation = budget.open(caller, () => open.delete(name));
      all.set(name, reservation);
      const hasRoom = reservation.grow(bytes);
      if (hasRoom) open.add(name);
      else reservation.release();
      return hasRoom;
    },
    pass(seconds: number) {
      time += seconds * 1_000;
    },
  };
}

test("a budget gives a caller who holds little the memory of the one who holds most", () => {
  const { take, open } = held();
  for (const name of ["a1", "a2", "a3"]) expect(take(name, "a", 25)).toBe(true);
  expect(take("b1", "b", 20)).toBe(true);
  expect(take("c1", "c", 30)).toBe(true);
  expect(open).toEqual(new Set(["a2", "a3", "b1", "c1"]));
  // Then c would hold more than a.
  expect(take("c2", "c", 30)).toBe(false);
});

test("a caller's own slow requests make room after some seconds, the one that kept most first", () => {
  const { take, open, pass } = held();
  take("photo", "school", 1);
  take("slow", "school", 70);
  pass(4);
  expect(take("early", "school", 20)).toBe(false);
  pass(1);
  expect(take("ordinary", "school", 20)).toBe(true);
  expect(open).toEqual(new Set(["photo", "ordinary"]));
});

test("requests that have arrived are not evicted; no caller gets the whole budget; what is released is free", () => {
  const { take, all, pass } = held();
  take("a1", "a", 80);
  all.get("a1")!.complete();
  pass(60);
  expect(take("a2", "a", 1)).toBe(false);
  expect(take("b1", "b", 21)).toBe(false);
  expect(take("b2", "b", 20)).toBe(true);
  all.get("a1")!.release();
  all.get("a1")!.release();
  expect(take("a3", "a", 80)).toBe(true);
  expect(take("c1", "c", 1)).toBe(true);
});

/** Slow posts are queued; posts of ordinary forms are not. */
import { expect, test } from "vitest";
import { pacedPosts } from "./paced-posts.ts";

/** Creates a queue that records waiting posts with their accounts. */
function posts() {
  let time = 0;
  const waiting: (readonly [account: string, work: () => unknown])[] = [];
  const queue = {
    add(account: string, work: () => unknown) {
      waiting.push([account, work]);
      return () => void waiting.pop();
    },
  };
  const run = pacedPosts(queue, () => time);
  let leave = () => {};
  const paced = (account: string, answer: () => Promise<unknown>) =>
    run(account, answer, (then) => {
      leave = then;
    });
  return {
    paced,
    waiting,
    /** Disconnects the client of the last waiting post. */
    leave: () => leave(),
    /** Sends a post that takes this time. */
    post: (account: string, milliseconds: number) =>
      paced(account, async () => {
        time += milliseconds;
        return `${account} ${milliseconds}`;
      }),
    pass(milliseconds: number) {
      time += milliseconds;
    },
  };
}

test("does not queue posts of an ordinary form", async () => {
  const { post, waiting } = posts();
  for (let count = 0; count < 100; count += 1) expect(await post("ada", 40)).toBe("ada 40");
  expect(waiting).toEqual([]);
});

test("queues the posts of an account for a minute after a slow post, but not those of other accounts", async () => {
  const { post, waiting, pass } = posts();
  await post("eve", 60);
  const light = post("eve", 1);
  expect(await post("ada", 1)).toBe("ada 1");
  expect(waiting.map(([account]) => account)).toEqual(["eve"]);
  waiting[0]![1]();
  expect(await light).toBe("eve 1");
  pass(60_000);
  expect(await post("eve", 1)).toBe("eve 1");
  expect(waiting).toHaveLength(1);
});

test("a post that fails in the queue fails only for its sender", async () => {
  const { post, paced, waiting } = posts();
  await post("eve", 60);
  const failing = paced("eve", () => Promise.reject(new Error("broken")));
  const outcome = expect(failing).rejects.toThrow("broken");
  await waiting[0]![1]();
  await outcome;
});

test("removes a waiting post when its client disconnects", async () => {
  const { post, leave, waiting } = posts();
  await post("eve", 60);
  void post("eve", 60);
  expect(waiting).toHaveLength(1);
  leave();
  expect(waiting).toEqual([]);
});

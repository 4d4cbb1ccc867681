/** The memory limits of bodies of forms while they arrive. */
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import type { HttpBindings } from "@hono/node-server";
import { expect, test } from "vitest";
import { formBudget, readForm } from "./form-body.ts";

const VALUE = "x".repeat(10_000);

// The clock stands still, so all requests are new.
const memory = formBudget(() => 0);

/** Creates a request whose body has `count` values and does not end. It uses memory from `arrived` until `close`. */
function slowForm(count: number, network = "a school") {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const incoming = Object.assign(new PassThrough(), { headers });
  const outgoing = Object.assign(new EventEmitter(), { closed: false });
  const { promise, resolve } = Promise.withResolvers<void>();
  const accept = (name: string) => {
    if (name === "last") resolve();
    return name === "a" ? { values: count, length: VALUE.length } : undefined;
  };
  const env = { incoming, outgoing } as unknown as HttpBindings;
  const read = readForm({ env, var: { formBudget: memory, network } }, accept);
  // The test does not wait for the end of a request in progress.
  read.catch(() => {});
  incoming.write(`${`a=${VALUE}&`.repeat(count)}last=1&`);
  return {
    arrived: () => Promise.race([promise, read]),
    read,
    async finish() {
      incoming.end();
      return (await read).all("a").length;
    },
    close() {
      outgoing.closed = true;
      outgoing.emit("close");
      incoming.destroy();
    },
  };
}

test("large slow forms do not block ordinary ones, and release their memory at their end", async () => {
  const slow = [slowForm(1_600), slowForm(1_600)];
  await Promise.all(slow.map(({ arrived }) => arrived()));
  const ordinary = slowForm(6);
  expect(await ordinary.finish()).toBe(6);
  ordinary.close();
  const large = slowForm(7);
  await expect(large.finish()).rejects.toMatchObject({ name: "TooManyBodies" });
  large.close();
  for (const { close } of slow) close();
  const later = slowForm(7);
  expect(await later.finish()).toBe(7);
  later.close();
});

test("the total of ordinary forms is limited, too", async () => {
  const held: ReturnType<typeof slowForm>[] = [];
  const hold = () => {
    const form = slowForm(6);
    held.push(form);
    return form.finish();
  };
  // 800 forms of 60 kB are 48 MB.
  for (let count = 0; count < 800; count += 1) expect(await hold()).toBe(6);
  await expect(hold()).rejects.toMatchObject({ name: "TooManyBodies" });
  for (const { close } of held) close();
});

test("unfinished connections of one network do not block other networks", async () => {
  const slow = Array.from({ length: 800 }, () => slowForm(6, "an attacker"));
  await Promise.all(slow.map(({ arrived }) => arrived()));
  const ordinary = slowForm(6, "a school");
  expect(await ordinary.finish()).toBe(6);
  const large = slowForm(100, "another school");
  expect(await large.finish()).toBe(100);
  for (const { close } of [...slow, ordinary, large]) close();
  const names = await Promise.all(slow.map(({ read }) => read.catch(({ name }: Error) => name)));
  expect(names.filter((name) => name === "TooManyBodies").length).toBeGreaterThan(0);
});

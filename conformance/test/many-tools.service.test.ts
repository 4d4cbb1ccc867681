/** The requests of cases about modes grow as the number of tools does, and not with its square. */
import { expect, test } from "vitest";
import { countModeRequests, type Domain, flatDomain, nounDomain } from "./support/many-tools.ts";

const sample = /the case looks at \d+ of \d+ (reading tools|entities): \w+/;

test.each<[string, (count: number) => Domain]>([
  ["tools that name nothing", flatDomain],
  ["tools of many nouns", nounDomain],
])(
  "twice as many %s take at most 2.5 times the requests",
  async (_, domain) => {
    const counts = [];
    for (const count of [15, 30, 60]) counts.push(await countModeRequests(domain(count)));
    const [few, more, most] = counts as [(typeof counts)[0], (typeof counts)[0], (typeof counts)[0]];
    expect(counts.map(({ failed }) => failed)).toEqual([[], [], []]);
    expect(more.held).toBeGreaterThan(few.held);
    expect(most.held).toBeGreaterThan(more.held);
    expect(more.requests).toBeLessThanOrEqual(2.5 * few.requests);
    expect(most.requests).toBeLessThanOrEqual(2.5 * more.requests);
    // What an answer shows may need one more look; no more is made than that.
    expect(most.requests / most.announced).toBeGreaterThan(0.8);
    expect(most.requests / most.announced).toBeLessThanOrEqual(1.1);
    expect(most.sentences.some((each) => sample.test(each))).toBe(true);
  },
  120_000,
);

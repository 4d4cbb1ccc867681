/** Proof: kills runs at other moments than `killed.process.test.ts`, and other commands. */
import { describe, test } from "vitest";
import { expectGenerated, expectMade, makers, moments } from "../test/support/cli/killed.ts";

describe.concurrent("a run killed while it writes", () => {
  test.each(moments.slice(1))(
    "generate, when $when: the next one ends well, and a later one removes what is left",
    expectGenerated,
  );

  test.each(makers.slice(1))("$name is made by the next one", expectMade);
});

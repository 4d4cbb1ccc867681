/** Plans cases about agreement. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { casesOf } from "../test/support/notes-server.ts";
import { planBehaviour } from "./behaviour.ts";

test.each([
  ["animal", "quiet"],
  ["vaccination", "any"],
])(
  "tools that show the entity %s are compared %s, since its list may have states to which only time leads",
  (entity, when) => {
    const cases = casesOf(join(import.meta.dirname, "../test/strangers/vet/spec"));
    const [first] = cases.cases.filter(
      (each) => "check" in each && each.check === "agree" && each.entity === entity,
    );
    expect(planBehaviour(first as never, cases).when).toBe(when);
  },
);

/** The graph of a schema that is larger than a stack. */
import { expect, test } from "vitest";
import { makeGraph } from "./document.ts";
import type { Node } from "./node.ts";

test("a chain of 20,000 references is read, and ends where it began", () => {
  const length = 20_000;
  const link = (index: number) => ({
    type: "object",
    properties: { next: { $ref: `#/$defs/d${(index + 1) % length}` } },
  });
  const chain = Array.from({ length }, (_, index) => [`d${index}`, link(index)]);
  const first = makeGraph({ $ref: "#/$defs/d0", $defs: Object.fromEntries(chain) }).allOf[0]!;
  let node: Node = first;
  for (let step = 0; step < length; step++) node = node.properties.get("next")!.allOf[0]!;
  expect(node).toBe(first);
});

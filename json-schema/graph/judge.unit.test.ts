import { expect, test } from "vitest";
import { judge } from "./judge.ts";
import { makeNode, type Node } from "./node.ts";

const levels = 30;

test.each<[string, (next: Node) => Partial<Node>]>([
  ["anyOf", (next) => ({ anyOf: [[next, next]] })],
  ["oneOf", (next) => ({ oneOf: [[next, next]] })],
  ["allOf", (next) => ({ allOf: [next, next] })],
  ["if and else", (next) => ({ condition: { when: next, otherwise: next } })],
])("schemas that each lead to the next one twice, by %s: each is judged once", (_, lead) => {
  let count = 0;
  let node: Node = makeNode({ types: ["string"] });
  Object.defineProperty(node, "types", {
    get: () => {
      count++;
      return ["string"];
    },
  });
  for (let level = 0; level < levels; level++) node = makeNode(lead(node));
  judge(node, 1);
  expect(count).toBeLessThan(5);
});

/** The states of what a mock has made. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSpec } from "../files/spec.ts";
import { modelOf } from "../test/support/mock/serving.ts";
import { repository } from "../test/support/temporary-project.ts";
import { createMock } from "./mock.ts";

const dayMs = 86_400_000;

test("a transition in calls about other entities is not made", () => {
  const model = modelOf(readSpec(join(repository, "conformance/test/support/servers/alerts")));
  let now = 1_800_000_000_000;
  const { handlers } = createMock(model, { seed: 1, failing: new Map(), now: () => now });
  const call = (method: string, input: object) =>
    Reflect.get(handlers, method)(input, { account: "mock", token: "token-1" });
  const { product } = call("addProduct", { name: "Lamp" });
  const { alert } = call("addAlert", { product });
  call("restock", { product, items: 3 });
  now += dayMs;
  expect(call("getAlert", { alert })).toEqual({ alert, product, status: "waiting" });
  expect(() => call("confirmAlert", { alert })).toThrow(expect.objectContaining({ code: "wrong_state" }));
});

/** A mock of the form service: resources of an entity, and times inside its results. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSpec } from "../files/spec.ts";
import { mainToken, modelOf, otherToken, serve } from "../test/support/mock/serving.ts";
import { repository } from "../test/support/temporary-project.ts";

let mock: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  mock = await serve(modelOf(readSpec(join(repository, "spec"))));
});

afterAll(() => mock.close());

async function post(method: string, params: object, token = mainToken): Promise<Record<string, unknown>> {
  const response = await fetch(mock.url, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return (await response.json()) as Record<string, unknown>;
}

async function call(name: string, input: object): Promise<Record<string, unknown>> {
  const { result } = await post("tools/call", { name, arguments: input });
  return (result as { structuredContent: Record<string, unknown> }).structuredContent;
}

async function makeForm(): Promise<string> {
  return (await call("service_create_form", { prompt: "Name *" })).form_id as string;
}

test("a resource is read by the account that owns the entity, and unknown to others", async () => {
  const form = await makeForm();
  const read = (id: string, token?: string) =>
    post("resources/read", { uri: `form://${id}/structure` }, token);
  expect(await read(form)).toHaveProperty("result.contents.0.text");
  const unknown = await read("frm_5ZR3qa7yEeeby3abP3E2Zt");
  expect(unknown).toHaveProperty("error.message", expect.stringContaining("has the id"));
  const ofOther = await read(form, otherToken);
  expect(JSON.stringify(ofOther).replaceAll(form, "")).toBe(
    JSON.stringify(unknown).replaceAll("frm_5ZR3qa7yEeeby3abP3E2Zt", ""),
  );
});

test("a time inside an object is absent until a transition sets it, and stays as it was set", async () => {
  const form_id = await makeForm();
  const readTimes = async () => (await call("service_get_form", { form_id })).timestamps;
  const move = (status_action: string) => call("service_update_form", { form_id, status_action });
  expect(await readTimes()).not.toHaveProperty("published_at");
  await move("publish");
  const { published_at } = (await readTimes()) as { published_at: string };
  expect(Math.abs(Date.parse(published_at) - Date.now())).toBeLessThan(60_000);
  await move("pause");
  expect(await readTimes()).toMatchObject({ published_at });
});

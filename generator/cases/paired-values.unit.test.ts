import { expect, test } from "vitest";
import { pairListed } from "./paired-values.ts";

const listed = new Map([
  ["name", ["contact", "rsvp", "order"]],
  ["language", ["de", "en"]],
  ["note", []],
]);
const plainest = { name: "contact", language: "de", note: "x" };

test.each([
  ["a suggested value has others beside it", { set: "/name", to: "rsvp" }, "rsvp", { language: "en" }],
  ["the last one begins the shorter list again", { set: "/name", to: "order" }, "order", { language: "de" }],
  ["another value stays alone", { set: "/name", to: "none" }, "none", {}],
])("%s", (_, edit, name, others) => {
  const values = { ...plainest, name };
  expect(pairListed(values, [edit], listed)).toEqual({ ...values, ...others });
});

test("the values of both lists meet in the same requests", () => {
  const pair = (name: "name" | "language") =>
    listed
      .get(name)!
      .map((to) =>
        JSON.stringify(pairListed({ ...plainest, [name]: to }, [{ set: `/${name}`, to }], listed)),
      );
  expect(pair("name")).toEqual(expect.arrayContaining(pair("language")));
});

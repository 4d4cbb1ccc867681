import { expect, test } from "vitest";
import type { Json } from "../../cases/edits.ts";
import { keepFewestParts } from "./fewest-parts.ts";

/** A form has pages, a page has an id and fields, and a field has an id. */
function fits(input: Json): boolean {
  const { form } = input as { form?: { pages?: { id?: string; fields?: { id?: string }[] }[] } };
  const pages = form?.pages ?? [];
  return (
    pages.length > 0 &&
    pages.every(({ id, fields = [] }) => id && fields.length > 0 && fields.every((field) => field.id))
  );
}

const field = (id: string) => ({ id, label: "A", visible_if: "b = 1" });
const page = (id: string) => ({ id, title: "T", fields: [field("a"), field("b")] });

test.each<[name: string, input: Json, places: string[], kept: Json]>([
  [
    "a member, and what is required around it",
    { note: "x", form: { pages: [page("p"), page("q")], endings: [] } },
    ["/form/pages/1/fields/1/label"],
    { form: { pages: [{ id: "q", fields: [{ id: "b", label: "A" }] }] } },
  ],
  [
    "the items of a list, without their optional parts",
    { form: { pages: [page("p"), page("q")] }, other: [1] },
    ["/form/pages"],
    {
      form: {
        pages: [
          { id: "p", fields: [{ id: "a0" }] },
          { id: "q", fields: [{ id: "a1" }] },
        ],
      },
    },
  ],
  [
    "the members of an object",
    { title: { en: "Hello", de: "Hallo" }, form: { pages: [page("p")] } },
    ["/title"],
    { title: { en: "Hello", de: "Hallo" }, form: { pages: [{ id: "p", fields: [{ id: "a" }] }] } },
  ],
])("keeps %s", (_, input, places, kept) => {
  const before = structuredClone(input);
  expect(keepFewestParts(input, places, "what is required", fits)).toEqual(kept);
  expect(input).toEqual(before);
});

test("keeps what stands beside a member, and removes the rest", () => {
  const kept = keepFewestParts(
    { note: "x", form: { pages: [page("p"), page("q")] } },
    ["/form/pages/0/fields/0/label"],
    "what stands beside them",
    fits,
  );
  expect(kept).toEqual({ form: { pages: [{ id: "p", fields: [field("a")] }] } });
});

/** The shapes of the keys of a tool that say how it behaves. */
import { choice, closed, list, map, nameShape, names, pointer, type Shape, text } from "./shape.ts";

const idempotency = closed(
  {
    key: text("The argument with the key."),
    same: {
      type: "array",
      items: pointer("A place in the output."),
      uniqueItems: true,
      minItems: 1,
      description: "Places in which the result of a repeated call equals the first one.",
    },
  },
  ["key", "same"],
  "A call that is repeated with the same key and arguments has one effect and the same result.",
);

const filter: Shape = {
  description: "The place in an item that the argument selects by.",
  anyOf: [
    pointer("The item has the value of the argument there."),
    closed(
      {
        path: pointer("The place in an item."),
        is: choice(
          ["equal", "contains", "at-least", "at-most", "below"],
          "How the value of the item relates to the argument; `contains` ignores case.",
        ),
        days: {
          type: "string",
          pattern: "^(UTC|[+-](0\\d|1[0-4]):[0-5]\\d)$",
          description: "The time zone of a day as the argument, which stands for the whole day.",
        },
      },
      ["path", "is"],
    ),
  ],
};

const pages = closed(
  {
    cursor: text("The argument that takes the cursor."),
    next: pointer("The cursor of the next page in the output; absent or null on the last page."),
    items: pointer("The items in the output."),
    id: text("The property of an item that is its id, or a JSON Pointer into the item."),
    total: pointer("The number of items on all pages, in the output."),
    limit: text("The argument with the largest number of items of a page."),
    filters: map(filter, "Argument -> the place in an item that it selects by."),
  },
  ["cursor", "next", "items", "id"],
  "The tool returns a list page by page.",
);

const sums = list(
  closed(
    {
      parts: {
        type: "array",
        items: pointer("A number in the output; `*` is every item."),
        minItems: 1,
        description: "The numbers that are added.",
      },
      total: pointer("The number in the output that is their sum."),
    },
    ["parts", "total"],
  ),
  "Numbers of each result that add up.",
);

const repeats: Shape = {
  description: "Results that repeat an argument: names that both have, or argument -> place in the output.",
  anyOf: [
    { ...names("Names that the input and the output have."), minItems: 1 },
    map(pointer("The place in the output."), "Argument -> the place in the output that repeats it."),
  ],
};

const draws = closed(
  {
    limit: nameShape("quota", "The limit of kind `quota` that a call draws from."),
    with: text("The argument that makes a call draw; when left out, every call does."),
    returned_on: names("Failures after which nothing was drawn, though the call had begun.", "failure"),
  },
  ["limit"],
  "Each successful call counts once against a quota.",
);

export const behaviour: Readonly<Record<string, Shape>> = { idempotency, pages, sums, repeats, draws };

/** Tests what is guessed from the names of tools, arguments and results, in small tables. */
import type { Entry } from "@toolwright/check/surface";
import { expect, test } from "vitest";
import { compile } from "../../compile.ts";
import { listingOf } from "../../test/support/import/listings.ts";
import { importListing } from "../index.ts";

const text = { type: "string" };
const whole = { type: "integer" };
const state = { type: "string", enum: ["open", "closed"] };
const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
});
const list = (items: object) => ({ type: "array", items });

interface Row {
  readonly title: string;
  readonly tools: Readonly<Record<string, readonly [input: object, output?: object]>>;
  /** `order` for an entity, `list_orders.pages` for a key of a tool. */
  readonly wanted: Readonly<Record<string, unknown>>;
}

function guess(tools: Row["tools"]): Record<string, unknown> {
  const entries = Object.entries(tools).map(
    ([name, [inputSchema, outputSchema]]) =>
      ({ name, inputSchema, ...(outputSchema && { outputSchema }) }) as unknown as Entry,
  );
  const { guesses } = importListing(listingOf(...entries));
  return Object.fromEntries(
    guesses.map(({ tool, key, value }) => [
      tool === undefined ? key : `${entries[tool]!.name}.${key}`,
      value,
    ]),
  );
}

const takesOrder = object({ order_id: text }, ["order_id"]);

test.each<Row>([
  {
    title: "what is made, shown, listed and deleted",
    tools: {
      create_order: [object({ note: text }), object({ order: object({ id: text, note: text }, ["id"]) })],
      get_order: [takesOrder, object({ order: object({ id: text }, ["id"]) })],
      list_orders: [object({}), object({ orders: list(object({ id: text })) })],
      cancel_order: [takesOrder],
      delete_order: [takesOrder],
    },
    wanted: {
      order: {
        id: "types/order_id.yaml",
        made_by: { tool: "create_order", path: "/order/id" },
        ended_by: { tool: "delete_order" },
        observed_by: ["get_order", "list_orders"],
      },
    },
  },
  {
    title: "names in camel case, with the noun first, and an id at the root of the result",
    tools: {
      "room.create": [object({}), object({ id: whole }, ["id"])],
      "room.read": [object({ roomId: whole }, ["roomId"]), object({ id: whole })],
    },
    wanted: {
      room: {
        id: "types/room_id.yaml",
        made_by: { tool: "room.create", path: "/id" },
        observed_by: ["room.read"],
      },
    },
  },
  {
    title: "nothing of a thing that no tool makes",
    tools: { get_order: [takesOrder, object({ order: object({ id: text }) })] },
    wanted: {},
  },
  {
    title: "nothing of what is made, and named by no other tool",
    tools: { create_order: [object({}), object({ order: object({ id: text }) })] },
    wanted: {},
  },
  {
    title: "nothing of results that the manifest does not describe",
    tools: { create_order: [object({})], get_order: [takesOrder] },
    wanted: {},
  },
  {
    title: "pages by a cursor, and filters by what an item shows",
    tools: {
      open_case: [object({}), object({ case_id: text }, ["case_id"])],
      list_cases: [
        object({ cursor: text, limit: whole, status: state, text }),
        object({
          cases: list(object({ case_id: text, status: state })),
          next_cursor: { type: ["string", "null"] },
          total: whole,
        }),
      ],
    },
    wanted: {
      case: {
        id: "types/case_id.yaml",
        made_by: { tool: "open_case", path: "/case_id" },
        observed_by: ["list_cases"],
      },
      "list_cases.pages": {
        cursor: "cursor",
        next: "/next_cursor",
        items: "/cases",
        id: "case_id",
        total: "/total",
        limit: "limit",
        filters: { status: "/status" },
      },
    },
  },
  {
    title: "a list in one piece, whose items the id of another thing selects",
    tools: {
      add_shelf: [object({}), object({ shelf: object({ id: text }) })],
      list_books: [object({ shelf_id: text }), object({ books: list(object({ id: text, shelf_id: text })) })],
    },
    wanted: {
      shelf: { id: "types/shelf_id.yaml", made_by: { tool: "add_shelf", path: "/shelf/id" } },
      "list_books.filters": { shelf_id: "/books/*/shelf_id" },
    },
  },
  {
    title: "no filter by values that no item shows, and none that is there without the argument",
    tools: {
      add_box: [object({}), object({ box: object({ id: text }) })],
      list_boxes: [
        object({ status: { ...state, default: "open" }, kind: { type: "string", enum: ["high"] } }),
        object({
          boxes: list(object({ id: text, status: state, kind: { type: "string", enum: ["low"] } })),
        }),
      ],
    },
    wanted: {
      box: {
        id: "types/box_id.yaml",
        made_by: { tool: "add_box", path: "/box/id" },
        observed_by: ["list_boxes"],
      },
    },
  },
  {
    title: "the key of a repeated call, and the revision that a change is based on",
    tools: {
      create_note: [object({ request_id: text }), object({ note: object({ id: text, revision: whole }) })],
      get_note: [
        object({ note_id: text }, ["note_id"]),
        object({ note: object({ id: text, revision: whole }) }),
      ],
      update_note: [
        object({ note_id: text, expected_revision: whole }, ["note_id"]),
        object({ note: object({ id: text, revision: whole }) }),
      ],
    },
    wanted: {
      note: {
        id: "types/note_id.yaml",
        made_by: { tool: "create_note", path: "/note/id" },
        observed_by: ["get_note"],
      },
      "create_note.idempotency": { key: "request_id", same: ["/note/id"] },
      "update_note.revision": {
        argument: "expected_revision",
        shown_by: { tool: "get_note", path: "/note/revision" },
      },
    },
  },
])("$title", ({ tools, wanted }) => {
  expect(guess(tools)).toEqual(wanted);
});

const orders: Row["tools"] = {
  create_order: [object({}), object({ order: object({ id: text }) })],
  get_order: [takesOrder, object({ order: object({ id: text }) })],
};

test("guesses stand in comments, and count once the # are taken away", () => {
  const entries = Object.entries(orders).map(
    ([name, [inputSchema, outputSchema]]) => ({ name, inputSchema, outputSchema }) as unknown as Entry,
  );
  const read = (guess: boolean) => importListing(listingOf(...entries), { guess }).sources;
  const uncommented = read(false).map(({ path, text: written }) => ({
    path,
    text: written.replace(/^# entities:\n(# .*\n)*/m, (block) => block.replace(/^# /gm, "")),
  }));
  expect(compile(read(false)).model!.entities).toEqual([]);
  for (const sources of [uncommented, read(true)])
    expect(compile(sources).model!.entities.map(({ name }) => name)).toEqual(["order"]);
});

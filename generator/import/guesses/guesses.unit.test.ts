/** Tests what is guessed from the names of tools, arguments and results, in small tables and at the specs of whole servers. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Entry } from "@toolwright/check/surface";
import { describe, expect, test } from "vitest";
import { compile } from "../../compile.ts";
import { manifestOf } from "../../emit/manifest.ts";
import { readSpec } from "../../files/spec.ts";
import type { Entity } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
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

const folder = join(import.meta.dirname, "../../../conformance/test/strangers");
const specs = readdirSync(folder)
  .map((name) => join(folder, name, "spec"))
  .filter(existsSync);

/** Compares what the names in a manifest tell with what the people who wrote the server say. */
function compareGuesses(path: string) {
  const { model } = compile(readSpec(path)) as { readonly model: Model };
  const entries = manifestOf(model) as readonly Entry[];
  const { guesses } = importListing(listingOf(...entries));
  const madeBy = ({ tool, path: at }: { readonly tool: string; readonly path: string }) => `${tool} ${at}`;
  const made = model.entities.flatMap((each: Entity) => (each.madeBy ? [madeBy(each.madeBy)] : []));
  const guessed = guesses
    .filter(({ tool }) => tool === undefined)
    .map(({ value }) => madeBy(value.made_by as { readonly tool: string; readonly path: string }));
  const keyed = (key: string) =>
    guesses.flatMap((each) =>
      each.key === key && each.tool !== undefined ? [entries[each.tool]!.name] : [],
    );
  const declared = (has: (tool: Model["tools"][number]) => boolean) =>
    model.tools.filter(has).map(({ name }) => name);
  return {
    entities: { made, guessed },
    pages: { made: declared(({ behaviour }) => behaviour.pages !== undefined), guessed: keyed("pages") },
    idempotency: {
      made: declared(({ behaviour }) => behaviour.idempotency !== undefined),
      guessed: keyed("idempotency"),
    },
    revision: {
      made: declared(({ behaviour }) => behaviour.revision !== undefined),
      guessed: keyed("revision"),
    },
  };
}

describe("at the servers of others", () => {
  const compared = specs.map(compareGuesses);

  test.each([
    { key: "entities", found: 0.75, wrong: 0.06 },
    { key: "pages", found: 0.85, wrong: 0.01 },
    { key: "idempotency", found: 0.75, wrong: 0.01 },
    { key: "revision", found: 0.8, wrong: 0.01 },
  ] as const)("at least $found of the $key are found, and at most $wrong of the guesses are wrong", (row) => {
    const all = compared.map((each) => each[row.key]);
    const count = (of: (each: (typeof all)[number]) => readonly string[]) => all.flatMap(of).length;
    const right = count(({ made, guessed }) => made.filter((each) => guessed.includes(each)));
    const wrong = count(({ made, guessed }) => guessed.filter((each) => !made.includes(each)));
    expect(right / count(({ made }) => made)).toBeGreaterThanOrEqual(row.found);
    expect(wrong / (right + wrong)).toBeLessThanOrEqual(row.wrong);
  });
});

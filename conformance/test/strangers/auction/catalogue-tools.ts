/** Tools for consignors and their lots. */
import { z } from "zod";
import { pageOf } from "./lists.ts";
import type { Lot } from "./records.ts";
import * as schemas from "./schemas.ts";
import { adds, changes, type Registration, reads, tool } from "./tool.ts";
import { showConsignor, showLot } from "./views.ts";

const { lotDetails } = schemas;
const contains = (text: string | undefined, words: string) =>
  text?.toLowerCase().includes(words.toLowerCase()) ?? false;

const consignorTools: Registration[] = [
  tool("add_consignor", {
    scope: "catalogue:write",
    title: "Add a consignor",
    description: "Adds a person or a firm that gives us things to sell.",
    annotations: adds,
    input: z.strictObject({ name: z.string().min(1).max(80), city: z.string().min(1).max(60) }),
    output: schemas.consignor,
    run: (input, { house }) => showConsignor(house.addConsignor(input), house),
  }),
  tool("list_consignors", {
    scope: "catalogue:read",
    title: "List consignors",
    description: "Lists consignors by name or city, the newest first.",
    annotations: reads,
    input: z.strictObject({ text: z.string().min(1).max(80).optional(), ...schemas.paging }),
    output: z.strictObject({ consignors: z.array(schemas.consignor), ...schemas.pagingResult }),
    run: ({ limit, cursor, text }, { house, account }) => {
      const { page, paging } = pageOf({
        name: JSON.stringify([account, "consignors", text]),
        items: [...house.consignors.values()].filter(
          ({ name, city }) => text === undefined || contains(name, text) || contains(city, text),
        ),
        descending: true,
        limit,
        cursor,
        orderOf: ({ created_at, id }) => `${created_at} ${id.padStart(12, "0")}`,
      });
      return { consignors: page.map((consignor) => showConsignor(consignor, house)), ...paging };
    },
  }),
];

const lotFilters = z.strictObject({
  text: z.string().min(1).max(80).optional().describe("Words of the title or the description."),
  category: lotDetails.category.optional(),
  state: schemas.lotState.optional(),
  keyword: z.string().min(1).max(30).optional(),
  consignor_id: schemas.consignorId.optional(),
  sale_id: schemas.saleId.optional(),
  without_reserve: z.boolean().optional(),
  min_estimate: z.int().min(0).max(10_000_000).optional().describe("The low estimate is this or more."),
});

function fits(lot: Lot, filters: z.output<typeof lotFilters>): boolean {
  const {
    text,
    category,
    state,
    keyword,
    consignor_id,
    sale_id,
    without_reserve,
    min_estimate = 0,
  } = filters;
  const equal = { category, state, consignor_id, sale_id };
  return (
    Object.entries(equal).every(([key, value]) => value === undefined || lot[key as keyof Lot] === value) &&
    (text === undefined || contains(lot.title, text) || contains(lot.description, text)) &&
    (keyword === undefined || lot.keywords.includes(keyword)) &&
    (without_reserve === undefined || (lot.reserve === undefined) === without_reserve) &&
    lot.estimate.low >= min_estimate
  );
}

const lotTools: Registration[] = [
  tool("consign_lot", {
    scope: "catalogue:write",
    title: "Consign a lot",
    description: "Takes a lot from a consignor, with its estimate and maybe a reserve.",
    annotations: adds,
    input: z.strictObject({
      consignor_id: schemas.consignorId,
      ...lotDetails,
      keywords: lotDetails.keywords.default([]),
      provenance: lotDetails.provenance.default([]),
      request_id: schemas.requestId,
    }),
    output: schemas.lot,
    run: ({ request_id, ...order }, { house, scopes }) => {
      const { consignor_id, ...details } = order;
      const lot = house.once("consign_lot", request_id, order, () => house.consign(consignor_id, details));
      return showLot(lot, house, scopes);
    },
  }),
  tool("get_lot", {
    scope: "catalogue:read",
    title: "Get a lot",
    description: "Shows a lot and its bidding. The reserve is shown with the scope reserves:read.",
    annotations: reads,
    input: z.strictObject({ lot_id: schemas.lotId }),
    output: schemas.lot,
    run: ({ lot_id }, { house, scopes }) => showLot(house.get(house.lots, lot_id, "lot"), house, scopes),
  }),
  tool("list_lots", {
    scope: "catalogue:read",
    title: "List lots",
    description: "Lists lots that fit all filters, the newest first.",
    annotations: reads,
    input: lotFilters.extend(schemas.paging),
    output: z.strictObject({ lots: z.array(schemas.lot), ...schemas.pagingResult }),
    run: ({ limit, cursor, ...filters }, { house, account, scopes }) => {
      if (filters.consignor_id !== undefined) house.get(house.consignors, filters.consignor_id, "consignor");
      if (filters.sale_id !== undefined) house.get(house.sales, filters.sale_id, "sale");
      const { page, paging } = pageOf({
        name: JSON.stringify([account, "lots", Object.entries(filters).toSorted()]),
        items: [...house.lots.values()].filter((lot) => fits(lot, filters)),
        descending: true,
        limit,
        cursor,
        orderOf: ({ created_at, id }) => `${created_at} ${String(id).padStart(10, "0")}`,
      });
      return { lots: page.map((lot) => showLot(lot, house, scopes, true)), ...paging };
    },
  }),
  tool("update_lot", {
    scope: "catalogue:write",
    title: "Update a lot",
    description: "Changes what the catalogue says of a lot, until its sale is published.",
    annotations: changes,
    input: z.strictObject({
      lot_id: schemas.lotId,
      title: lotDetails.title.optional(),
      category: lotDetails.category.optional(),
      description: lotDetails.description,
      keywords: lotDetails.keywords.optional(),
      estimate: lotDetails.estimate.optional(),
      reserve: lotDetails.reserve,
      expected_revision: z.int().min(1).optional().describe("The revision that the caller has seen."),
    }),
    output: schemas.lot,
    run: ({ lot_id, expected_revision, ...change }, { house, scopes }) =>
      showLot(house.updateLot(lot_id, expected_revision, withoutUndefined(change)), house, scopes),
  }),
  tool("duplicate_lot", {
    scope: "catalogue:write",
    title: "Duplicate a lot",
    description: "Makes a draft like another lot, for things of one kind, or to offer an unsold lot again.",
    annotations: adds,
    input: z.strictObject({ lot_id: schemas.lotId }),
    output: schemas.lot,
    run: ({ lot_id }, { house, scopes }) => showLot(house.duplicate(lot_id), house, scopes),
  }),
  tool("withdraw_lot", {
    scope: "catalogue:write",
    title: "Withdraw a lot",
    description: "Gives a lot back to its consignor. A lot with bids can't be withdrawn.",
    annotations: changes,
    input: z.strictObject({ lot_id: schemas.lotId }),
    output: schemas.lot,
    run: ({ lot_id }, { house, scopes }) => showLot(house.withdraw(lot_id), house, scopes),
  }),
];

function withoutUndefined<Value extends object>(value: Value) {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<Lot>;
}

export const catalogueTools: readonly Registration[] = [...consignorTools, ...lotTools];

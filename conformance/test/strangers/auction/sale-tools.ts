/** Tools for sales and their catalogues. */
import { z } from "zod";
import { breaks } from "./breaks.ts";
import { exportCatalogue } from "./catalogue.ts";
import { pageOf } from "./lists.ts";
import type { Sale } from "./records.ts";
import * as schemas from "./schemas.ts";
import { adds, changes, type Registration, reads, tool } from "./tool.ts";
import { showLot, showSale, showSaleRow } from "./views.ts";

const saleFilters = z.strictObject({
  text: z.string().min(1).max(80).optional().describe("Words of the title."),
  state: schemas.saleState.optional(),
  from: z.iso.date().optional().describe("The first day on which bidding begins, in UTC."),
  until: z.iso.date().optional().describe("The last day on which bidding begins, in UTC."),
});

function fits({ title, state, opens_at }: Sale, filters: z.output<typeof saleFilters>): boolean {
  const day = opens_at.slice(0, 10);
  const { text, from = day, until } = filters;
  const isInTime = until === undefined || (breaks("until-before-the-day") ? day < until : day <= until);
  return (
    (text === undefined || title.toLowerCase().includes(text.toLowerCase())) &&
    (filters.state === undefined || state === filters.state) &&
    day >= from &&
    isInTime
  );
}

export const saleTools: readonly Registration[] = [
  tool("create_sale", {
    scope: "catalogue:write",
    title: "Create a sale",
    description: "Plans a timed sale: two days of viewing, and then five days of bidding.",
    annotations: adds,
    input: z.strictObject({
      title: z.string().min(3).max(100),
      viewing_from: z.iso.datetime({ offset: true }),
      premium_percent: z.int().min(0).max(30).default(24).describe("The premium that buyers pay."),
    }),
    output: schemas.sale,
    run: (input, { house }) => showSale(house.createSale(input)),
  }),
  tool("get_sale", {
    scope: "catalogue:read",
    title: "Get a sale",
    description: "Shows a sale and its lots.",
    annotations: reads,
    input: z.strictObject({ sale_id: schemas.saleId }),
    output: schemas.sale,
    run: ({ sale_id }, { house }) => showSale(house.get(house.sales, sale_id, "sale")),
  }),
  tool("list_sales", {
    scope: "catalogue:read",
    title: "List sales",
    description: "Lists sales in the order in which their bidding begins.",
    annotations: reads,
    input: saleFilters.extend(schemas.paging),
    output: z.strictObject({ sales: z.array(schemas.saleRow), ...schemas.pagingResult }),
    run: ({ limit, cursor, ...filters }, { house, account }) => {
      const { page, paging } = pageOf({
        name: JSON.stringify([account, "sales", Object.entries(filters).toSorted()]),
        items: [...house.sales.values()].filter((sale) => fits(sale, filters)),
        limit,
        cursor,
        orderOf: ({ opens_at, id }) => `${opens_at} ${id}`,
      });
      return { sales: page.map(showSaleRow), ...paging };
    },
  }),
  tool("add_lot_to_sale", {
    scope: "catalogue:write",
    title: "Add a lot to a sale",
    description:
      "Puts a lot at the end of the catalogue of a sale that is not published yet. A sale has at most 24 lots.",
    annotations: changes,
    input: z.strictObject({ sale_id: schemas.saleId, lot_id: schemas.lotId }),
    output: schemas.lot,
    run: ({ sale_id, lot_id }, { house, scopes }) => showLot(house.addLot(sale_id, lot_id), house, scopes),
  }),
  tool("publish_sale", {
    scope: "catalogue:write",
    title: "Publish a sale",
    description: "Publishes the catalogue. Bidding opens after the viewing, or at once if that is skipped.",
    annotations: changes,
    input: z.strictObject({ sale_id: schemas.saleId, skip_viewing: z.boolean().default(false) }),
    output: schemas.sale,
    run: ({ sale_id, skip_viewing }, { house }) => showSale(house.publish(sale_id, skip_viewing)),
  }),
  tool("cancel_sale", {
    scope: "catalogue:write",
    title: "Cancel a sale",
    description: "Cancels a sale before its bidding opens. Its lots are drafts again.",
    annotations: changes,
    input: z.strictObject({ sale_id: schemas.saleId }),
    output: schemas.sale,
    run: ({ sale_id }, { house }) => showSale(house.cancel(sale_id)),
  }),
  tool("export_catalogue", {
    scope: "catalogue:read",
    title: "Export a catalogue",
    description: "Writes the catalogue of a sale as a CSV file. Its link works for 15 minutes.",
    annotations: reads,
    input: z.strictObject({ sale_id: schemas.saleId }),
    output: schemas.catalogue,
    run: ({ sale_id }, { house, origin }) =>
      exportCatalogue(house, house.get(house.sales, sale_id, "sale"), origin),
  }),
];

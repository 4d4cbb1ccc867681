/** Tools for bidders, bids, watch lists and invoices. */
import { z } from "zod";
import { changeBidder, placeBid, registerBidder, unwatch, watch } from "./bidding.ts";
import { issueInvoice, recordPayment, recordPickup } from "./invoices.ts";
import { pageOf } from "./lists.ts";
import * as schemas from "./schemas.ts";
import { adds, changes, marks, type Registration, reads, tool } from "./tool.ts";
import { showBidder, showInvoice } from "./views.ts";

const { bidder: oneBidder } = schemas;

const bidderTools: Registration[] = [
  tool("register_bidder", {
    scope: "bidding",
    title: "Register a bidder",
    description: "Gives a bidder a paddle, and a limit for all bids that lead.",
    annotations: adds,
    input: z.strictObject({
      name: z.string().min(1).max(80),
      email: z.email().max(120),
      bid_limit: oneBidder.shape.bid_limit,
    }),
    output: oneBidder,
    run: (input, { house }) => showBidder(registerBidder(house, input), house),
  }),
  tool("get_bidder", {
    scope: "bidding",
    title: "Get a bidder",
    description: "Shows a bidder, what is left of the limit, and the watched lots.",
    annotations: reads,
    input: z.strictObject({ bidder_id: schemas.bidderId }),
    output: oneBidder,
    run: ({ bidder_id }, { house }) => showBidder(house.get(house.bidders, bidder_id, "bidder"), house),
  }),
  tool("change_bidder", {
    scope: "bidding",
    title: "Suspend or reinstate a bidder",
    description: "Suspends a bidder, who then can't bid, or reinstates one.",
    annotations: changes,
    input: z.strictObject({ bidder_id: schemas.bidderId, action: z.enum(["suspend", "reinstate"]) }),
    output: oneBidder,
    run: ({ bidder_id, action }, { house }) => showBidder(changeBidder(house, bidder_id, action), house),
  }),
  tool("watch_lot", {
    scope: "bidding",
    title: "Watch a lot",
    description: "Puts a lot on the watch list of a bidder, which has room for 20 lots.",
    annotations: marks,
    input: z.strictObject({ bidder_id: schemas.bidderId, lot_id: schemas.lotId }),
    output: oneBidder,
    run: ({ bidder_id, lot_id }, { house }) => showBidder(watch(house, bidder_id, lot_id), house),
  }),
  tool("unwatch_lot", {
    scope: "bidding",
    title: "Stop watching a lot",
    description: "Takes a lot off the watch list of a bidder.",
    annotations: { ...marks, destructiveHint: true },
    input: z.strictObject({ bidder_id: schemas.bidderId, lot_id: schemas.lotId }),
    output: oneBidder,
    run: ({ bidder_id, lot_id }, { house }) => showBidder(unwatch(house, bidder_id, lot_id), house),
  }),
];

const bidTools: Registration[] = [
  tool("place_bid", {
    scope: "bidding",
    title: "Place a bid",
    description:
      "Bids whole euros on a lot whose sale is open: at least its minimum_bid, and within what the bidder has left.",
    annotations: adds,
    input: z.strictObject({
      lot_id: schemas.lotId,
      bidder_id: schemas.bidderId,
      amount: schemas.bid.shape.amount,
      request_id: schemas.requestId,
    }),
    output: schemas.bid,
    run: ({ request_id, ...order }, { house }) =>
      house.once("place_bid", request_id, order, () =>
        placeBid(house, order.lot_id, order.bidder_id, order.amount),
      ),
  }),
  tool("list_bids", {
    scope: "bidding",
    title: "List bids",
    description: "Lists the bids on a lot, the highest first.",
    annotations: reads,
    input: z.strictObject({ lot_id: schemas.lotId, ...schemas.paging }),
    output: z.strictObject({ bids: z.array(schemas.bid), ...schemas.pagingResult }),
    run: ({ lot_id, limit, cursor }, { house, account }) => {
      const { page, paging } = pageOf({
        name: JSON.stringify([account, "bids", lot_id]),
        items: house.get(house.lots, lot_id, "lot").bids,
        descending: true,
        limit,
        cursor,
        orderOf: ({ amount, placed_at, bid_id }) =>
          `${String(amount).padStart(10, "0")} ${placed_at} ${bid_id}`,
      });
      return { bids: page, ...paging };
    },
  }),
];

const invoiceTools: Registration[] = [
  tool("issue_invoice", {
    scope: "accounts",
    title: "Issue an invoice",
    description: "Bills a sold lot to the bidder who won it: the hammer price and the premium.",
    annotations: adds,
    input: z.strictObject({ lot_id: schemas.lotId }),
    output: schemas.invoice,
    run: ({ lot_id }, { house }) => showInvoice(issueInvoice(house, lot_id)),
  }),
  tool("get_invoice", {
    scope: "accounts",
    title: "Get an invoice",
    description: "Shows an invoice, its payments and what is left to pay.",
    annotations: reads,
    input: z.strictObject({ invoice_id: schemas.invoiceId }),
    output: schemas.invoice,
    run: ({ invoice_id }, { house }) => showInvoice(house.get(house.invoices, invoice_id, "invoice")),
  }),
  tool("record_payment", {
    scope: "accounts",
    title: "Record a payment",
    description: "Books a payment for an invoice, in whole or in part.",
    annotations: adds,
    input: z.strictObject({
      invoice_id: schemas.invoiceId,
      amount: z.number().min(0.01).max(13_000_000).multipleOf(0.01).describe("Euros and cents."),
      method: schemas.method,
      request_id: schemas.requestId,
    }),
    output: schemas.paymentReceipt,
    run: (input, { house }) => recordPayment(house, input),
  }),
  tool("record_pickup", {
    scope: "accounts",
    title: "Record a pick-up",
    description: "Hands out the lot of an invoice that is paid.",
    annotations: changes,
    input: z.strictObject({ invoice_id: schemas.invoiceId, collected_by: z.string().min(1).max(80) }),
    output: schemas.invoice,
    run: ({ invoice_id, collected_by }, { house }) =>
      showInvoice(recordPickup(house, invoice_id, collected_by)),
  }),
];

export const biddingTools: readonly Registration[] = [...bidderTools, ...bidTools, ...invoiceTools];

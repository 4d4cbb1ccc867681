/** The tools for transfers and standing orders. */
import { z } from "zod";
import { matches, pageOf } from "./lists.ts";
import * as shapes from "./schemas.ts";
import { adds, changes, type Registration, reads, tool } from "./tool.ts";
import { cancelOrder, createOrder, createTransfer, returnTransfer } from "./transfers.ts";
import { showOrder, showTransfer } from "./views.ts";

const transferTools: readonly Registration[] = [
  tool("create_transfer", {
    description:
      "Send money to an IBAN. Booked after 2 hours; until then amount and fee are held. Fee: 0.5%, at least 0.20, at most 5.00 (20 to 500 yen).",
    annotations: adds,
    input: {
      wallet_id: shapes.walletId,
      recipient_name: shapes.recipient,
      iban: shapes.iban,
      amount: shapes.amount,
      reference: z.string().min(1).max(140).optional().describe("Reference for the recipient"),
      idempotency_key: shapes.idempotencyKey,
    },
    run: (input, bank) =>
      bank.once("create_transfer", input, () => {
        const sent = { ...input, reference: input.reference ?? null };
        return { transfer: showTransfer(bank, createTransfer(bank, sent)) };
      }),
  }),
  tool("get_transfer", {
    description: "Get a transfer.",
    annotations: reads,
    input: { transfer_id: shapes.transferId },
    run: ({ transfer_id }, bank) => ({ transfer: showTransfer(bank, bank.transfer(transfer_id)) }),
  }),
  tool("list_transfers", {
    description: "List transfers, newest first. Pass next_cursor as cursor to get the next page.",
    annotations: reads,
    input: {
      wallet_id: shapes.walletId.optional(),
      status: z.enum(["pending", "booked", "returned"]).optional(),
      created_from: shapes.time.optional().describe("Created at or after this time (ISO 8601)"),
      created_before: shapes.time.optional().describe("Created before this time (ISO 8601)"),
      cursor: z.string().max(500).optional().describe("next_cursor of the previous page"),
      limit: z.number().int().min(1).max(50).default(20),
    },
    run: ({ cursor, limit, ...filters }, bank) => {
      const { created_from, created_before, ...equal } = filters;
      const from = created_from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(created_from);
      const until = created_before === undefined ? Number.POSITIVE_INFINITY : Date.parse(created_before);
      const rows = [...bank.transfers.values()]
        .reverse()
        .toSorted((one, other) => other.createdAt - one.createdAt)
        .filter(({ createdAt }) => createdAt >= from && createdAt < until)
        .map((each) => showTransfer(bank, each))
        .filter((each) => matches(each, equal));
      const { page, next_cursor } = pageOf(rows, filters, { cursor, limit });
      return { transfers: page, next_cursor };
    },
  }),
  tool("return_transfer", {
    description:
      "Return a transfer. A pending one is not booked and costs nothing; of a booked one the amount comes back, not the fee.",
    annotations: changes,
    input: { transfer_id: shapes.transferId },
    run: ({ transfer_id }, bank) => ({
      transfer: showTransfer(bank, returnTransfer(bank, transfer_id)),
    }),
  }),
];

const orderTools: readonly Registration[] = [
  tool("create_standing_order", {
    description:
      "Send the same amount every month. In months that are too short it runs on the last day. At most 5 per wallet.",
    annotations: adds,
    input: {
      wallet_id: shapes.walletId,
      recipient_name: shapes.recipient,
      iban: shapes.iban,
      amount: shapes.amount,
      day_of_month: z.number().int().min(1).max(31).describe("Day on which it runs"),
      idempotency_key: shapes.idempotencyKey,
    },
    run: (input, bank) =>
      bank.once("create_standing_order", input, () => ({
        standing_order: showOrder(bank, createOrder(bank, input)),
      })),
  }),
  tool("list_standing_orders", {
    description: "List the standing orders of a wallet.",
    annotations: reads,
    input: { wallet_id: shapes.walletId, status: z.enum(["active", "cancelled"]).optional() },
    run: ({ wallet_id, status }, bank) => {
      bank.wallet(wallet_id);
      const rows = [...bank.orders.values()].map((each) => showOrder(bank, each));
      return rows.filter((each) => matches(each, { wallet_id, status }));
    },
  }),
  tool("cancel_standing_order", {
    description: "Cancel a standing order.",
    annotations: changes,
    input: { standing_order_id: shapes.orderId },
    run: ({ standing_order_id }, bank) => ({
      standing_order: showOrder(bank, cancelOrder(bank, standing_order_id)),
    }),
  }),
];

export const moneyTools: readonly Registration[] = [...transferTools, ...orderTools];

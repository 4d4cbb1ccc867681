/** The tools for cards and what is paid with them. */
import { z } from "zod";
import { authorizePayment, orderCard, setCardStatus, settlePayment } from "./cards.ts";
import * as shapes from "./schemas.ts";
import { adds, changes, type Registration, reads, tool } from "./tool.ts";
import { showCard, showPayment } from "./views.ts";

export const cardTools: readonly Registration[] = [
  tool("order_card", {
    description: "Order a card for a wallet of a verified customer. At most 3 cards per wallet.",
    annotations: adds,
    input: {
      wallet_id: shapes.walletId,
      holder_name: z.string().min(2).max(26).describe("Name printed on the card"),
      daily_limit: shapes.amount.describe("Limit per day (Europe/Berlin), e.g. 500.00"),
      monthly_limit: shapes.amount.describe("Limit per month, e.g. 2000.00"),
      idempotency_key: shapes.idempotencyKey,
    },
    run: (input, bank) =>
      bank.once("order_card", input, () => ({ card: showCard(bank, orderCard(bank, input)) })),
  }),
  tool("get_card", {
    description: "Get a card with its limits and what was spent.",
    annotations: reads,
    input: { card_id: shapes.cardId },
    run: ({ card_id }, bank) => ({ card: showCard(bank, bank.card(card_id)) }),
  }),
  tool("set_card_status", {
    description: "Activate, freeze, unfreeze (active) or close a card. Closing cannot be undone.",
    annotations: changes,
    input: { card_id: shapes.cardId, status: z.enum(["active", "frozen", "closed"]) },
    run: ({ card_id, status }, bank) => ({ card: showCard(bank, setCardStatus(bank, card_id, status)) }),
  }),
  tool("authorize_payment", {
    description:
      "Authorize a card payment. The amount (minor units) is held for 7 days, until it is captured or released.",
    annotations: adds,
    input: {
      card_id: shapes.cardId,
      amount: shapes.minorAmount,
      merchant: z.string().min(1).max(60).describe("Name of the merchant"),
      idempotency_key: shapes.idempotencyKey,
    },
    run: (input, bank) =>
      bank.once("authorize_payment", input, () =>
        showPayment(bank, authorizePayment(bank, input.card_id, input.amount, input.merchant)),
      ),
  }),
  tool("get_payment", {
    description: "Get a card payment.",
    annotations: reads,
    input: { payment_id: shapes.paymentId },
    run: ({ payment_id }, bank) => showPayment(bank, bank.payment(payment_id)),
  }),
  tool("settle_payment", {
    description: "Capture a held payment, in full or in part, or release it. The rest of a part is released.",
    annotations: changes,
    input: {
      payment_id: shapes.paymentId,
      action: z.enum(["capture", "release"]),
      amount: shapes.minorAmount.optional().describe("Amount to capture in minor units, default: all"),
    },
    run: ({ payment_id, action, amount }, bank) =>
      showPayment(bank, settlePayment(bank, payment_id, action, amount)),
  }),
];

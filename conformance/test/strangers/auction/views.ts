/** How records show in results. */
import { committedBy, minimumBidOf } from "./bidding.ts";
import { breaks } from "./breaks.ts";
import type { House } from "./house.ts";
import { balanceOf, paidOf } from "./invoices.ts";
import type { Bidder, Consignor, Invoice, Lot, Sale } from "./records.ts";

export function showConsignor(consignor: Consignor, house: House) {
  const lots = [...house.lots.values()].filter(
    ({ consignor_id, state }) => consignor_id === consignor.id && state !== "withdrawn",
  );
  return { ...consignor, lot_count: lots.length };
}

export function showLot(lot: Lot, house: House, scopes: readonly string[], isListed = false) {
  const { bids, reserve, ...rest } = lot;
  const sale = lot.sale_id === undefined ? undefined : house.sales.get(lot.sale_id);
  const seesReserve = scopes.includes("reserves:read") || (isListed && breaks("reserve-in-list"));
  return {
    ...rest,
    ...(reserve !== undefined && seesReserve && { reserve }),
    without_reserve: reserve === undefined,
    ...(sale !== undefined && { opens_at: sale.opens_at, ends_at: sale.ends_at }),
    bid_count: bids.length,
    ...(bids.length > 0 && { current_bid: bids.at(-1)!.amount }),
    minimum_bid: minimumBidOf(lot),
  };
}

export function showSaleRow({ lots, ...sale }: Sale) {
  return { ...sale, lot_count: lots.length };
}

export function showSale(sale: Sale) {
  const lots = sale.lots.map(({ id, title }, place) => ({ number: place + 1, lot_id: id, title }));
  return { ...showSaleRow(sale), lots };
}

export function showBidder(bidder: Bidder, house: House) {
  const committed = committedBy(house, bidder.id);
  return { ...bidder, committed, available: bidder.bid_limit - committed };
}

export function showInvoice(invoice: Invoice) {
  const { hammer, premium, payments } = invoice;
  return {
    ...invoice,
    hammer: hammer / 100,
    premium: premium / 100,
    total: (hammer + premium) / 100,
    paid: paidOf(invoice) / 100,
    balance: balanceOf(invoice) / 100,
    payments: payments.map((payment) => ({ ...payment, amount: payment.amount / 100 })),
  };
}

/** Data that was there before: customers with wallets, cards, payments and transfers. */
import type { Bank } from "./bank.ts";
import { authorizePayment, orderCard, setCardStatus, settlePayment } from "./cards.ts";
import { book, createCustomer, openWallet, verifyCustomer } from "./customers.ts";
import { createOrder, createTransfer } from "./transfers.ts";

const recipient = { recipient_name: "Stadtwerke Kiel", iban: "DE89370400440532013000" };

export function fillBank(bank: Bank): void {
  for (const name of ["Ines Voss", "Ole Brandt", "Mira Aydin"]) {
    const { id } = createCustomer(bank, { name, email: `${name.split(" ")[0]}@example.org`, country: "DE" });
    verifyCustomer(bank, id);
    const wallet = openWallet(bank, id, "EUR", null);
    openWallet(bank, id, "JPY", "Travel");
    book(wallet, { at: bank.now, kind: "top_up", amount: 250_000, reference: "Salary" });
    const limits = { daily_limit: "500.00", monthly_limit: "2000.00" };
    const card = orderCard(bank, { wallet_id: wallet.id, holder_name: name.toUpperCase(), ...limits });
    setCardStatus(bank, card.id, "active");
    const { id: payment } = authorizePayment(bank, card.id, 1_999, "Bakery");
    settlePayment(bank, payment, "capture");
    authorizePayment(bank, card.id, 4_500, "Fuel");
    const sent = { wallet_id: wallet.id, ...recipient, amount: "80.00" };
    createTransfer(bank, { ...sent, reference: "Power" });
    createOrder(bank, { ...sent, day_of_month: 31 });
  }
}

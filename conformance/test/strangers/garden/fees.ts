/** Fees that are paid in parts. */
import { Refusal } from "@toolwright/runtime";
import { isBroken } from "./breaks.ts";
import { doOnce, type Garden, randomId } from "./garden.ts";
import type { PayFeeInput, PayFeeOutput } from "./generated/types.ts";
import { findTenancyIn } from "./terms.ts";

export function payFee(garden: Garden, input: PayFeeInput): PayFeeOutput {
  const { tenancy_id, cents, reference } = input;
  const place = isBroken("reference-per-tenancy") ? tenancy_id : "";
  const key = reference === undefined ? undefined : `pay ${place} ${reference}`;
  return doOnce(garden, key, [tenancy_id, cents], () => bookPayment(garden, input));
}

function bookPayment(garden: Garden, { tenancy_id, cents }: PayFeeInput): PayFeeOutput {
  const tenancy = findTenancyIn(garden, tenancy_id, ["active", "notice", "ended"]);
  const { fee_cents, member_id } = tenancy;
  const owed = fee_cents - tenancy.paid_cents;
  if (cents > owed - (isBroken("last-part-refused") ? 1 : 0))
    throw new Refusal("overpaid", `Only ${owed} cents of the fee are owed. Send at most these.`);
  const paid_cents = tenancy.paid_cents + cents;
  garden.tenancies.set(tenancy_id, { ...tenancy, paid_cents, payments: tenancy.payments + 1 });
  const payment_id = randomId("pay");
  return { payment_id, tenancy_id, member_id, cents, fee_cents, paid_cents, owed_cents: owed - cents };
}

/** Prescriptions and referrals. */
import { has } from "./breaks.ts";
import { showTime } from "./clock.ts";
import type { Practice } from "./records.ts";
import { Refusal } from "./refusal.ts";

export const medicine = {
  prescribe(
    practice: Practice,
    input: { patient_id: string; drug: string; dose_mg: number; fills?: number },
  ) {
    const { patient_id, drug, dose_mg, fills = 1 } = input;
    practice.patients.get(patient_id);
    const made = { patient_id, drug, dose_mg, fills, dispensed: 0, left: fills };
    return { prescription: practice.prescriptions.add(made) };
  },

  dispense({ prescriptions }: Practice, { prescription_id }: { prescription_id: string }) {
    const prescription = prescriptions.get(prescription_id);
    const { left, fills } = prescription;
    if (left === 0 && !has("one-fill-more")) throw new Refusal("no_fills_left", "Nothing is left.");
    prescription.left = Math.max(0, left - 1);
    prescription.dispensed = fills - prescription.left;
    return { prescription };
  },

  refer_patient(practice: Practice, input: { patient_id: string; speciality: string; urgent?: boolean }) {
    const { patient_id, speciality, urgent = false } = input;
    practice.patients.get(patient_id);
    const isOpen = practice.referrals
      .all()
      .some(
        (each) => each.patient_id === patient_id && each.speciality === speciality && each.status === "open",
      );
    if (isOpen) throw new Refusal("already_referred", "There is an open referral to this speciality.");
    const made = { patient_id, speciality, urgent, status: "open" as const, closed_at: null };
    return { referral: practice.referrals.add(made) };
  },

  close_referral({ referrals }: Practice, { referral_id }: { referral_id: string }) {
    const referral = referrals.get(referral_id);
    if (referral.status === "closed") throw new Refusal("wrong_state", "The referral is closed.");
    referral.status = "closed";
    referral.closed_at = showTime();
    return { referral };
  },
};

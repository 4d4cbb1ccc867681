/** Watering duties, and swaps of them. */
import { Refusal } from "@toolwright/runtime";
import { isBroken } from "./breaks.ts";
import { today } from "./clock.ts";
import { find, findMember, type Garden, nextNumber } from "./garden.ts";
import type {
  AddDutyInput,
  Duty,
  ListDutiesInput,
  SwapDutiesInput,
  SwapDutiesOutput,
} from "./generated/types.ts";
import { type Page, paginate } from "./paging.ts";

export function addDuty(garden: Garden, { member_id, day, beds }: AddDutyInput): Duty {
  findMember(garden, member_id);
  refusePast(day);
  refuseSecondDuty(garden, member_id, day);
  const duty = { duty_id: `duty-${nextNumber("duty")}`, member_id, day, beds };
  garden.duties.set(duty.duty_id, duty);
  return duty;
}

export function swapDuties(garden: Garden, { duty_id, with_duty_id }: SwapDutiesInput): SwapDutiesOutput {
  const duty = findDuty(garden, duty_id);
  const other = findDuty(garden, with_duty_id);
  if (duty.member_id === other.member_id)
    throw new Refusal(
      "same_member",
      `Member ${duty.member_id} has both duties. Choose one of another member.`,
    );
  for (const { day } of [duty, other]) refusePast(day);
  if (duty.day !== other.day) {
    refuseSecondDuty(garden, duty.member_id, other.day);
    refuseSecondDuty(garden, other.member_id, duty.day);
  }
  const swapped = { ...duty, member_id: other.member_id };
  const swappedOther = isBroken("swap-one-way") ? other : { ...other, member_id: duty.member_id };
  garden.duties.set(duty_id, swapped);
  garden.duties.set(with_duty_id, swappedOther);
  return { duty: swapped, with_duty: swappedOther };
}

export function listDuties(garden: Garden, account: string, input: ListDutiesInput): Page<Duty> {
  const { member_id, from, until } = input;
  if (member_id !== undefined) findMember(garden, member_id);
  const isUntil = (day: string) =>
    until === undefined || (isBroken("until-leaves-out-last") ? day < until : day <= until);
  const duties = [...garden.duties.values()]
    .filter((duty) => member_id === undefined || duty.member_id === member_id)
    .filter(({ day }) => from === undefined || day >= from)
    .filter(({ day }) => isUntil(day));
  return paginate(
    {
      entries: duties,
      keyOf: ({ day, duty_id }) => [day, Number(duty_id.slice("duty-".length))],
      name: ["duties", account, member_id, from, until],
    },
    input,
  );
}

function findDuty({ duties }: Garden, id: string): Duty {
  return find(duties, id, "duty", "garden_list_duties shows the duties.");
}

function refusePast(day: string): void {
  if (day < today()) throw new Refusal("in_the_past", `${day} is over; today is ${today()}.`);
}

function refuseSecondDuty({ duties }: Garden, memberId: number, day: string): void {
  const other = [...duties.values()].find((duty) => duty.member_id === memberId && duty.day === day);
  if (other === undefined) return;
  throw new Refusal("duty_that_day", `Member ${memberId} has ${other.duty_id} on ${day} already.`);
}

/** Data that was there before, and a company that works all the time. */
import { setTimeout as delay } from "node:timers/promises";
import { cancelLeave, decideLeave, requestLeave, withdrawLeave } from "./absences.ts";
import { type Office, oneDay } from "./office.ts";
import type { Employee, Leave, Shift } from "./records.ts";
import { answerSwap, assignShift, cancelShift, offerSwap, planShift, withdrawSwap } from "./roster.ts";
import { addEmployee, addTeam, endEmployment } from "./staff.ts";

function ask(
  office: Office,
  { employee_no }: Employee,
  kind: Leave["kind"],
  from: number,
  days: number,
): Leave {
  const day = (later: number) => office.time(later * oneDay).slice(0, 10);
  return requestLeave(office, {
    employee_no,
    kind,
    from: day(from),
    until: day(from + days - 1),
    half_day: false,
  });
}

function plan(office: Office, team_id: string, days: number): Shift {
  return planShift(office, {
    team_id,
    name: "Day shift",
    starts_at: office.time(days * oneDay),
    ends_at: office.time(days * oneDay + 8 * 3_600_000),
    break_minutes: 45,
    tasks: ["Hand over"],
  });
}

export function fill(office: Office): void {
  for (const name of ["Warehouse", "Reception"]) {
    const team_id = addTeam(office, name).id;
    const add = (person: string, manager_no?: number) =>
      addEmployee(office, {
        name: `${person} ${name}`,
        email: `${person.toLowerCase()}@${name.toLowerCase()}.example`,
        home_phone: "+4930555010",
        team_id,
        days_per_year: 27.5,
        ...(manager_no !== undefined && { manager_no }),
      });
    const lead = add("Hanna");
    const people = ["Mio", "Lou", "Kaya", "Per"].map((person) => add(person, lead.employee_no));
    const requests = people.map((person, index) => ask(office, person, "holiday", 40 + index, 1 + index));
    ask(office, lead, "parental", 90, 14);
    const [first, second] = requests.map(({ id }) => id);
    decideLeave(office, { leave_id: first!, decision: "approve", decided_by: lead.employee_no });
    decideLeave(office, { leave_id: second!, decision: "refuse", decided_by: lead.employee_no });
    const shifts = Array.from({ length: 12 }, (_, index) => plan(office, team_id, 5 + Math.floor(index / 2)));
    for (const [index, { id }] of shifts.slice(0, 8).entries())
      assignShift(office, id, people[index % people.length]!.employee_no);
    offerSwap(office, { shift_id: shifts[0]!.id, for_shift_id: shifts[5]!.id });
    cancelShift(office, shifts[9]!.id);
  }
}

export async function keepBusy(office: Office): Promise<void> {
  const team_id = addTeam(office, "Temporary staff").id;
  for (let count = 1; ; count += 1) {
    const people = ["one", "two"].map((name) =>
      addEmployee(office, {
        name: `Temp ${name} ${count}`,
        email: `temp.${name}.${count}@example.com`,
        team_id,
        days_per_year: 12,
      }),
    );
    const [one, two] = people as [Employee, Employee];
    const shifts = people.map(({ employee_no }, index) => {
      const { id } = plan(office, team_id, 10 + index);
      return assignShift(office, id, employee_no).id;
    });
    const { id } = ask(office, one, "holiday", 30, 2);
    const swap = offerSwap(office, { shift_id: shifts[0]!, for_shift_id: shifts[1]! });
    await delay(50, undefined, { ref: false });
    if (count % 2 === 0) {
      decideLeave(office, { leave_id: id, decision: "approve", decided_by: two.employee_no });
      answerSwap(office, swap.id, "accept");
      cancelLeave(office, id);
    } else {
      withdrawLeave(office, id);
      withdrawSwap(office, swap.id);
    }
    for (const shift of shifts) cancelShift(office, shift);
    for (const { employee_no } of people) endEmployment(office, employee_no);
  }
}

/** The shapes of results, for the tools that say what they answer. */
import {
  currency,
  day,
  ids,
  listOf,
  money,
  month,
  objectOf,
  orNull,
  payType,
  time,
  timesheetStatus,
  week,
  weeklyHours,
} from "./schemas.ts";

const employeeStatus = { type: "string", enum: ["active", "left"] };
const hours = { type: "number", minimum: 0 };
const text = { type: "string" };

export const payGroupResult = objectOf({
  id: ids.pay_group,
  name: text,
  currency,
  active_employees: { type: "integer", minimum: 0 },
  created_at: time,
});

export const employeeResult = objectOf(
  {
    id: ids.employee,
    pay_group_id: ids.pay_group,
    name: text,
    email: text,
    status: employeeStatus,
    hired_on: day,
    last_day: orNull(day),
    pay_type: payType,
    rate: money,
    currency,
    weekly_hours: weeklyHours,
    contracts: listOf(
      objectOf({ valid_from: day, pay_type: payType, rate: money, weekly_hours: weeklyHours }),
    ),
    vacation_days_booked: { type: "integer", minimum: 0 },
    iban: { ...text, description: "Only for keys that may see bank accounts." },
    revision: { type: "integer", minimum: 1 },
  },
  ["iban"],
);

export const employeeRow = objectOf({
  id: ids.employee,
  pay_group_id: ids.pay_group,
  name: text,
  email: text,
  status: employeeStatus,
  pay_type: payType,
});

export const entryResult = objectOf({
  id: ids.entry,
  timesheet_id: ids.timesheet,
  day,
  hours,
  project: text,
  note: orNull(text),
});

export const timesheetResult = objectOf({
  id: ids.timesheet,
  employee_id: ids.employee,
  week,
  first_day: day,
  last_day: day,
  status: timesheetStatus,
  entries: listOf(entryResult),
  weekly_hours: weeklyHours,
  total_hours: hours,
  overtime_hours: hours,
  comment: orNull(text),
  submitted_at: orNull(time),
  approved_at: orNull(time),
  pay_run_id: { ...ids.pay_run, type: ["string", "null"] },
});

export const timesheetRow = objectOf({
  id: ids.timesheet,
  employee_id: ids.employee,
  week,
  status: timesheetStatus,
  total_hours: hours,
});

export const payRunResult = objectOf({
  id: ids.pay_run,
  pay_group_id: ids.pay_group,
  month,
  currency,
  status: { type: "string", enum: ["draft", "final", "discarded"] },
  started_at: time,
  closed_at: orNull(time),
  payslips: listOf(
    objectOf({
      payslip_id: ids.payslip,
      employee_id: ids.employee,
      gross: money,
      deductions: money,
      net: money,
    }),
  ),
  total_gross: money,
  total_deductions: money,
  total_net: money,
});

export const payslipResult = objectOf({
  id: ids.payslip,
  pay_run_id: ids.pay_run,
  employee_id: ids.employee,
  month,
  currency,
  status: { type: "string", enum: ["draft", "final", "void"] },
  lines: listOf(
    objectOf({
      kind: { type: "string", enum: ["hours", "overtime", "salary", "unpaid_absence", "correction"] },
      quantity: { type: "number" },
      rate: money,
      amount: money,
    }),
  ),
  gross: money,
  social_security: money,
  income_tax: money,
  net: money,
  corrections: listOf(
    objectOf({
      id: ids.correction,
      amount: money,
      reason: text,
      status: { type: "string", enum: ["pending", "applied"] },
      created_at: time,
    }),
  ),
  corrections_total: money,
});

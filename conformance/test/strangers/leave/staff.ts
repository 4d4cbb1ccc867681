/** Teams and employees. */
import { daysUsed } from "./absences.ts";
import { breaks } from "./breaks.ts";
import { everyEmployee, newIds, type Office } from "./office.ts";
import { contains, matches, type PageRequest, readPage } from "./paging.ts";
import type { Employee, Team } from "./records.ts";
import { Refusal } from "./refusal.ts";
import { type Tool, tool, type Work } from "./tool.ts";

interface NewEmployee {
  readonly name: string;
  readonly email: string;
  readonly home_phone?: string;
  readonly team_id: string;
  readonly manager_no?: number;
  readonly days_per_year: number;
}

export function addTeam(office: Office, name: string): Team {
  const team = { id: newIds.team(), name, created_at: office.time() };
  office.teams.set(team.id, team);
  return team;
}

export function addEmployee(office: Office, input: NewEmployee): Employee {
  office.get(office.teams, input.team_id);
  if (input.manager_no !== undefined && !(breaks("manager-of-others") && everyEmployee.has(input.manager_no)))
    office.activeEmployee(input.manager_no);
  const employee: Employee = {
    employee_no: newIds.employee(),
    ...input,
    status: "active",
    revision: 1,
    created_at: office.time(),
  };
  office.employees.set(employee.employee_no, employee);
  everyEmployee.set(employee.employee_no, employee);
  return employee;
}

type Change = Partial<NewEmployee> & { readonly employee_no: number; readonly revision?: number };

function changeEmployee(office: Office, { employee_no: no, revision, ...change }: Change): Employee {
  const employee = office.get(office.employees, no);
  if (revision !== undefined && revision !== employee.revision)
    throw new Refusal(
      "stale_revision",
      `${no} has the revision ${employee.revision} now. Read it again with get_employee before you change it.`,
    );
  office.activeEmployee(no);
  if (change.team_id !== undefined) office.get(office.teams, change.team_id);
  if (change.manager_no === no) throw new Refusal("invalid_manager", "Nobody is their own manager.");
  if (change.manager_no !== undefined) office.activeEmployee(change.manager_no);
  if (change.days_per_year !== undefined) checkAllowance(office, employee, change.days_per_year);
  Object.assign(employee, change);
  employee.revision += 1;
  return employee;
}

function checkAllowance(office: Office, { employee_no, name }: Employee, days: number): void {
  for (const { year } of office.leave.values()) {
    const { approved, requested } = daysUsed(office, employee_no, year);
    if (approved + requested > days)
      throw new Refusal(
        "allowance_in_use",
        `${name} has ${approved + requested} days of holiday in ${year}. Cancel some before you set ${days}.`,
      );
  }
}

export function endEmployment(office: Office, no: number): Employee {
  const employee = office.activeEmployee(no);
  const isWaiting = [...office.leave.values()].some(
    ({ employee_no, status }) => employee_no === no && status === "requested",
  );
  const works = [...office.shifts.values()].some(
    ({ employee_no, status, ends_at }) =>
      employee_no === no && status === "assigned" && Date.parse(ends_at) > office.now(),
  );
  if (isWaiting || works)
    throw new Refusal(
      "employee_busy",
      works ? `Unassign the shifts of ${no} before.` : `Decide about the requests of ${no} before.`,
    );
  employee.status = "left";
  employee.revision += 1;
  return employee;
}

function showTeam(team: Team, office: Office): object {
  const { id, name, created_at } = team;
  const members = [...office.employees.values()].filter((each) =>
    matches(each, { team_id: id, status: "active" }),
  );
  return { id, name, members: members.length, created_at };
}

function showEmployee(employee: Employee, { caller }: Work): object {
  const { home_phone, ...rest } = employee;
  const isShown = home_phone !== undefined && caller.scopes.includes("private");
  return isShown ? employee : rest;
}

interface EmployeeFilters extends PageRequest {
  readonly team_id?: string;
  readonly manager_no?: number;
  readonly status?: Employee["status"];
  readonly text?: string;
}

function listEmployees({ limit, cursor, text, ...filters }: EmployeeFilters, work: Work): object {
  const { office } = work;
  if (filters.team_id !== undefined) office.get(office.teams, filters.team_id);
  if (filters.manager_no !== undefined) office.get(office.employees, filters.manager_no);
  const { items, total, next } = readPage(
    {
      name: ["employees", office.company, filters.team_id, filters.manager_no, filters.status, text],
      items: office.employees.values(),
      fits: (employee) =>
        matches(employee, filters) && (contains(employee.name, text) || contains(employee.email, text)),
      keyOf: ({ employee_no }) => employee_no,
      descending: true,
    },
    { limit, cursor },
  );
  const employees = items.map((employee) =>
    breaks("phone-in-list") ? employee : showEmployee(employee, work),
  );
  return { employees, total, ...next };
}

type OneEmployee = { readonly employee_no: number };

export const staffTools: Readonly<Record<string, Tool>> = {
  create_team: tool<{ name: string }>("manager", ({ name }, { office }) =>
    showTeam(addTeam(office, name), office),
  ),
  list_teams: tool<{ text?: string }>("office:read", ({ text }, { office }) => {
    const teams = [...office.teams.values()]
      .filter(({ name }) => contains(name, text))
      .toSorted((one, other) => one.name.localeCompare(other.name));
    return { teams: teams.map((team) => showTeam(team, office)) };
  }),
  create_employee: tool<NewEmployee>("manager", (input, work) =>
    showEmployee(addEmployee(work.office, input), work),
  ),
  get_employee: tool<OneEmployee>("office:read", ({ employee_no }, work) =>
    showEmployee(work.office.get(work.office.employees, employee_no), work),
  ),
  list_employees: tool<EmployeeFilters>("office:read", listEmployees),
  update_employee: tool<Change>("manager", (input, work) =>
    showEmployee(changeEmployee(work.office, input), work),
  ),
  end_employment: tool<OneEmployee>("manager", ({ employee_no }, work) =>
    showEmployee(endEmployment(work.office, employee_no), work),
  ),
};

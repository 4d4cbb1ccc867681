/** The tools about teams and agents. */
import { reject } from "./rejection.ts";
import type { Agent, Team } from "./staff.ts";
import type { Ticket } from "./tickets.ts";
import { type Context, define } from "./tool.ts";
import { isWaiting, viewAgent, viewTeam } from "./views.ts";

export const aboutTeams = {
  desk_create_team: define<Pick<Team, "name" | "sla">>({
    scope: "desk:admin",
    run: ({ name, sla }, { desk }) => ({ team: viewTeam(desk, desk.staff.createTeam(name, sla)) }),
  }),
  desk_get_team: define<{ team_id: string }>({
    scope: "tickets:read",
    run: ({ team_id }, { desk }) => ({ team: viewTeam(desk, desk.staff.team(team_id)) }),
  }),
  desk_list_teams: define({
    scope: "tickets:read",
    run(_, { desk }) {
      const teams = desk.staff.teams().toSorted((one, two) => one.name.localeCompare(two.name));
      return { teams: teams.map((team) => viewTeam(desk, team)) };
    },
  }),
  desk_delete_team: define<{ team_id: string }>({
    scope: "desk:admin",
    run({ team_id }, { desk }) {
      const team = desk.staff.team(team_id);
      const isLeft = ({ teamId, status }: Ticket) =>
        teamId === team.id && status !== "closed" && status !== "merged";
      if (desk.staff.activeIn(team.id).length > 0 || desk.tickets.all().some(isLeft))
        reject("team_in_use", "The team has active agents, or tickets that are not closed.");
      desk.staff.deleteTeam(team.id);
      return { deleted: team.id };
    },
  }),
};

interface AgentInput {
  readonly name: string;
  readonly email: string;
  readonly team_id: string;
  readonly role: string;
}

export const aboutAgents = {
  desk_add_agent: define<AgentInput>({
    scope: "desk:admin",
    run({ team_id, ...facts }, { desk, isAdmin }) {
      return { agent: viewAgent(desk.staff.addAgent({ ...facts, teamId: team_id }), isAdmin) };
    },
  }),
  desk_get_agent: define<{ agent_id: string }>({
    scope: "tickets:read",
    run: ({ agent_id }, { desk, isAdmin }) => ({ agent: viewAgent(desk.staff.agent(agent_id), isAdmin) }),
  }),
  desk_list_agents: define<{ team_id?: string; state?: string }>({
    scope: "tickets:read",
    run({ team_id, state }, { desk, isAdmin }) {
      if (team_id !== undefined) desk.staff.team(team_id);
      const found = desk.staff
        .agents()
        .filter((agent) => team_id === undefined || agent.teamId === team_id)
        .filter((agent) => state === undefined || agent.state === state);
      return { agents: found.map((agent) => viewAgent(agent, isAdmin)) };
    },
  }),
  desk_deactivate_agent: define<{ agent_id: string }>({
    scope: "desk:admin",
    run: ({ agent_id }, context) => setState(agent_id, "inactive", context),
  }),
  desk_reactivate_agent: define<{ agent_id: string }>({
    scope: "desk:admin",
    run: ({ agent_id }, context) => setState(agent_id, "active", context),
  }),
};

function setState(agentId: string, state: Agent["state"], { desk, isAdmin }: Context): object {
  const agent = desk.staff.agent(agentId);
  if (agent.state === state) reject("wrong_state", `${agent.name} is ${state}.`);
  const hasWork = desk.tickets.all().some((ticket) => ticket.assigneeId === agentId && isWaiting(ticket));
  if (state === "inactive" && hasWork)
    reject("agent_busy", `${agent.name} has tickets that are open or pending.`);
  agent.state = state;
  return { agent: viewAgent(agent, isAdmin) };
}

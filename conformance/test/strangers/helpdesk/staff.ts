/** Teams and agents of one desk. */
import { randomBytes } from "node:crypto";
import { reject } from "./rejection.ts";
import { nowSeconds } from "./time.ts";

export type Priority = "low" | "normal" | "high" | "urgent";

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly sla: Readonly<Record<Priority, number>>;
  readonly createdAt: number;
}

export interface Agent {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly teamId: string;
  readonly role: string;
  readonly createdAt: number;
  state: "active" | "inactive";
}

/** All desks count their teams together. */
let lastTeam = 0;

export class Staff {
  readonly #teams = new Map<string, Team>();
  readonly #agents = new Map<string, Agent>();

  teams(): Team[] {
    return [...this.#teams.values()];
  }

  team(id: string): Team {
    return this.#teams.get(id) ?? reject("not_found", `There is no team ${id}.`);
  }

  createTeam(name: string, sla: Team["sla"]): Team {
    if (this.teams().some((team) => team.name === name)) reject("name_taken", "A team has this name.");
    lastTeam += 1;
    const team = { id: `TM-${lastTeam}`, name, sla, createdAt: nowSeconds() };
    this.#teams.set(team.id, team);
    return team;
  }

  deleteTeam(id: string): void {
    this.#teams.delete(id);
  }

  agents(): Agent[] {
    return [...this.#agents.values()];
  }

  agent(id: string): Agent {
    return this.#agents.get(id) ?? reject("not_found", `There is no agent ${id}.`);
  }

  activeIn(teamId: string): Agent[] {
    return this.agents().filter((agent) => agent.teamId === teamId && agent.state === "active");
  }

  addAgent(facts: Pick<Agent, "name" | "email" | "teamId" | "role">): Agent {
    this.team(facts.teamId);
    const email = facts.email.toLowerCase();
    if (this.agents().some((agent) => agent.email.toLowerCase() === email))
      reject("email_taken", "An agent has this address.");
    const id = `A-${randomBytes(4).toString("hex")}`;
    const agent: Agent = { id, ...facts, createdAt: nowSeconds(), state: "active" };
    this.#agents.set(id, agent);
    return agent;
  }
}

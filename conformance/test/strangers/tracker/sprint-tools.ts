/** Sprints, and the issues that are moved into them. */
import { randomBytes } from "node:crypto";
import { isBroken } from "./breaks.ts";
import { type Issue, isClosed, isOpenSprint, type Sprint } from "./model.ts";
import { Refusal } from "./refusal.ts";
import { type Caller, tool } from "./tool.ts";
import { addPoints, showSprint } from "./views.ts";
import { requireActive, type Workspace } from "./workspace.ts";

const maxOpenSprints = 3;
const day = 24 * 60 * 60 * 1000;

interface SprintInput {
  readonly project_key: string;
  readonly name: string;
  readonly goal?: string;
  readonly first_day: string;
  readonly last_day: string;
}

type SprintAction = "start" | "complete" | "cancel";

export function createSprint(workspace: Workspace, input: SprintInput): Sprint {
  const { name, goal, first_day: firstDay, last_day: lastDay } = input;
  const project = workspace.project(input.project_key);
  requireActive(project);
  const closesAt = Date.parse(lastDay) + day;
  if (lastDay < firstDay || closesAt <= workspace.now())
    throw new Refusal("bad_dates", "The last day is not before the first one, and not before today (UTC).");
  const isCounted = (sprint: Sprint) =>
    isBroken("planned-sprints-not-counted") ? sprint.status === "active" : isOpenSprint(sprint);
  const open = [...workspace.sprints.values()].filter(
    (sprint) => sprint.project === project && isCounted(sprint),
  );
  if (open.length >= maxOpenSprints)
    throw new Refusal(
      "too_many_sprints",
      `${project.key} has ${open.length} open sprints. Complete or cancel one of them first.`,
    );
  const sprint: Sprint = {
    id: `spr_${randomBytes(6).toString("hex")}`,
    project,
    name,
    ...(goal !== undefined && { goal }),
    firstDay,
    lastDay,
    closesAt: new Date(closesAt).toISOString(),
    createdAt: workspace.time(),
    status: "planned",
  };
  workspace.sprints.set(sprint.id, sprint);
  return sprint;
}

export function changeSprint(workspace: Workspace, sprint: Sprint, action: SprintAction): readonly Issue[] {
  requireActive(sprint.project);
  const needed = action === "complete" ? "active" : "planned";
  if (sprint.status !== needed)
    throw new Refusal(
      "wrong_state",
      `${sprint.id} is ${sprint.status}. ${action} needs one that is ${needed}.`,
    );
  const now = workspace.time();
  if (action === "start") {
    sprint.status = "active";
    sprint.startedAt = now;
    return [];
  }
  sprint.status = action === "complete" ? "completed" : "cancelled";
  if (action === "complete") sprint.completedAt = now;
  return workspace.emptyUnfinished(sprint, now);
}

/** What stands against the move of an issue into a sprint, or that it has moved. */
function moveOne(workspace: Workspace, sprint: Sprint, id: string, checksProject: boolean): string {
  const issue = workspace.issues.get(id);
  if (issue === undefined) return "not_found";
  if (checksProject && issue.project !== sprint.project) return "another_project";
  if (issue.sprint === sprint) return "already_there";
  if (isClosed(issue)) return "closed";
  issue.sprint = sprint;
  workspace.touch(issue);
  return "moved";
}

export function moveToSprint(
  { sprint_id, issue_ids }: { readonly sprint_id: string; readonly issue_ids: readonly string[] },
  { workspace }: Pick<Caller, "workspace">,
): object {
  const sprint = workspace.sprint(sprint_id);
  requireActive(sprint.project);
  if (!isOpenSprint(sprint))
    throw new Refusal(
      "sprint_closed",
      `${sprint_id} is ${sprint.status}. get_project shows the open sprints.`,
    );
  const results = issue_ids.map((id, index) => ({
    issue_id: id,
    outcome: moveOne(workspace, sprint, id, index === 0 || !isBroken("bulk-checks-first-project")),
  }));
  return {
    results,
    moved: results.filter(({ outcome }) => outcome === "moved").length,
    points: addPoints(workspace.issuesIn(sprint)),
  };
}

interface OneSprint {
  readonly sprint_id: string;
}

export const sprintTools = {
  create_sprint: tool("issues:write", (input: SprintInput, { workspace }) =>
    showSprint(workspace, createSprint(workspace, input)),
  ),
  get_sprint: tool("issues:read", ({ sprint_id }: OneSprint, { workspace }) =>
    showSprint(workspace, workspace.sprint(sprint_id)),
  ),
  change_sprint: tool(
    "issues:write",
    ({ sprint_id, action }: OneSprint & { readonly action: SprintAction }, { workspace }) => {
      const sprint = workspace.sprint(sprint_id);
      const moved = changeSprint(workspace, sprint, action);
      return { sprint: showSprint(workspace, sprint), moved_to_backlog: moved.map(({ id }) => id) };
    },
  ),
  move_to_sprint: tool("issues:write", moveToSprint),
};

/** What was there before, and a second team that works all the time. */
import { setTimeout as wait } from "node:timers/promises";
import { addComment } from "./issue-tools.ts";
import { addLabels, block, changeStatus, createIssue } from "./issues.ts";
import { addMember, createProject, removeMember } from "./project-tools.ts";
import { changeSprint, createSprint, moveToSprint } from "./sprint-tools.ts";
import type { Workspace } from "./workspace.ts";

function dayFrom(workspace: Workspace, days: number): string {
  return workspace.time(days * 86_400).slice(0, 10);
}

const names = ["Ada Reyes", "Bo Lind", "Chidi Okoro", "Dana Weiss"];

export function fill(workspace: Workspace): void {
  for (const key of ["WEB", "APP", "OPS"]) {
    createProject(workspace, { project_key: key, name: `Team ${key}` });
    const members = names.map((name, index) =>
      addMember(workspace, { project_key: key, name, email: `m${index}@example.net`, role: "developer" }),
    );
    const issues = Array.from({ length: 14 }, (_, index) =>
      createIssue(workspace, {
        project_key: key,
        title: `Old issue ${index}`,
        type: index % 3 === 0 ? "bug" : "task",
        points: index,
        labels: index % 2 === 0 ? ["old"] : [],
        assignee_id: members[index % 4]!.id,
      }),
    );
    for (const issue of issues.slice(0, 6)) changeStatus(workspace, issue.id, "start");
    for (const issue of issues.slice(0, 3)) changeStatus(workspace, issue.id, "finish");
    block(workspace, issues[7]!, issues[6]!);
    block(workspace, issues[8]!, issues[0]!);
    addComment(workspace, { issue_id: issues[0]!.id, text: "Done at last." });
    const dates = { first_day: dayFrom(workspace, 0), last_day: dayFrom(workspace, 12) };
    const sprint = createSprint(workspace, { project_key: key, name: "Old sprint", ...dates });
    changeSprint(workspace, sprint, "start");
    moveToSprint({ sprint_id: sprint.id, issue_ids: issues.slice(3, 9).map(({ id }) => id) }, { workspace });
    removeMember(workspace, members[3]!.id);
  }
}

export async function keepWorking(workspace: Workspace): Promise<void> {
  createProject(workspace, { project_key: "SECOND", name: "Second team" });
  for (let round = 0; ; round += 1) {
    workspace.settle();
    const { id } = createIssue(workspace, {
      project_key: "SECOND",
      title: `Round ${round}`,
      type: "task",
      points: 1,
      labels: [],
    });
    const dates = { first_day: dayFrom(workspace, 1), last_day: dayFrom(workspace, 8) };
    const sprint = createSprint(workspace, { project_key: "SECOND", name: `Sprint ${round}`, ...dates });
    moveToSprint({ sprint_id: sprint.id, issue_ids: [id] }, { workspace });
    addLabels(workspace, id, ["second"]);
    changeStatus(workspace, id, "start");
    await wait(40, undefined, { ref: false });
    workspace.settle();
    changeStatus(workspace, id, round % 2 === 0 ? "finish" : "drop");
    addComment(workspace, { issue_id: id, text: `Round ${round} is over.` });
    if (sprint.status === "planned") changeSprint(workspace, sprint, "cancel");
  }
}

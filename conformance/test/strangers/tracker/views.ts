/** How records look in results. */
import { isBroken } from "./breaks.ts";
import {
  type Comment,
  type Issue,
  isClosed,
  isOpenSprint,
  type Member,
  type Project,
  type Sprint,
  type Status,
} from "./model.ts";
import type { Workspace } from "./workspace.ts";

/** Leaves out what has no value. */
function compact(record: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

export function showProject(workspace: Workspace, project: Project): object {
  const issues = workspace.issuesOf(project);
  const count = (status: Status) => issues.filter((issue) => issue.status === status).length;
  const members = [...workspace.members.values()].filter((member) => member.project === project);
  const sprints = [...workspace.sprints.values()].filter((sprint) => sprint.project === project);
  return compact({
    project_key: project.key,
    name: project.name,
    description: project.description,
    status: project.archivedAt === undefined ? "active" : "archived",
    issues: {
      open: count("open"),
      in_progress: count("in_progress"),
      in_review: count("in_review"),
      done: count("done"),
      wont_do: count("wont_do"),
      total: issues.length,
    },
    members: members.filter(({ hasLeft }) => !hasLeft).length,
    open_sprints: sprints.filter(isOpenSprint).map(({ id }) => id),
    created_at: project.createdAt,
    archived_at: project.archivedAt,
  });
}

export function showMember(member: Member, scopes: readonly string[]): object {
  return compact({
    member_id: member.id,
    project_key: member.project.key,
    name: member.name,
    email: scopes.includes("members:email") ? member.email : undefined,
    role: member.role,
    status: member.hasLeft ? "left" : "active",
    joined_at: member.joinedAt,
  });
}

export function showIssue(workspace: Workspace, issue: Issue): object {
  const others = [...workspace.issues.values()];
  const parts = others.filter(({ parent }) => parent === issue);
  return compact({
    issue_id: issue.id,
    project_key: issue.project.key,
    title: issue.title,
    description: issue.description,
    type: issue.type,
    status: issue.status,
    points: issue.points,
    labels: [...issue.labels],
    parent_id: issue.parent?.id,
    sub_issues: parts.length,
    sub_issues_closed: parts.filter(isClosed).length,
    assignee_id: issue.assignee?.id,
    sprint_id: issue.sprint?.id,
    blocked_by: [...issue.blockers].map(({ id }) => id),
    blocks: others.filter(({ blockers }) => blockers.has(issue)).map(({ id }) => id),
    is_blocked: isBlocked(issue),
    comments: workspace.commentsOn(issue).length,
    times_reopened: issue.timesReopened,
    revision: issue.revision,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
  });
}

export function isBlocked({ blockers }: Issue): boolean {
  return [...blockers].some((blocker) => !isClosed(blocker));
}

export function showSprint(workspace: Workspace, sprint: Sprint): object {
  const issues = workspace.issuesIn(sprint);
  const isDone = (issue: Issue) =>
    isBroken("dropped-points-are-done") ? isClosed(issue) : issue.status === "done";
  return compact({
    sprint_id: sprint.id,
    project_key: sprint.project.key,
    name: sprint.name,
    goal: sprint.goal,
    status: sprint.status,
    first_day: sprint.firstDay,
    last_day: sprint.lastDay,
    closes_at: sprint.closesAt,
    issues: issues.length,
    points: addPoints(issues),
    points_done: addPoints(issues.filter(isDone)),
    created_at: sprint.createdAt,
    started_at: sprint.startedAt,
    completed_at: sprint.completedAt,
  });
}

export function addPoints(issues: readonly Issue[]): number {
  return issues.reduce((sum, { points = 0 }) => sum + points, 0);
}

export function showComment(comment: Comment): object {
  return compact({
    comment_id: comment.id,
    issue_id: comment.issue.id,
    text: comment.text,
    written_at: comment.writtenAt,
    editable_until: comment.editableUntil,
    edited_at: comment.editedAt,
  });
}

/** What can be done with an issue. */
import { isBroken } from "./breaks.ts";
import { type Issue, type IssueText, isClosed, isOpenSprint, type Member, type Project } from "./model.ts";
import { Refusal } from "./refusal.ts";
import { isBlocked } from "./views.ts";
import { requireActive, type Workspace } from "./workspace.ts";

const maxLabels = 10;

export interface NewIssue extends IssueText {
  readonly project_key: string;
  readonly labels: readonly string[];
  readonly parent_id?: string;
  readonly assignee_id?: number;
  readonly request_id?: string;
}

export interface Change extends Partial<IssueText> {
  readonly issue_id: string;
  readonly revision: number;
  readonly assignee_id?: number | null;
}

export type Action = "start" | "submit" | "send_back" | "finish" | "drop" | "reopen";

interface Origin {
  readonly parent?: Issue;
  readonly assignee?: Member;
}

function make(workspace: Workspace, project: Project, text: IssueText, labels: string[], origin: Origin) {
  project.lastNumber += 1;
  const now = workspace.time();
  const issue: Issue = {
    id: `${project.key}-${project.lastNumber}`,
    number: project.lastNumber,
    project,
    title: text.title,
    type: text.type,
    ...(text.description !== undefined && { description: text.description }),
    ...(text.points !== undefined && { points: text.points }),
    status: "open",
    labels,
    ...origin,
    blockers: new Set(),
    timesReopened: 0,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  workspace.issues.set(issue.id, issue);
  return issue;
}

export function createIssue(workspace: Workspace, input: NewIssue): Issue {
  const project = workspace.project(input.project_key);
  const parent = input.parent_id === undefined ? undefined : workspace.issue(input.parent_id);
  const assignee = input.assignee_id === undefined ? undefined : workspace.member(input.assignee_id);
  requireActive(project);
  if (parent !== undefined && (parent.project !== project || parent.parent !== undefined))
    throw new Refusal("bad_parent", `A parent is an issue of ${project.key} that is no sub-issue itself.`);
  if (assignee !== undefined) requireMember(assignee, project);
  return make(workspace, project, input, [...input.labels], {
    ...(parent && { parent }),
    ...(assignee && { assignee }),
  });
}

function requireMember({ name, project, hasLeft }: Member, wanted: Project): void {
  if (project !== wanted)
    throw new Refusal("not_a_member", `${name} belongs to ${project.key}, not to ${wanted.key}.`);
  if (hasLeft && !isBroken("former-member-assigned"))
    throw new Refusal("member_left", `${name} has left ${project.key}. list_members shows who is there.`);
}

export function copyIssue(workspace: Workspace, id: string): Issue {
  const source = workspace.issue(id);
  requireActive(source.project);
  const labels = isBroken("copy-shares-labels") ? source.labels : [...source.labels];
  return make(workspace, source.project, source, labels, source.parent ? { parent: source.parent } : {});
}

export function updateIssue(workspace: Workspace, input: Change): Issue {
  const { issue_id, revision, assignee_id, ...text } = input;
  const issue = workspace.issue(issue_id);
  const assignee = typeof assignee_id === "number" ? workspace.member(assignee_id) : undefined;
  requireActive(issue.project);
  if (revision !== issue.revision)
    throw new Refusal(
      "stale_revision",
      `${issue_id} has revision ${issue.revision}. Read it with get_issue, and decide again.`,
    );
  if (assignee !== undefined) {
    requireMember(assignee, issue.project);
    issue.assignee = assignee;
  }
  if (assignee_id === null) delete issue.assignee;
  Object.assign(issue, text);
  workspace.touch(issue);
  return issue;
}

const transitions = {
  start: { from: ["open"], to: "in_progress" },
  submit: { from: ["in_progress"], to: "in_review" },
  send_back: { from: ["in_review"], to: "in_progress" },
  finish: { from: ["in_progress", "in_review"], to: "done" },
  drop: { from: ["open", "in_progress", "in_review"], to: "wont_do" },
  reopen: { from: ["done", "wont_do"], to: "open" },
} as const;

export function changeStatus(workspace: Workspace, id: string, action: Action): Issue {
  const issue = workspace.issue(id);
  requireActive(issue.project);
  const { from, to } = transitions[action];
  if (!(from as readonly string[]).includes(issue.status))
    throw new Refusal("wrong_state", `${id} is ${issue.status}. ${action} needs ${from.join(" or ")}.`);
  if (action === "finish" && waits(issue)) {
    const blockers = [...issue.blockers].filter((blocker) => !isClosed(blocker)).map((blocker) => blocker.id);
    throw new Refusal("blocked", `${id} waits for ${blockers.join(", ")}. Close them first.`);
  }
  issue.status = to;
  workspace.touch(issue);
  if (isClosed(issue)) issue.closedAt = issue.updatedAt;
  if (action === "reopen") reopen(issue);
  return issue;
}

function waits(issue: Issue): boolean {
  if (isBroken("begun-blocker-is-no-blocker"))
    return [...issue.blockers].some(({ status }) => status === "open");
  return isBlocked(issue);
}

function reopen(issue: Issue): void {
  issue.timesReopened += 1;
  delete issue.closedAt;
  if (issue.sprint !== undefined && !isOpenSprint(issue.sprint)) delete issue.sprint;
  if (issue.assignee?.hasLeft) delete issue.assignee;
}

export function addLabels(workspace: Workspace, id: string, labels: readonly string[]): Issue {
  const issue = workspace.issue(id);
  requireActive(issue.project);
  const added = labels.filter((label) => !issue.labels.includes(label));
  const count = issue.labels.length + added.length;
  if (count > maxLabels)
    throw new Refusal(
      "too_many_labels",
      `${id} would have ${count} labels. At most ${maxLabels} are possible.`,
    );
  if (added.length === 0) return issue;
  issue.labels.push(...added);
  workspace.touch(issue);
  return issue;
}

export function removeLabel(workspace: Workspace, id: string, label: string): Issue {
  const issue = workspace.issue(id);
  requireActive(issue.project);
  const index = issue.labels.indexOf(label);
  if (index === -1)
    throw new Refusal(
      "no_such_label",
      `${id} has no label ${label}. It has ${issue.labels.join(", ") || "none"}.`,
    );
  issue.labels.splice(index, 1);
  workspace.touch(issue);
  return issue;
}

export function block(workspace: Workspace, issue: Issue, blocker: Issue): Issue {
  requireActive(issue.project);
  const isCircle = isBroken("long-circle")
    ? blocker === issue || blocker.blockers.has(issue)
    : waitsFor(blocker, issue);
  if (isCircle)
    throw new Refusal("circle", `${blocker.id} waits for ${issue.id} itself, so it cannot block it.`);
  if (issue.blockers.has(blocker)) return issue;
  issue.blockers.add(blocker);
  workspace.touch(issue);
  return issue;
}

/** Whether an issue is another one, or waits for it over any number of others. */
function waitsFor(issue: Issue, other: Issue, seen = new Set<Issue>()): boolean {
  if (issue === other) return true;
  if (seen.has(issue)) return false;
  seen.add(issue);
  return [...issue.blockers].some((blocker) => waitsFor(blocker, other, seen));
}

export function unblock(workspace: Workspace, issue: Issue, blocker: Issue): Issue {
  requireActive(issue.project);
  if (!issue.blockers.delete(blocker))
    throw new Refusal(
      "not_blocked_by",
      `${blocker.id} does not block ${issue.id}. get_issue shows what does.`,
    );
  workspace.touch(issue);
  return issue;
}

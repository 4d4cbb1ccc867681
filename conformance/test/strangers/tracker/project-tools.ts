/** Projects, their members, and saved searches. */
import { issueRows, matches } from "./issue-lists.ts";
import type { Criteria, Member, Project } from "./model.ts";
import { type PageInput, page } from "./pages.ts";
import { Refusal } from "./refusal.ts";
import { type Caller, tool } from "./tool.ts";
import { showIssue, showMember, showProject } from "./views.ts";
import { requireActive, type Workspace } from "./workspace.ts";

/** The same for all workspaces, so that a number has one meaning in messages to support. */
let lastMember = 1040;

interface ProjectInput {
  readonly project_key: string;
  readonly name: string;
  readonly description?: string;
}

interface MemberInput {
  readonly project_key: string;
  readonly name: string;
  readonly email?: string;
  readonly role: string;
}

export function createProject(workspace: Workspace, input: ProjectInput): Project {
  const { project_key: key, name, description } = input;
  if (workspace.projects.has(key))
    throw new Refusal("key_taken", `There is a project ${key} already. Choose another key.`);
  const project: Project = {
    key,
    name,
    ...(description !== undefined && { description }),
    createdAt: workspace.time(),
    lastNumber: 0,
    searches: new Map(),
  };
  workspace.projects.set(key, project);
  return project;
}

export function addMember(workspace: Workspace, input: MemberInput): Member {
  const { name, email, role } = input;
  const project = workspace.project(input.project_key);
  requireActive(project);
  const sameAddress = (other: Member) =>
    other.project === project && !other.hasLeft && other.email?.toLowerCase() === email?.toLowerCase();
  if (email !== undefined && [...workspace.members.values()].some(sameAddress))
    throw new Refusal("email_taken", "A member of the project has this address.");
  lastMember += 1;
  const member: Member = {
    id: lastMember,
    project,
    name,
    ...(email !== undefined && { email }),
    role,
    joinedAt: workspace.time(),
    hasLeft: false,
  };
  workspace.members.set(member.id, member);
  return member;
}

export function removeMember(workspace: Workspace, id: number): { member: Member; unassigned: string[] } {
  const member = workspace.member(id);
  requireActive(member.project);
  if (member.hasLeft) throw new Refusal("member_left", `${member.name} has left the project before.`);
  member.hasLeft = true;
  const unassigned = workspace
    .issuesOf(member.project)
    .filter(({ assignee, closedAt }) => assignee === member && closedAt === undefined);
  for (const issue of unassigned) {
    delete issue.assignee;
    workspace.touch(issue);
  }
  return { member, unassigned: unassigned.map((issue) => issue.id) };
}

const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

function listProjects(
  input: PageInput & { status?: string; text?: string },
  { workspace, name }: Caller,
): object {
  const rows = [...workspace.projects.values()].filter(
    (project) =>
      (input.status === undefined || (project.archivedAt === undefined) === (input.status === "active")) &&
      (input.text === undefined || contains(project.name, input.text)),
  );
  const shown = page(`${name} projects`, input, rows, ({ key }) => key);
  return { projects: shown.rows.map((project) => showProject(workspace, project)), ...shown.end };
}

function listMembers(
  input: PageInput & { project_key: string; status?: string; role?: string },
  { workspace, name, scopes }: Caller,
): object {
  const project = workspace.project(input.project_key);
  const rows = [...workspace.members.values()].filter(
    (member) =>
      member.project === project &&
      (input.status === undefined || member.hasLeft === (input.status === "left")) &&
      (input.role === undefined || member.role === input.role),
  );
  const shown = page(`${name} members`, input, rows, ({ id }) => id);
  return { members: shown.rows.map((member) => showMember(member, scopes)), ...shown.end };
}

function saveSearch(
  input: { project_key: string; name: string; criteria: Criteria },
  { workspace }: Caller,
): object {
  const project = workspace.project(input.project_key);
  requireActive(project);
  const replaced = project.searches.has(input.name);
  project.searches.set(input.name, input.criteria);
  return { ...input, replaced };
}

function runSearch(
  input: PageInput & { project_key: string; name: string },
  { workspace, name }: Caller,
): object {
  const project = workspace.project(input.project_key);
  const criteria = project.searches.get(input.name);
  if (criteria === undefined)
    throw new Refusal(
      "no_such_search",
      `${project.key} has no search "${input.name}". save_search saves one.`,
    );
  const found = workspace.issuesOf(project).filter((issue) => matches(issue, criteria));
  const shown = issueRows(`${name} search ${JSON.stringify(criteria)}`, input, found);
  return { issues: shown.rows.map((issue) => showIssue(workspace, issue)), ...shown.end };
}

export const projectTools = {
  create_project: tool("projects:manage", (input: ProjectInput, { workspace }) =>
    showProject(workspace, createProject(workspace, input)),
  ),
  get_project: tool("issues:read", ({ project_key }: { project_key: string }, { workspace }) =>
    showProject(workspace, workspace.project(project_key)),
  ),
  list_projects: tool("issues:read", listProjects),
  archive_project: tool("projects:manage", ({ project_key }: { project_key: string }, { workspace }) => {
    const project = workspace.project(project_key);
    requireActive(project);
    project.archivedAt = workspace.time();
    return showProject(workspace, project);
  }),
  add_member: tool("projects:manage", (input: MemberInput, { workspace, scopes }) =>
    showMember(addMember(workspace, input), scopes),
  ),
  list_members: tool("issues:read", listMembers),
  remove_member: tool("projects:manage", ({ member_id }: { member_id: number }, { workspace, scopes }) => {
    const { member, unassigned } = removeMember(workspace, member_id);
    return { member: showMember(member, scopes), unassigned };
  }),
  save_search: tool("issues:write", saveSearch),
  run_search: tool("issues:read", runSearch),
};

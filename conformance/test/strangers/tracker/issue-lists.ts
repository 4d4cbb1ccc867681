/** Which issues a list has, and in which order. */
import type { Criteria, Issue } from "./model.ts";
import { type PageInput, page } from "./pages.ts";
import type { Caller } from "./tool.ts";
import { isBlocked, showIssue } from "./views.ts";

export interface ListInput extends PageInput {
  readonly project_key: string;
  readonly status?: string;
  readonly type?: string;
  readonly label?: string;
  readonly assignee_id?: number;
  readonly sprint_id?: string;
  readonly parent_id?: string;
  readonly blocked?: boolean;
  readonly text?: string;
  readonly created_from?: string;
  readonly created_until?: string;
}

/** The newest first. */
export function issueRows(list: string, input: PageInput, issues: readonly Issue[]) {
  return page(list, input, issues, ({ number }) => -number);
}

const hasInTitle = ({ title }: Issue, part: string) => title.toLowerCase().includes(part.toLowerCase());

export function matches(issue: Issue, { statuses, labels, text, backlog }: Criteria): boolean {
  if (statuses !== undefined && !statuses.includes(issue.status)) return false;
  if (labels?.some((label) => !issue.labels.includes(label))) return false;
  if (text !== undefined && !hasInTitle(issue, text)) return false;
  return backlog === undefined || (issue.sprint === undefined) === backlog;
}

/** One test for each filter: whether an issue fits the value. */
const filters: {
  readonly [Name in keyof ListInput]?: (issue: Issue, value: NonNullable<ListInput[Name]>) => boolean;
} = {
  status: (issue, status) => issue.status === status,
  type: (issue, type) => issue.type === type,
  label: (issue, label) => issue.labels.includes(label),
  assignee_id: (issue, id) => issue.assignee?.id === id,
  sprint_id: (issue, id) => issue.sprint?.id === id,
  parent_id: (issue, id) => issue.parent?.id === id,
  blocked: (issue, blocked) => isBlocked(issue) === blocked,
  text: hasInTitle,
  created_from: (issue, day) => issue.createdAt.slice(0, 10) >= day,
  created_until: (issue, day) => issue.createdAt.slice(0, 10) <= day,
};

export function listIssues(input: ListInput, { workspace, name }: Caller): object {
  const project = workspace.project(input.project_key);
  if (input.assignee_id !== undefined) workspace.member(input.assignee_id);
  if (input.sprint_id !== undefined) workspace.sprint(input.sprint_id);
  if (input.parent_id !== undefined) workspace.issue(input.parent_id);
  const tests = Object.entries(filters)
    .map(([filter, test]) => ({ value: input[filter as keyof ListInput], test }))
    .filter(({ value }) => value !== undefined);
  const issues = workspace
    .issuesOf(project)
    .filter((issue) => tests.every(({ value, test }) => test(issue, value as never)));
  const shown = issueRows(`${name} issues`, input, issues);
  return { issues: shown.rows.map((issue) => showIssue(workspace, issue)), ...shown.end };
}

/** What a workspace keeps. Counts and links in both directions are made when something is shown. */
export type Status = "open" | "in_progress" | "in_review" | "done" | "wont_do";

export interface Criteria {
  readonly statuses?: readonly Status[];
  readonly labels?: readonly string[];
  readonly text?: string;
  readonly backlog?: boolean;
}

export interface Project {
  readonly key: string;
  readonly name: string;
  readonly description?: string;
  readonly createdAt: string;
  archivedAt?: string;
  lastNumber: number;
  readonly searches: Map<string, Criteria>;
}

export interface Member {
  readonly id: number;
  readonly project: Project;
  readonly name: string;
  readonly email?: string;
  readonly role: string;
  readonly joinedAt: string;
  hasLeft: boolean;
}

/** What the author of an issue says, and may change later. */
export interface IssueText {
  title: string;
  description?: string;
  type: string;
  points?: number;
}

export interface Issue extends IssueText {
  readonly id: string;
  readonly number: number;
  readonly project: Project;
  status: Status;
  labels: string[];
  readonly parent?: Issue;
  assignee?: Member;
  sprint?: Sprint;
  readonly blockers: Set<Issue>;
  timesReopened: number;
  revision: number;
  readonly createdAt: string;
  updatedAt: string;
  closedAt?: string;
}

export interface Sprint {
  readonly id: string;
  readonly project: Project;
  readonly name: string;
  readonly goal?: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly closesAt: string;
  readonly createdAt: string;
  status: "planned" | "active" | "completed" | "cancelled";
  startedAt?: string;
  completedAt?: string;
}

export interface Comment {
  readonly id: string;
  readonly number: number;
  readonly issue: Issue;
  readonly writtenAt: string;
  text: string;
  editableUntil: string;
  editedAt?: string;
}

export function isClosed({ status }: Issue): boolean {
  return status === "done" || status === "wont_do";
}

export function isOpenSprint({ status }: Sprint): boolean {
  return status === "planned" || status === "active";
}

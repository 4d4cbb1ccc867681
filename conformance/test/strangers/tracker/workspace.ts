/** One workspace: its records, and how they are found. */
import { isBroken } from "./breaks.ts";
import {
  type Comment,
  type Issue,
  isClosed,
  isOpenSprint,
  type Member,
  type Project,
  type Sprint,
} from "./model.ts";
import { Refusal } from "./refusal.ts";

interface AnsweredRequest {
  readonly input: string;
  readonly result: object;
}

export class Workspace {
  readonly projects = new Map<string, Project>();
  readonly members = new Map<number, Member>();
  readonly issues = new Map<string, Issue>();
  readonly sprints = new Map<string, Sprint>();
  readonly comments = new Map<string, Comment>();
  /** Tool and request id -> the call and its result. */
  readonly #requests = new Map<string, AnsweredRequest>();
  readonly now: () => number;
  /** Whether an invoice is overdue. */
  isFrozen = false;

  constructor(now: () => number) {
    this.now = now;
  }

  time(afterSeconds = 0): string {
    return new Date(this.now() + afterSeconds * 1000).toISOString();
  }

  project(key: string): Project {
    return find(this.projects, key, "project", "list_projects shows the keys.");
  }

  member(id: number): Member {
    return find(this.members, id, "member", "list_members shows who belongs to a project.");
  }

  issue(id: string): Issue {
    return find(this.issues, id, "issue", "list_issues shows the ids.");
  }

  sprint(id: string): Sprint {
    return find(this.sprints, id, "sprint", "get_project shows the open sprints.");
  }

  comment(id: string): Comment {
    return find(this.comments, id, "comment", "list_comments shows the ids.");
  }

  issuesOf(project: Project): Issue[] {
    return [...this.issues.values()].filter((issue) => issue.project === project);
  }

  issuesIn(sprint: Sprint): Issue[] {
    return [...this.issues.values()].filter((issue) => issue.sprint === sprint);
  }

  commentsOn(issue: Issue): Comment[] {
    return [...this.comments.values()].filter((comment) => comment.issue === issue);
  }

  /** Notes that an issue itself was changed. */
  touch(issue: Issue, at = this.time()): void {
    issue.revision += 1;
    issue.updatedAt = at;
  }

  /** Ends the sprints whose last day is over. */
  settle(): void {
    for (const sprint of this.sprints.values()) {
      if (!isOpenSprint(sprint) || Date.parse(sprint.closesAt) > this.now()) continue;
      sprint.status = "completed";
      sprint.completedAt = sprint.closesAt;
      if (!isBroken("ended-sprint-keeps-issues")) this.emptyUnfinished(sprint, sprint.closesAt);
    }
  }

  /** Moves the unfinished issues of a sprint to the backlog. */
  emptyUnfinished(sprint: Sprint, at: string): Issue[] {
    const unfinished = this.issuesIn(sprint).filter((issue) => !isClosed(issue));
    for (const issue of unfinished) {
      delete issue.sprint;
      this.touch(issue, at);
    }
    return unfinished;
  }

  /** Answers a repeated request with the result of the first one. */
  once<Input extends { readonly request_id?: string }>(
    tool: string,
    input: Input,
    run: () => object,
  ): object {
    if (input.request_id === undefined) return run();
    const key = `${tool} ${input.request_id}`;
    const text = JSON.stringify(Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1)));
    const earlier = this.#requests.get(key);
    if (earlier !== undefined && earlier.input !== text)
      throw new Refusal(
        "request_reused",
        `${input.request_id} was sent with other arguments. Take a new one.`,
      );
    const result = earlier?.result ?? run();
    this.#requests.set(key, { input: text, result });
    return result;
  }
}

function find<Key, Value>(records: ReadonlyMap<Key, Value>, id: Key, kind: string, hint: string): Value {
  const record = records.get(id);
  if (record === undefined) throw new Refusal("not_found", `There is no ${kind} ${id}. ${hint}`);
  return record;
}

export function requireActive({ key, archivedAt }: Project): void {
  if (archivedAt !== undefined)
    throw new Refusal("project_archived", `${key} was archived on ${archivedAt}. It can only be read.`);
}

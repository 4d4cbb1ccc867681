/** Projects, issues and comments: issues are numbered within their project, and comments within their issue. */
import { randomInt } from "node:crypto";
import { casesOf } from "../notes-server.ts";
import { page, Refused, servePlain } from "./plain-server.ts";

export const issuesCases = casesOf(`${import.meta.dirname}/issues`);

const scopes = ["issues:read", "issues:write"];
export const issuesTokens = [
  { token: "iss.Wb4nTq8HsX2k", scopes },
  { token: "iss.Lf7cRy1ZpV6m", scopes: ["issues:read"] },
  { token: "iss.Da9jKe3GwN5u", scopes: ["issues:write"] },
  { token: "iss.Mo2vSi6QtB8h", scopes: [] as string[] },
  { token: "iss.Yx5gPz7CfU4r", scopes, account: "other" },
];

interface Project {
  readonly account: string;
  readonly project: string;
  readonly name: string;
  readonly issues: Map<number, Issue>;
  lastIssue: number;
}

interface Issue {
  readonly project: string;
  readonly issue: number;
  title: string;
  state: "open" | "done";
  readonly comments: Map<number, Comment>;
  lastComment: number;
}

interface Comment {
  readonly project: string;
  readonly issue: number;
  readonly comment: number;
  readonly text: string;
}

type Input = {
  readonly project: string;
  readonly issue: number;
  readonly comment: number;
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly request_key?: string;
  readonly state?: Issue["state"];
  readonly size?: number;
  readonly cursor?: string;
};

const latestIssues = 500;

class Tracker {
  readonly #projects = new Map<string, Project>();
  readonly #answered = new Map<string, { readonly arguments: string; readonly answer: object }>();

  readonly tools: Readonly<Record<string, (input: Input, account: string) => object>> = {
    open_project: ({ name }, account) => {
      const project = Array.from({ length: 4 }, () => String.fromCharCode(65 + randomInt(26))).join("");
      const made: Project = { account, project, name, issues: new Map(), lastIssue: 0 };
      this.#projects.set(project, made);
      return { project, name };
    },
    get_project: (input, account) => {
      const { project, name } = this.#project(input, account);
      return { project, name };
    },
    delete_project: (input, account) => {
      const { project } = this.#project(input, account);
      this.#projects.delete(project);
      return { project };
    },
    file_issue: (input, account) => this.#once(input, account, () => this.#file(input, account)),
    get_issue: (input, account) => show(this.#issue(input, account)),
    list_issues: (input, account) => {
      const { project, issues } = this.#project(input, account);
      const { state, ...paging } = input;
      const all = [...issues.values()].map(show).filter((each) => (state ?? each.state) === each.state);
      return page(all, "issue", `${project}/${state}`, paging);
    },
    list_own_issues: (_, account) => {
      const own = [...this.#projects.values()].filter((each) => each.account === account);
      const all = own.flatMap(({ issues }) => [...issues.values()].map(show));
      return { items: all.slice(-latestIssues) };
    },
    close_issue: (input, account) => {
      const issue = this.#issue(input, account);
      if (issue.state === "done") throw new Refused("closed", `Issue ${issue.issue} is closed already.`);
      issue.state = "done";
      return show(issue);
    },
    retitle_issue: (input, account) => {
      const issue = this.#issue(input, account);
      issue.title = input.title;
      return show(issue);
    },
    delete_issue: (input, account) => {
      const { project, issue } = this.#issue(input, account);
      this.#project(input, account).issues.delete(issue);
      return { project, issue };
    },
    add_comment: (input, account) => {
      const issue = this.#issue(input, account);
      issue.lastComment += 1;
      return this.#put(issue, issue.lastComment, input.text);
    },
    get_comment: (input, account) => this.#comment(input, account),
    list_comments: (input, account) => {
      const { project, issue, comments } = this.#issue(input, account);
      return page(
        [...comments.values()].map((each) => ({ ...each })),
        "comment",
        `${project}/${issue}`,
        input,
      );
    },
    edit_comment: (input, account) => {
      const { comment } = this.#comment(input, account);
      return this.#put(this.#issue(input, account), comment, input.text);
    },
    delete_comment: (input, account) => {
      const { project, issue, comment } = this.#comment(input, account);
      this.#issue(input, account).comments.delete(comment);
      return { project, issue, comment };
    },
  };

  #project({ project }: Input, account: string): Project {
    const found = this.#projects.get(project);
    if (found?.account !== account) throw new Refused("missing", `There is no project ${project}.`);
    return found;
  }

  #issue(input: Input, account: string): Issue {
    const found = this.#project(input, account).issues.get(input.issue);
    if (found === undefined) throw new Refused("missing", `There is no issue ${input.issue}.`);
    return found;
  }

  #comment(input: Input, account: string): Comment {
    const found = this.#issue(input, account).comments.get(input.comment);
    if (found === undefined) throw new Refused("missing", `There is no comment ${input.comment}.`);
    return found;
  }

  #file(input: Input, account: string): object {
    const project = this.#project(input, account);
    project.lastIssue += 1;
    const issue: Issue = {
      project: project.project,
      issue: project.lastIssue,
      title: input.title,
      state: "open",
      comments: new Map(),
      lastComment: 0,
    };
    project.issues.set(issue.issue, issue);
    return show(issue);
  }

  #put({ project, issue, comments }: Issue, comment: number, text: string): Comment {
    const put = { project, issue, comment, text };
    comments.set(comment, put);
    return put;
  }

  /** A request key belongs to an account and a project. */
  #once({ request_key, ...rest }: Input, account: string, answer: () => object): object {
    if (request_key === undefined) return answer();
    const key = JSON.stringify([account, rest.project, request_key]);
    const earlier = this.#answered.get(key);
    if (earlier === undefined) {
      const first = answer();
      this.#answered.set(key, { arguments: JSON.stringify(rest), answer: first });
      return first;
    }
    if (earlier.arguments !== JSON.stringify(rest))
      throw new Refused("key_reused", "This key came with other arguments.");
    return earlier.answer;
  }
}

function show({ project, issue, title, state }: Issue) {
  return { project, issue, title, state };
}

/** Serves issues on a free port of loopback. */
export function serveIssues(): Promise<{ url: string; close(): Promise<void> }> {
  const { tools } = new Tracker();
  return servePlain({ name: "issues", cases: issuesCases, tokens: issuesTokens, tools });
}

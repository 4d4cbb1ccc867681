/** Issues, and the comments on them. */
import { randomUUID } from "node:crypto";
import { isBroken } from "./breaks.ts";
import { listIssues } from "./issue-lists.ts";
import {
  type Action,
  addLabels,
  block,
  type Change,
  changeStatus,
  copyIssue,
  createIssue,
  type NewIssue,
  removeLabel,
  unblock,
  updateIssue,
} from "./issues.ts";
import type { Comment, Issue } from "./model.ts";
import { type PageInput, page } from "./pages.ts";
import { Refusal } from "./refusal.ts";
import { type Caller, tool } from "./tool.ts";
import { showComment, showIssue } from "./views.ts";
import { requireActive, type Workspace } from "./workspace.ts";
import { findAnywhere } from "./workspaces.ts";

const editSeconds = 15 * 60;
let lastComment = 0;

interface OneIssue {
  readonly issue_id: string;
}

interface TwoIssues extends OneIssue {
  readonly blocked_by: string;
}

interface CommentInput extends OneIssue {
  readonly text: string;
  readonly request_id?: string;
}

export function addComment(workspace: Workspace, { issue_id, text }: CommentInput): Comment {
  const issue = workspace.issue(issue_id);
  requireActive(issue.project);
  lastComment += 1;
  const comment: Comment = {
    id: randomUUID(),
    number: lastComment,
    issue,
    text,
    writtenAt: workspace.time(),
    editableUntil: workspace.time(editSeconds),
  };
  workspace.comments.set(comment.id, comment);
  return comment;
}

function editComment(input: { comment_id: string; text: string }, { workspace }: Caller): object {
  const comment = workspace.comment(input.comment_id);
  requireActive(comment.issue.project);
  if (workspace.now() >= Date.parse(comment.editableUntil))
    throw new Refusal(
      "edit_window_over",
      `The comment could be edited until ${comment.editableUntil}. Write another one.`,
    );
  comment.text = input.text;
  comment.editedAt = workspace.time();
  if (isBroken("edit-extends-window")) comment.editableUntil = workspace.time(editSeconds);
  return showComment(comment);
}

function listComments(
  input: PageInput & OneIssue & { readonly text?: string },
  { workspace, name }: Caller,
): object {
  const text = input.text?.toLowerCase();
  const rows = workspace
    .commentsOn(workspace.issue(input.issue_id))
    .filter((comment) => text === undefined || comment.text.toLowerCase().includes(text));
  const shown = page(`${name} comments`, input, rows, ({ number }) => number);
  return { comments: shown.rows.map(showComment), ...shown.end };
}

function findBlocker(workspace: Workspace, id: string): Issue {
  const elsewhere = isBroken("blocker-of-other-workspace") ? findAnywhere(id) : undefined;
  return elsewhere ?? workspace.issue(id);
}

/** A tool that answers with the issue it has worked on. */
function issueTool<Input>(scope: string, run: (workspace: Workspace, input: Input) => Issue) {
  return tool(scope, (input: Input, { workspace }) => showIssue(workspace, run(workspace, input)));
}

export const issueTools = {
  create_issue: tool("issues:write", (input: NewIssue, { workspace }) =>
    workspace.once("create_issue", input, () => showIssue(workspace, createIssue(workspace, input))),
  ),
  get_issue: issueTool("issues:read", (workspace, { issue_id }: OneIssue) => workspace.issue(issue_id)),
  list_issues: tool("issues:read", listIssues),
  update_issue: issueTool<Change>("issues:write", updateIssue),
  change_status: issueTool(
    "issues:write",
    (workspace, { issue_id, action }: OneIssue & { readonly action: Action }) =>
      changeStatus(workspace, issue_id, action),
  ),
  add_labels: issueTool(
    "issues:write",
    (workspace, { issue_id, labels }: OneIssue & { readonly labels: readonly string[] }) =>
      addLabels(workspace, issue_id, labels),
  ),
  remove_label: issueTool(
    "issues:write",
    (workspace, { issue_id, label }: OneIssue & { readonly label: string }) =>
      removeLabel(workspace, issue_id, label),
  ),
  block_issue: issueTool("issues:write", (workspace, { issue_id, blocked_by }: TwoIssues) =>
    block(workspace, workspace.issue(issue_id), findBlocker(workspace, blocked_by)),
  ),
  unblock_issue: issueTool("issues:write", (workspace, { issue_id, blocked_by }: TwoIssues) =>
    unblock(workspace, workspace.issue(issue_id), workspace.issue(blocked_by)),
  ),
  copy_issue: issueTool("issues:write", (workspace, { issue_id }: OneIssue) =>
    copyIssue(workspace, issue_id),
  ),
  add_comment: tool("issues:write", (input: CommentInput, { workspace }) =>
    workspace.once("add_comment", input, () => showComment(addComment(workspace, input))),
  ),
  edit_comment: tool("issues:write", editComment),
  list_comments: tool("issues:read", listComments),
};

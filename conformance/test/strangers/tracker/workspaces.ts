/** The workspaces of all customers. */
import type { Issue } from "./model.ts";
import { Workspace } from "./workspace.ts";

const workspaces = new Map<string, Workspace>();

export function workspaceOf(name: string, now: () => number): Workspace {
  const workspace = workspaces.get(name) ?? new Workspace(now);
  workspaces.set(name, workspace);
  return workspace;
}

export function findAnywhere(issueId: string): Issue | undefined {
  return [...workspaces.values()]
    .map(({ issues }) => issues.get(issueId))
    .find((issue) => issue !== undefined);
}

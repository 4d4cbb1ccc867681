/** Links between the sections of docs/tools.md. */
import type { Tool } from "../model/model.ts";
import { anchorPart, code, link } from "./markdown.ts";

export function anchorOf(kind: "tool" | "scope" | "limit" | "failure", name: string): string {
  return `${kind}-${anchorPart(name)}`;
}

export function scopeLink(scope: string): string {
  return link(code(scope), anchorOf("scope", scope));
}

export function toolLinks(tools: readonly Pick<Tool, "name">[]): string {
  return tools.map(({ name }) => link(code(name), anchorOf("tool", name))).join(", ");
}

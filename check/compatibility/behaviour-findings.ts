/** The differences in what only specs say of an interface: how tools behave, and what cases and docs repeat. */
import { canonical, isSchemaObject } from "@toolwright/json-schema";
import type { Described } from "../surface/published-interface.ts";
import { type Code, type Finding, finding } from "./codes.ts";
import { short } from "./keyword-words.ts";

/** The findings where both sides say it. A thing that is new or gone has a finding of its own. */
export function behaviourFindings(old: Described, current: Described, kept: ReadonlySet<string>): Finding[] {
  const places = [...new Set([...Object.keys(old), ...Object.keys(current)])];
  return places.flatMap((place) => {
    const [was, is] = [old[place], current[place]];
    if (canonical([was ?? null]) === canonical([is ?? null])) return [];
    const { kind, name, key } = splitPlace(place);
    const owner = kind === "tool" ? name : `${kind} ${name}`;
    const isOfOperation = ["tool", "prompt", "resource"].includes(kind);
    if (isOfOperation && !kept.has(owner)) return [];
    const words = {
      ...(isOfOperation && { tool: owner }),
      ...(was !== undefined && { before: short(was) }),
      ...(is !== undefined && { after: short(is) }),
    };
    const what = isOfOperation ? key : place;
    return [finding(chooseCode(kind, key, was, is), what, `${what} ${describeChange(was, is)}.`, words)];
  });
}

/** The name of an operation may have spaces. */
function splitPlace(place: string): { readonly kind: string; readonly name: string; readonly key: string } {
  const [, kind = "", name = "", key = ""] = /^(\S+) (?:(.*) )?(\S+)$/s.exec(place) ?? [];
  return { kind, name, key };
}

function describeChange(was: unknown, is: unknown): string {
  if (was === undefined) return "is declared now";
  return is === undefined ? "is no longer declared" : "differs";
}

function chooseCode(kind: string, key: string, was: unknown, is: unknown): Code {
  if (key === "method") return "method-renamed";
  if (kind === "server" || kind === "auth") return "server-changed";
  if (key === "examples" || kind === "scenario" || kind === "skill") return "examples-changed";
  if (kind === "prompt" || kind === "resource") return "content-changed";
  if (key === "task" && isAlways(is) && !isAlways(was)) return "task-only";
  if (was === undefined) return "behaviour-declared";
  return is === undefined ? "behaviour-undeclared" : "behaviour-changed";
}

/** Whether every call of a tool is a task. */
function isAlways(task: unknown): boolean {
  return isSchemaObject(task) && task.when === "always";
}

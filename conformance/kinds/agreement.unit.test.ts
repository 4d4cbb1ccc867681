/** Plans cases about agreement. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CaseFile } from "../cases/format.ts";
import { casesOf } from "../test/support/notes-server.ts";
import { planBehaviour } from "./behaviour.ts";

/** The hire shop, whose list of hires is one of a member: it has hires that expire. */
function casesOfMembers(): CaseFile {
  const cases = casesOf(join(import.meta.dirname, "../test/strangers/hire/spec"));
  const list = cases.behaviour!.pages.hire_list_hires!;
  const ofMember = { ...list, first: { ...list.first, input: { member_id: 12 } } };
  const pages = { ...cases.behaviour!.pages, hire_list_hires: ofMember };
  return { ...cases, behaviour: { ...cases.behaviour!, pages } };
}

test.each([
  ["member", "quiet"],
  ["item", "any"],
])(
  "tools that show the entity %s are compared %s, since its list may have states to which only time leads",
  (entity, when) => {
    const cases = casesOfMembers();
    const [first] = cases.cases.filter(
      (each) => "check" in each && each.check === "agree" && each.entity === entity,
    );
    expect(planBehaviour(first as never, cases).when).toBe(when);
  },
);

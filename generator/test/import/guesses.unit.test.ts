/** What an imported spec guesses from names and shapes, and how it marks a guess. */
import { canonical } from "@toolwright/runtime/json";
import { describe, expect, test } from "vitest";
import { compile } from "../../compile.ts";
import { manifestOf } from "../../emit/manifest.ts";
import { importListing } from "../../import/index.ts";
import type { Listing } from "../../import/listing.ts";
import { listingOf, tool } from "../support/import/listings.ts";

const text = { type: "string" };
const object = (properties: object) => ({ type: "object", properties });
const issue = object({ id: text, title: text });

/** The text of a file of the imported spec, which generates the same manifest whatever was guessed. */
function imported(listing: Listing): (path: string) => string {
  const { sources } = importListing(listing);
  const { model } = compile(sources);
  expect(canonical(manifestOf(model!))).toBe(canonical(listing.tools));
  return (path) => sources.find((source) => source.path === path)!.text;
}

describe("entities", () => {
  test("are what one tool makes and another takes the id of, as a comment", () => {
    const file = imported(
      listingOf(
        tool("create_issue", { title: text }, { outputSchema: object({ issue_id: text }) }),
        tool("get_issue", { issue_id: text }),
        tool("list_issues"),
        tool("close_issue", { issue_id: text }),
        tool("create_label", { name: text }),
      ),
    );
    expect(file("service.yaml")).toContain(`
# GAP: guessed from the names of tools. Give the ids a type (types/NAME_id.yaml, used by arguments and results), then uncomment it.
# entities:
#   issue:
#     id: types/issue_id.yaml
#     made_by: { tool: create_issue, path: /issue_id }
#     ended_by: { tool: close_issue }
#     observed_by: [get_issue, list_issues]
`);
  });

  test.each([
    ["camel case", [tool("createPage"), tool("getPage", { pageId: text })], "page:"],
    ["dots and a bare id", [tool("files.add-folder"), tool("files.delete-folder", { id: text })], "folder:"],
    ["a plural in -ies", [tool("add_entry"), tool("list_entries", { entry_id: text })], "entry:"],
  ])("in %s", (_, tools, line) => {
    expect(imported(listingOf(...tools))("service.yaml")).toContain(`#   ${line}`);
  });

  test.each([
    ["nothing takes the id", [tool("create_issue"), tool("list_issues")]],
    ["nothing makes one", [tool("get_issue", { issue_id: text })]],
    ["the name could end a comment", [tool("create_a\nb"), tool("get_a\nb", { id: text })]],
  ])("are not guessed where %s", (_, tools) => {
    expect(imported(listingOf(...tools))("service.yaml")).not.toContain("entities:");
  });
});

describe("pages", () => {
  const input = { cursor: text, limit: { type: "integer" } };
  const output = { issues: { type: "array", items: issue }, next_cursor: text, total: { type: "integer" } };

  test("are guessed from cursors and a list with ids, and take effect", () => {
    const file = imported(listingOf(tool("list_issues", input, { outputSchema: object(output) })));
    expect(file("tools/list_issues.yaml")).toMatch(
      /# GAP: guessed from the names of arguments and results\..*\npages:\n {2}cursor: cursor\n {2}next: \/next_cursor\n {2}items: \/issues\n {2}id: id\n {2}total: \/total\n {2}limit: limit\n$/,
    );
  });

  test.each([
    ["there is no argument for the cursor", {}, output],
    ["no result is a cursor", input, { issues: output.issues }],
    ["two results are lists", input, { ...output, others: output.issues }],
    ["items have no id", input, { ...output, issues: { type: "array", items: object({ title: text }) } }],
  ])("are not guessed where %s", (_, properties, results) => {
    const file = imported(listingOf(tool("list_issues", properties, { outputSchema: object(results) })));
    expect(file("tools/list_issues.yaml")).not.toContain("pages:");
  });
});

describe("modes", () => {
  test("of tools without hints are told apart by verbs, and marked", () => {
    const file = imported(
      listingOf(
        tool("get_issue"),
        tool("update_issue"),
        tool("issue"),
        tool("list_labels", {}, { annotations: { readOnlyHint: true } }),
      ),
    );
    const mode = (name: string) => /^mode: (.*)$/m.exec(file(`tools/${name}.yaml`))?.[1];
    expect(["get_issue", "update_issue", "issue", "list_labels"].map(mode)).toEqual([
      "plain-read",
      "plain-write",
      "plain",
      "read",
    ]);
    expect(file("service.yaml")).toContain("# GAP: `plain-read` and `plain-write` are guesses");
  });
});

/** Behaviour cases about lists, scoped fields and results, against trackers that break one promise of them each. */
import { createMcpServer, Refusal } from "@toolwright/runtime";
import { describe, expect, test } from "vitest";
import type { Report } from "../results/report.ts";
import type { Kind } from "../results/verdict.ts";
import { testServer } from "./test-server.ts";
import { TrackerHandlers } from "./tracker-handlers.ts";
import { trackerCases, trackerService, trackerTokens } from "./tracker-server.ts";

const kinds: Kind[] = ["pages", "fields", "results"];

/** Fault -> a case that finds it, and what its finding names. */
const findings = {
  "a page repeats an item": ["pages/tracker_list_issues/every-item-once", /"iss_\w+" is there twice/],
  "an item is on no page": ["pages/tracker_list_issues/every-item-once", /"iss_\w+" is on none/],
  "the order changes": ["pages/tracker_list_issues/stable-order", /item 1 was "iss_\w+", and is "iss_/],
  "the total is wrong": ["pages/tracker_list_issues/total", /page 1 says \d+/],
  "the limit is ignored": ["pages/tracker_list_issues/limit", /page 1 has \d+/],
  "every cursor is accepted": ["pages/tracker_list_issues/forged-cursor", /a result/],
  "the filter is ignored": ["pages/tracker_list_issues/filter/state", /one with "\w+" at \/state/],
  "the filter loses items": ["pages/tracker_list_issues/filter/state", /"iss_\w+" is missing/],
  "the field is missing": ["fields/tracker_list_issues/issues/*/reporter/with", /there is none/],
  "the field leaks": [
    "fields/tracker_list_issues/issues/*/reporter/without",
    /\/issues\/\d+\/reporter is there/,
  ],
  "the title is ignored": ["results/tracker_create_issue/repeats/title", /\/title is "Untitled"/],
} as const;
type Fault = keyof typeof findings;

type ListInput = { state?: string; limit?: number; cursor?: string };
type Parameters1<Method extends (...args: never[]) => unknown> = Parameters<Method>[1];

/** A tracker that signs its cursors. */
class Lists extends TrackerHandlers {
  readonly #fault: Fault | undefined;
  #calls = 0;

  constructor(fault?: Fault) {
    super();
    this.#fault = fault;
  }

  override createIssue(...[input, call]: Parameters<TrackerHandlers["createIssue"]>) {
    const title = this.#fault === "the title is ignored" ? "Untitled" : input.title;
    return super.createIssue({ ...input, title }, call);
  }

  override listIssues(input: ListInput, call: Parameters1<TrackerHandlers["listIssues"]>) {
    const { state, limit = 10 } = input;
    const cursor = input.cursor === undefined ? undefined : this.#opened(input.cursor);
    const filter = state === undefined || this.#fault === "the filter is ignored" ? {} : { state };
    const page = super.listIssues(
      {
        ...filter,
        limit: this.#fault === "the limit is ignored" ? 20 : limit,
        ...(cursor !== undefined && { cursor }),
      },
      call,
    );
    const issues = this.#changed(page.issues, input, () => super.listIssues({ limit: 1 }, call).issues);
    const total = this.#fault === "the total is wrong" ? page.total + 1 : page.total;
    return { issues, total, next_cursor: page.next_cursor && `${page.next_cursor}.signed` };
  }

  #opened(cursor: string): string {
    if (cursor.endsWith(".signed") && this.issues.has(cursor.slice(0, -".signed".length)))
      return cursor.slice(0, -".signed".length);
    if (this.#fault === "every cursor is accepted") return "iss_";
    throw new Refusal("invalid_input", "This cursor is of no page.");
  }

  #changed<Item extends object>(
    items: Item[],
    { state, cursor, limit }: ListInput,
    first: () => Item[],
  ): Item[] {
    switch (this.#fault) {
      case "a page repeats an item":
        return cursor === undefined ? items : [...first(), ...items.slice(1)];
      case "an item is on no page":
        return limit === 20 ? items : items.slice(0, 1);
      case "the order changes":
        return this.#calls++ % 2 === 0 ? items : items.toReversed();
      case "the filter loses items":
        return state === undefined ? items : items.slice(1);
      case "the field is missing":
        return items.map((item) => ({ ...item, reporter: undefined }));
      default:
        return items;
    }
  }
}

/** Tests such a tracker over HTTP. */
async function reportOn(fault: Fault | undefined, cases: readonly string[] = []): Promise<Report> {
  const scopes = (token: string) => new Set(trackerTokens.find((known) => known.token === token)?.scopes);
  const service = trackerService();
  const server = createMcpServer({
    service:
      fault === "the field leaks"
        ? { ...service, tools: service.tools.map((tool) => ({ ...tool, redaction: [] })) }
        : service,
    handlers: new Lists(fault),
    authenticate: (token) => ({ account: token === "trk_b1" ? "ben" : "ana", token, scopes: scopes(token) }),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const url = await server.listen(0);
  const target = { name: "tracker", tokens: trackerTokens, bindings: {} };
  try {
    return await testServer(url, { cases: trackerCases, target, selection: { kinds, cases } });
  } finally {
    await server.close(0);
  }
}

test("a tracker that keeps its spec has no finding", async () => {
  const { results } = await reportOn(undefined);
  const open = results.filter(({ verdict }) => verdict.status !== "held");
  expect(open.map(({ subject, verdict }) => `${subject.id} ${JSON.stringify(verdict)}`)).toEqual([]);
  expect(results.length).toBeGreaterThan(8);
});

describe.concurrent("the suite finds a tracker of which", () => {
  test.each(Object.entries(findings) as [Fault, readonly [string, RegExp]][])(
    "%s",
    async (fault, [id, got]) => {
      const { results } = await reportOn(fault, [id]);
      expect(results.map(({ verdict }) => verdict)).toMatchObject([
        { status: "failed", got: expect.stringMatching(got) },
      ]);
    },
  );
});

/** Tests the cases about files that results show: by addresses of a tracker, and in texts with a media type. */
import { expect, onTestFinished, test } from "vitest";
import { SentFiles } from "../../media/sent-files.ts";
import type { Verdict } from "../../results/verdict.ts";
import { casesWith, replaced } from "../../test/support/tracker-server/changed.ts";
import type { TrackerHandlers } from "../../test/support/tracker-server/handlers.ts";
import { testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "../../test/support/tracker-server/sdk-server.ts";
import { trackerCases } from "../../test/support/tracker-server/tracker.ts";

const selection = { cases: ["results/tracker_get_issue/media"] };

async function verdictOn(
  change: (handlers: TrackerHandlers) => void,
  cases = trackerCases,
): Promise<Verdict | undefined> {
  const served = await serveTrackerWithSdk();
  onTestFinished(served.close);
  change(served.tracker.handlers);
  const { results } = await testTracker(served, { cases, selection });
  expect(results).toHaveLength(1);
  return results[0]?.verdict;
}

const drawn = '<svg xmlns="http://www.w3.org/2000/svg"><text y="4">The lamp</text></svg>';
const failed = (got: RegExp) => ({ status: "failed", got: expect.stringMatching(got) });

test.each<[title: string, type: string, content: string | Uint8Array, verdict: object]>([
  ["a picture", "image/svg+xml; charset=utf-8", drawn, { status: "held" }],
  ["a page", "text/html", "<p>The lamp", { status: "inapplicable" }],
  [
    "a picture with a bad number",
    "image/svg+xml",
    drawn.replace("4", "NaN"),
    failed(/GET \S+\/issues\/iss_\w+, which is at \/page_url: .*<text> has y="NaN"/),
  ],
  ["half a picture", "image/svg+xml", drawn.slice(0, 60), failed(/unclosed tag: text/)],
  ["a picture of another format", "image/png", Buffer.from([0xff, 0xd8, 0xff]), failed(/begin like one/)],
  ["a page in place of JSON", "application/json", "<p>The lamp", failed(/it is not JSON/)],
])("an address answers with %s", async (_, type, content, verdict) => {
  const found = await verdictOn((handlers) => {
    handlers.pageContent = () => ({ type, content });
  });
  expect(found).toMatchObject(verdict);
});

test("an answer with a status of its own is not judged", async () => {
  const found = await verdictOn((handlers) => {
    handlers.pageContent = () => ({ type: "application/json", content: "not now" });
    handlers.pageStatus = () => 404;
  });
  expect(found).toMatchObject({ status: "inapplicable" });
});

test.each<[name: string, title: string, keywords: string, verdict: object]>([
  ["a picture", drawn, "contentMediaType: image/svg+xml", { status: "held" }],
  [
    "no picture",
    "The lamp",
    "contentMediaType: image/svg+xml",
    failed(/\/title: .*text data outside of root node/),
  ],
  [
    "a picture in Base64",
    btoa(drawn),
    "contentMediaType: image/svg+xml, contentEncoding: base64",
    { status: "held" },
  ],
  ["anything in Base64", btoa("x"), "contentEncoding: BASE64", { status: "held" }],
  ["what is not in Base64", "{}", "contentEncoding: base64", failed(/\/title: it is not Base64/)],
  [
    "what is of another encoding",
    "=41",
    "contentMediaType: image/png, contentEncoding: quoted-printable",
    { status: "held" },
  ],
])("a text is %s", async (_, title, keywords, verdict) => {
  const change = replaced("title: { type: string }", `title: { type: string, ${keywords} }`);
  const found = await verdictOn(
    (handlers) => {
      const get = handlers.getIssue.bind(handlers);
      handlers.getIssue = (input, call) => ({ ...get(input, call), title });
    },
    casesWith({ "tools/tracker_get_issue.yaml": change }),
  );
  expect(found).toMatchObject(verdict);
});

test.each([
  ["the media type", { mediaType: "image/png" }, "anything"],
  ["a name that ends like such a file", { name: "lamp.PNG" }, "anything"],
  ["the file", { file: "anything" }, "anything"],
  ["the file in Base64", { file: btoa("anything") }, "anything"],
])("a file of which a caller has sent %s is not judged", (_, sent, content) => {
  const files = new SentFiles();
  files.record(sent);
  expect(files.mayHave("image/png; a=b", Buffer.from(content))).toBe(true);
  expect(files.mayHave("application/json", "{")).toBe(false);
});

test("a text that no result has is not verified", async () => {
  const change = replaced("    views:", "    badge: { type: string, contentEncoding: base64 }\n    views:");
  const found = await verdictOn(() => undefined, casesWith({ "tools/tracker_get_issue.yaml": change }));
  expect(found).toMatchObject({ status: "unverified", cause: "unobserved" });
});

test.each([
  ["one of several kinds of texts", "anyOf: [{ contentMediaType: image/svg+xml }, { const: none }]", []],
  [
    "a text or nothing",
    "oneOf: [{ type: string, contentMediaType: text/csv }, { type: 'null' }]",
    ["/badge"],
  ],
  ["in a list", "type: array, items: { allOf: [{ contentMediaType: text/csv }] }", ["/badge/*"]],
  ["in a map", "type: object, additionalProperties: { contentEncoding: base64 }", ["/badge/*"]],
])("a schema with a media type: %s", (_, schema, places) => {
  const change = replaced("    views:", `    badge: { ${schema} }\n    views:`);
  const { cases } = casesWith({ "tools/tracker_get_issue.yaml": change });
  const texts = cases.flatMap((each) =>
    "texts" in each && each.tool === "tracker_get_issue" ? each.texts : [],
  );
  expect(texts.map(({ at }) => at)).toEqual(places);
});

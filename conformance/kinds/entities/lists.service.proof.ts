/** Tests the lists that calls add to and remove from, at servers with and without mistakes. */
import { expect, onTestFinished, test } from "vitest";
import {
  type LabelsMistake,
  type LabelsOptions,
  labelsCases,
  labelsTokens,
  serveLabels,
} from "../../test/support/servers/labels-server.ts";
import { testServer } from "../../test/support/test-server.ts";

const all = [
  "add_labels/adds/labels",
  "add_labels/adds/labels/once",
  "add_labels/adds/labels/at-once",
  "remove_labels/removes/labels",
  "remove_label/removes/label",
  "invite/adds/reader",
  "invite/adds/reader/at-once",
  "uninvite/removes/reader",
];

async function findVerdicts(options: LabelsOptions, cases = all) {
  const served = await serveLabels(options);
  onTestFinished(() => served.close());
  const target = { name: "labels", tokens: labelsTokens, bindings: {}, refusalCode: "/_meta/code" };
  const selection = { cases: cases.map((name) => `effects/${name}`) };
  const { results } = await testServer(served.url, { cases: labelsCases, target, selection });
  return new Map(
    results.map(({ subject, verdict }) => [
      subject.id.slice("effects/".length),
      verdict.status === "unverified" ? verdict.why : verdict.status,
    ]),
  );
}

test.each<[string, LabelsOptions]>([
  ["shows labels as they were sent", {}],
  ["changes the case of labels", { show: (label) => ` ${label.toUpperCase()} ` }],
  ["refuses a label that is there", { refusesTwice: true }],
  ["shows labels later", { isLate: true }],
])("a server that %s has no finding", { timeout: 60_000 }, async (_, options) => {
  expect(await findVerdicts(options)).toEqual(new Map(all.map((name) => [name, "held"])));
});

test.each([[], ["shop"]])(
  "a server that gives labels another form has no finding (%j)",
  async (...atFirst) => {
    const verdicts = await findVerdicts({ show: (label) => `#${label}`, atFirst });
    expect([...verdicts.values()].filter((status) => status === "failed")).toEqual([]);
    expect(verdicts.get("add_labels/adds/labels")).toBe("held");
  },
);

test("where a server knows just the label of the example, the cases say what is missing", async () => {
  const verdicts = await findVerdicts({ labels: ["shop"] });
  expect([...verdicts.values()].filter((status) => status === "failed")).toEqual([]);
  expect(verdicts.get("remove_label/removes/label")).toBe(
    "/labels had no other entry: an example of add_labels with another one would show whether it stays",
  );
});

test("where no tool shows the list, nothing is decided", async () => {
  const verdicts = await findVerdicts({ hidesLabels: true }, ["add_labels/adds/labels"]);
  expect(verdicts.get("add_labels/adds/labels")).toBe("no tool shows /labels of this note");
});

const adds = "add_labels/adds/labels";
const removes = ["remove_labels/removes/labels", "remove_label/removes/label"];

test.each<[LabelsMistake, readonly string[]]>([
  ["replaces", [adds, `${adds}/at-once`]],
  ["shows-sent", [adds]],
  ["adds-first", [adds]],
  ["forgets", [adds, `${adds}/at-once`]],
  ["twice", [`${adds}/once`]],
  ["last-counts", [`${adds}/at-once`]],
  ["removes-all", removes],
  ["removes-last", removes],
  ["removes-nothing", removes],
  ["removes-first", ["remove_labels/removes/labels"]],
  ["one-reader", ["invite/adds/reader", "invite/adds/reader/at-once"]],
])("the mistake %s fails %j", { timeout: 60_000 }, async (mistake, failing) => {
  const verdicts = [...(await findVerdicts({ mistake }))];
  expect(verdicts.flatMap(([name, status]) => (status === "failed" ? [name] : []))).toEqual(failing);
});

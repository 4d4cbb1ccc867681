/** Derives the cases about the manifest, results, failures and errors. */
import type { Edit, ErrorCase, FailureCase, ManifestCase, OutputCase } from "@toolwright/conformance/cases";
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type { Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import type { ValidArguments } from "./arguments.ts";
import { type CaseContext, printAt } from "./case-context.ts";
import { promise } from "./promise.ts";

/**
 * Makes cases for the server and its `tools/list`: it equals the manifest entry by entry, with the same names in the same
 * order, each time.
 */
export function manifestCases(model: Model): ManifestCase[] {
  const { name, version } = model.server;
  const whole = (check: "server" | "names" | "stable", must: string): ManifestCase => {
    const at = printAt({ file: "service.yaml", path: [check === "server" ? "server" : "tools"] });
    return { id: `manifest/${check}`, kind: "manifest", must, at, check };
  };
  return [
    whole("server", `The server introduces itself as ${name} ${version}.`),
    whole("names", "tools/list names the tools of the spec, in its order."),
    whole("stable", "tools/list says the same each time."),
    ...model.tools.map(({ name, file }): ManifestCase => {
      const must = `The entry of ${name} in tools/list is the one of the manifest.`;
      return { ...promise("manifest", name, name, must, printAt({ file, path: [] })), check: "entry" };
    }),
  ];
}

/** Makes cases for successful results: one for each example, and general ones for every success of the run. */
export function outputCases(tool: Tool, bases: ValidArguments, { at }: CaseContext): OutputCase[] {
  const { name, file, output, outputAs } = tool;
  const makeWatchedCase = (
    watch: "fits" | "text" | "declared",
    must: string,
    key = "output",
  ): OutputCase => ({
    ...promise("output", `${name}/${watch}`, name, must, at({ file, path: [key] })),
    watch,
  });
  const examples = tool.examples.flatMap((example): OutputCase | [] => {
    const base = example.failure === undefined ? bases.ofExample(example.name) : undefined;
    if (base === undefined) return [];
    const must = `The example ${example.name} succeeds.`;
    return { ...promise("output", `${name}/example/${example.name}`, name, must, at(example.at)), base };
  });
  return [
    ...examples,
    makeWatchedCase("fits", `Every success ${fittingForm(tool)}.`),
    ...(output && outputAs === undefined
      ? [makeWatchedCase("text", "Every success has the same JSON as text and as structuredContent.")]
      : []),
    makeWatchedCase("declared", "Every refusal has a code that the tool declares.", "failures"),
  ];
}

function fittingForm({ output, outputAs }: Tool): string {
  if (output === undefined) return "is a list of content blocks";
  if (outputAs === undefined) return "fits the output schema";
  return `has a text ${outputAs === "text" ? "with JSON" : "whose lines show an output"} that fits the output schema`;
}

/** Cases of the examples that are refused, and of each declared failure without one: some call of the run meets it. */
export function failureCases(tool: Tool, bases: ValidArguments, { at }: CaseContext): FailureCase[] {
  const makePromise = (name: string, must: string, place: SpecLocation) =>
    promise("failures", `${tool.name}/${name}`, tool.name, must, at(place));
  // Accounts in a state have cases of their own.
  const codes = new Set(Object.values(tool.refusedIn));
  const examples = tool.examples.flatMap(({ name, failure: code = "", at: place }): FailureCase[] => {
    if (codes.has(code)) return [];
    const base = code && bases.ofExample(name);
    if (!(code && base)) return [];
    return [{ ...makePromise(name, `The example ${name} is refused with ${code}.`, place), base, code }];
  });
  const met = tool.ownFailures.flatMap((code, index): FailureCase[] => {
    if (examples.some((example) => example.code === code)) return [];
    const place = { file: tool.file, path: ["failures", index] };
    return [{ ...makePromise(`met/${code}`, `A call is refused with ${code}.`, place), watch: "met", code }];
  });
  return [...examples, ...met];
}

/**
 * Arguments that attackers send, for schemas that allow no unknown keys. The server rejects them, and the error reveals nothing
 * internal.
 */
const hostile: readonly (readonly [name: string, what: string, edit: Edit])[] = [
  [
    "deep",
    "Arguments nested 1000 levels deep",
    { set: "/no_such_key", wrap: { a: null }, hole: "/a", core: 0, times: 1_000 },
  ],
  [
    "huge",
    "An unknown key with a text of 1000000 characters",
    { set: "/no_such_key", text: "x", times: 1_000_000 },
  ],
  ["many", "20000 unknown keys", { set: "", entry: 0, stem: "no_such_key_", times: 20_000 }],
];

export function errorCases(tool: Tool, bases: ValidArguments, { at }: CaseContext): ErrorCase[] {
  const place = at({ file: tool.file, path: ["input"] });
  const makePromise = (name: string, must: string) =>
    promise("errors", `${tool.name}/${name}`, tool.name, must, place);
  const { plainest: base } = bases;
  const refused = bases.root.additional?.never ? hostile : [];
  return [
    ...refused.flatMap(([name, what, edit]): ErrorCase[] =>
      base === undefined ? [] : [{ ...makePromise(name, `${what} are refused.`), base, edits: [edit] }],
    ),
    { ...makePromise("clean", "No error tells a secret, a stack or a path of the machine."), watch: "clean" },
    {
      ...makePromise("form", "Every refusal says something, and carries no structured result."),
      watch: "form",
    },
  ];
}

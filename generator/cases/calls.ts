/** Derives the cases about the manifest, results, failures and errors. */
import type { Edit, ErrorCase, FailureCase, ManifestCase, OutputCase } from "@toolwright/conformance/cases";
import type { Model, Tool } from "../model/model.ts";
import type { ValidArguments } from "./arguments.ts";
import { type CaseContext, printAt } from "./case-context.ts";

/** The server is the one of the spec, and `tools/list` is the manifest: the same names in the same order, entry by entry, each time. */
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
    ...model.tools.map(
      ({ name, file }): ManifestCase => ({
        id: `manifest/${name}`,
        kind: "manifest",
        tool: name,
        must: `The entry of ${name} in tools/list is the one of the manifest.`,
        at: printAt({ file, path: [] }),
        check: "entry",
      }),
    ),
  ];
}

/** Cases about successful results: one for each example, and what holds for every success of the run. */
export function outputCases(tool: Tool, bases: ValidArguments, { at }: CaseContext): OutputCase[] {
  const declared = at({ file: tool.file, path: ["output"] });
  const watch = (name: "fits" | "text" | "declared", must: string, place = declared): OutputCase => ({
    id: `output/${tool.name}/${name}`,
    kind: "output",
    tool: tool.name,
    must,
    at: place,
    watch: name,
  });
  const examples = tool.examples
    .filter(({ failure }) => failure === undefined)
    .flatMap((example): OutputCase[] => {
      const base = bases.ofExample(example.name);
      const id = `output/${tool.name}/example/${example.name}`;
      const must = `The example ${example.name} succeeds.`;
      return base === undefined
        ? []
        : [{ id, kind: "output", tool: tool.name, must, at: at(example.at), base }];
    });
  return [
    ...examples,
    watch(
      "fits",
      tool.output ? "Every success fits the output schema." : "Every success is a list of content blocks.",
    ),
    ...(tool.output
      ? [watch("text", "Every success has the same JSON as text and as structuredContent.")]
      : []),
    watch(
      "declared",
      "Every refusal has a code that the tool declares.",
      at({ file: tool.file, path: ["failures"] }),
    ),
  ];
}

/** Cases of the examples that are refused. */
export function failureCases(tool: Tool, bases: ValidArguments, { at }: CaseContext): FailureCase[] {
  return tool.examples.flatMap((example): FailureCase[] => {
    const { name, failure } = example;
    const base = failure === undefined ? undefined : bases.ofExample(name);
    if (failure === undefined || base === undefined) return [];
    const id = `failures/${tool.name}/${name}`;
    const must = `The example ${name} is refused with ${failure}.`;
    return [{ id, kind: "failures", tool: tool.name, must, at: at(example.at), base, code: failure }];
  });
}

/** Arguments that attackers send, for schemas that allow no unknown keys. They are refused, and the error reveals nothing internal. */
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
  const common = (name: string, must: string) => ({
    id: `errors/${tool.name}/${name}`,
    kind: "errors" as const,
    tool: tool.name,
    must,
    at: place,
  });
  const { plainest: base } = bases;
  const refused = bases.root.additional?.never ? hostile : [];
  return [
    ...refused.flatMap(([name, what, edit]): ErrorCase[] =>
      base === undefined ? [] : [{ ...common(name, `${what} are refused.`), base, edits: [edit] }],
    ),
    { ...common("clean", "No error tells a secret, a stack or a path of the machine."), watch: "clean" },
    { ...common("form", "Every refusal says something, and carries no structured result."), watch: "form" },
  ];
}

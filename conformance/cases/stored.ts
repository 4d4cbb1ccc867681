/** How `generated/cases.json` is written: what many cases say is written once, and `expand` says it for each of them. */
import { pointerStep } from "@toolwright/runtime/json";
import type { Edit } from "./edits.ts";
import type { Case, CaseFile, InputCase, Unexercised } from "./format.ts";

export interface StoredCases extends Omit<CaseFile, "manifest" | "cases" | "unexercised"> {
  /** Left out of a project, where `manifest.json` lies beside the file. */
  readonly manifest?: CaseFile["manifest"];
  /** Address of a constraint -> its place in the spec, if the address does not name it (`placeOf`). */
  readonly places: Readonly<Record<string, string>>;
  /** Cases with `{tool}` wherever they name their tool. */
  readonly common: readonly object[];
  /** In the order of the run. */
  readonly cases: readonly (Case | CommonCases | BaseCases | ArgumentCases)[];
  readonly unexercised: readonly StoredUnexercised[];
}

/** Cases that a tool has in common with others, as indices of `common`. */
export interface CommonCases {
  readonly tool: string;
  readonly common: readonly number[];
}

/** One case for each base of a tool but those of its examples: the arguments are accepted. */
export interface BaseCases {
  readonly tool: string;
  /** The place of the input schema in the spec. */
  readonly bases: string;
}

/** The cases of the constraints of one schema, which describes a value in the arguments of a tool. */
export interface ArgumentCases {
  readonly tool: string;
  /** The place of the value in ids, such as `/items/0/text`; `""` are all arguments. */
  readonly argument: string;
  /** JSON Pointer to the value. Absent: `argument`. */
  readonly pointer?: string;
  /** What follows the name of the tool in the name of the base. Absent: `argument`. */
  readonly base?: string;
  /** The address of the schema. */
  readonly schema: string;
  readonly keywords: Readonly<Record<string, KeywordCases>>;
}

export type KeywordCases = { readonly [expect in InputCase["expect"]]?: readonly ProbeCase[] };

/** `says` stands in the sentence between the name of the value and what is expected. An edit without a place changes the value. */
export type ProbeCase = readonly [
  variant: string,
  says: string,
  edits: readonly object[],
  also?: readonly string[],
];

export interface StoredUnexercised {
  readonly tool: string;
  readonly why: string;
  /** Address of a schema -> JSON Pointers in it -> keywords. */
  readonly constraints: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** Lists every case of a stored file. The manifest is empty if the file leaves it out. */
export function expand(stored: StoredCases): CaseFile {
  const { places: _places, common: _common, manifest = [], ...rest } = stored;
  return { ...rest, manifest, ...expandCases(stored) };
}

/** The cases of a part of such a file. */
export function expandCases(
  stored: Pick<StoredCases, "places" | "common" | "cases" | "bases" | "unexercised">,
): Pick<CaseFile, "cases" | "unexercised"> {
  const { places, common, cases, bases, unexercised } = stored;
  const at: FindPlace = (constraint) => places[constraint] ?? placeOf(constraint);
  const all = cases.flatMap((each): readonly Case[] => {
    if ("id" in each) return [each];
    const named = (index: number) => JSON.stringify(common[index]).replaceAll("{tool}", each.tool ?? "");
    if ("common" in each) return each.common.map((index) => JSON.parse(named(index)));
    return "keywords" in each ? constraintCases(each, at) : baseCases(each, bases);
  });
  return {
    cases: distinct(all),
    unexercised: unexercised.flatMap((each) => listUnexercised(each, at)),
  };
}

type FindPlace = (constraint: string) => string;

/** The place in the spec that an address names: `spec:///tools/add.yaml/input#/type` is `tools/add.yaml#/input/type`. */
export function placeOf(address: string): string {
  return address.replace(/^spec:\/\/\/(.*?\.yaml)([^#]*)#/, "$1#$2");
}

function baseCases({ tool, bases: at }: BaseCases, bases: CaseFile["bases"]): InputCase[] {
  return Object.entries(bases).flatMap(([base, each]): InputCase[] => {
    const part = base.slice(tool.length);
    if (each.tool !== tool || part.startsWith(":")) return [];
    const [id, what] =
      part === "" ? ["/required-only", "only what is required"] : [`${part}/given`, part.slice(1)];
    const common = { id: `input/${tool}${id}`, must: `Arguments with ${what} are accepted.`, tool, at };
    return [{ ...common, kind: "input", base, expect: "accepted" }];
  });
}

function constraintCases(cases: ArgumentCases, at: FindPlace): InputCase[] {
  const { tool, argument, schema, pointer = argument, base = argument } = cases;
  return Object.entries(cases.keywords).flatMap(([keyword, outcomes]) => {
    const constraint = `${schema}/${pointerStep(keyword)}`;
    return (["accepted", "refused"] as const).flatMap((expect) =>
      (outcomes[expect] ?? []).map(
        ([variant, says, edits, also]): InputCase => ({
          id: `input/${tool}${argument}/${keyword}/${variant}`,
          kind: "input",
          tool,
          must: `${argument === "" ? "An arguments object" : argument.slice(1)} ${says} is ${expect}.`,
          at: at(constraint),
          base: tool + base,
          expect,
          edits: edits.map((edit) => ("remove" in edit ? edit : { set: pointer, ...edit }) as Edit),
          ...(expect === "refused" && { breaks: { keyword, path: pointer, ...(also && { also }) } }),
          constraint,
        }),
      ),
    );
  });
}

/** Numbers repeated ids: a property may have the name of a keyword. */
function distinct(cases: readonly Case[]): Case[] {
  const counts = new Map<string, number>();
  return cases.map((each) => {
    const count = (counts.get(each.id) ?? 0) + 1;
    counts.set(each.id, count);
    return count === 1 ? each : { ...each, id: `${each.id}~${count}` };
  });
}

function listUnexercised({ tool, why, constraints }: StoredUnexercised, at: FindPlace): Unexercised[] {
  return Object.entries(constraints).flatMap(([root, pointers]) =>
    Object.entries(pointers).flatMap(([pointer, keywords]) =>
      keywords.map((keyword) => {
        const constraint = `${root}#${pointer}/${pointerStep(keyword)}`;
        return { tool, constraint, at: at(constraint), why };
      }),
    ),
  );
}

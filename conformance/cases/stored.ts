/** The form of `generated/cases.json`: parts that many cases share are stored once, and `expand` restores each case. */
import { pointerStep } from "@toolwright/runtime/json";
import { withOwnNames } from "../own-names.ts";
import type { Edit } from "./edits.ts";
import type { Case, CaseFile, InputCase, Unexercised } from "./format.ts";

/** A case file as it is stored. */
export interface StoredCases extends Omit<CaseFile, "manifest" | "cases" | "unexercised"> {
  /** Left out in a project, which has `manifest.json` in the same folder. */
  readonly manifest?: CaseFile["manifest"];
  /** Address of a constraint -> its place in the spec, if `placeOf` cannot derive it from the address. */
  readonly places: Readonly<Record<string, string>>;
  /** Cases with `{tool}` instead of the name of their tool. */
  readonly common: readonly object[];
  /** The cases in the order of the run. */
  readonly cases: readonly (Case | CommonCases | BaseCases | ArgumentCases)[];
  /** Constraints that no case breaks alone, by schema. */
  readonly unexercised: readonly StoredUnexercised[];
}

/** Cases that a tool shares with other tools, as indices of `common`. */
export interface CommonCases {
  /** The tool; its name replaces `{tool}`. */
  readonly tool: string;
  /** The indices. */
  readonly common: readonly number[];
}

/** One case for each base of a tool, except those of its examples: the arguments are accepted. */
export interface BaseCases {
  /** The tool whose bases these are. */
  readonly tool: string;
  /** The place of the input schema in the spec. */
  readonly bases: string;
}

/** The cases of the constraints of one schema, which describes a value in the arguments of a tool. */
export interface ArgumentCases {
  /** The tool. */
  readonly tool: string;
  /** The place of the value in ids, such as `/items/0/text`; `""` means all arguments. */
  readonly argument: string;
  /** A JSON Pointer to the value; by default `argument`. */
  readonly pointer?: string;
  /** The part of the base's name after the name of the tool; by default `argument`. */
  readonly base?: string;
  /** The address of the schema. */
  readonly schema: string;
  /** Keyword -> its cases. */
  readonly keywords: Readonly<Record<string, KeywordCases>>;
}

/** The cases of one keyword, by the outcome that they expect. */
export type KeywordCases = { readonly [expect in InputCase["expect"]]?: readonly ProbeCase[] };

/** The parts of one case. `says` is the middle of its sentence, between the value and the expected outcome. An edit without a place changes the value. */
export type ProbeCase = readonly [
  variant: string,
  says: string,
  edits: readonly object[],
  also?: readonly string[],
];

/** Constraints that no case breaks alone for one reason. */
export interface StoredUnexercised {
  /** The tool whose arguments they constrain. */
  readonly tool: string;
  /** The reason, in words. */
  readonly why: string;
  /** Address of a schema -> JSON Pointers in it -> keywords. */
  readonly constraints: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** Restores every case of a stored file. The manifest is empty if the file leaves it out. */
export function expand(stored: StoredCases): CaseFile {
  const { places: _places, common: _common, manifest = [], ...rest } = stored;
  return withOwnNames({ ...rest, manifest, ...expandCases(stored) });
}

/** Restores the cases of a part of such a file. */
export function expandCases(
  stored: Pick<StoredCases, "places" | "common" | "cases" | "bases" | "unexercised">,
): Pick<CaseFile, "cases" | "unexercised"> {
  const { places, common, cases, bases, unexercised } = stored;
  const at: FindPlace = (constraint) => places[constraint] ?? toPlace(constraint);
  const all = cases.flatMap((each): readonly Case[] => {
    if ("id" in each) return [each];
    // The name as it stands in JSON; a function, since `$&` in a name is no pattern.
    const name = JSON.stringify(each.tool ?? "").slice(1, -1);
    const nameCommon = (index: number) => JSON.stringify(common[index]).replaceAll("{tool}", () => name);
    if ("common" in each) return each.common.map((index) => JSON.parse(nameCommon(index)));
    return "keywords" in each ? constraintCases(each, at) : baseCases(each, bases);
  });
  return {
    cases: numberRepeatedIds(all),
    unexercised: unexercised.flatMap((each) => listUnexercised(each, at)),
  };
}

type FindPlace = (constraint: string) => string;

/** Returns the place in the spec that an address names: `spec:///tools/add.yaml/input#/type` is `tools/add.yaml#/input/type`. */
export function toPlace(address: string): string {
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

/** Adds a number to repeated ids, since a property may have the name of a keyword. */
function numberRepeatedIds(cases: readonly Case[]): Case[] {
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

import type { InputCase, Unexercised } from "@toolwright/conformance/cases";
import { valueAt } from "@toolwright/conformance/cases";
import type { Tool } from "../model/model.ts";
import type { ValidArguments } from "./arguments.ts";
import { conjunctsOf } from "./conjuncts.ts";
import { constraintsIn } from "./constraints.ts";
import type { Kit } from "./kit.ts";
import { addressOf, locusOf, type Node } from "./node.ts";
import { boundProbers } from "./probes/bounds.ts";
import { combinationProbers } from "./probes/combinations.ts";
import { objectProbers } from "./probes/objects.ts";
import { type Probe, type Prober, refused, type Site, set } from "./probes/probe.ts";
import { sizeProbers } from "./probes/sizes.ts";
import { valueProbers } from "./probes/values.ts";
import { type Spot, surfaceOf } from "./surface.ts";

const probers: Readonly<Record<string, Prober>> = {
  ...sizeProbers,
  ...boundProbers,
  ...valueProbers,
  ...objectProbers,
  ...combinationProbers,
};

/** A keyword beside it that may say the same, so that only both can be broken: Zod writes a pattern for each format. */
const inseparable: Readonly<Record<string, string>> = { format: "pattern", pattern: "format" };

function isRefused({ expect }: Probe): boolean {
  return expect === "refused";
}

export interface InputCases {
  readonly cases: readonly InputCase[];
  readonly constraints: number;
  readonly unexercised: readonly Unexercised[];
}

/** Cases for every constraint of a tool's input schema: at, below and above its bound, and broken alone. */
export function inputCases(tool: Tool, bases: ValidArguments, kit: Kit): InputCases {
  const cases: InputCase[] = [];
  const unexercised: Unexercised[] = [];
  let constraints = 0;
  for (const spot of surfaceOf(tool, bases, kit)) {
    if (spot.again) {
      addAgain(spot);
      continue;
    }
    const nodes = conjunctsOf([spot.node], kit.resolve);
    for (const keyword of constraintsIn(spot.node.schema)) {
      constraints++;
      const why = addConstraint(spot, nodes, keyword);
      const constraint = addressOf(spot.node, keyword);
      if (why !== undefined)
        unexercised.push({ tool: tool.name, constraint, at: kit.at(placeOf(spot, keyword)), why });
    }
  }
  return { cases: [...given(), ...cases], constraints, unexercised };

  function placeOf({ node }: Spot, keyword: string): ReturnType<typeof locusOf> {
    return keyword === "exactlyOne" ? { file: tool.file, path: [keyword] } : locusOf(node, keyword);
  }

  /** Adds what is sound of the probes of a keyword; tells why if none breaks it. */
  function addConstraint(spot: Spot, nodes: readonly Node[], keyword: string): string | undefined {
    const { base } = spot;
    if (base === undefined) return "no valid arguments with this value were found";
    const prober = Object.hasOwn(probers, keyword) ? probers[keyword] : undefined;
    if (prober === undefined) return `how to break ${keyword} alone is not known`;
    const { node, pointer } = spot;
    const site: Site = {
      node,
      nodes,
      pointer,
      value: valueAt(bases.contentOf(base), pointer) ?? null,
      kit,
    };
    const probes = prober(site, keyword);
    const addAll = (some: readonly Probe[]) => some.filter((probe) => add(spot, base, keyword, probe));
    if (addAll(probes).some(isRefused)) return undefined;
    const also = inseparable[keyword];
    const together =
      also === undefined ? [] : probes.filter(isRefused).map((probe) => ({ ...probe, also: [also] }));
    return addAll(together).length > 0
      ? undefined
      : "no arguments were found that break this and nothing else";
  }

  function add(spot: Spot, base: string, keyword: string, probe: Probe): boolean {
    const constraint = addressOf(spot.node, keyword);
    const { expect, changes, variant, says, also = [] } = probe;
    const tried = changes
      .filter((edits) => edits.length > 0)
      .map((edits) => ({ edits, altered: bases.altered(base, edits) }));
    const breaking = (...keywords: string[]) =>
      tried.find(({ altered }) => altered.break({ node: spot.node, keywords, path: spot.pointer }));
    const alone = expect === "accepted" ? tried.find(({ altered }) => altered.fit()) : breaking(keyword);
    const found = alone ?? (expect === "accepted" ? undefined : breaking(keyword, ...also));
    if (found === undefined) return false;
    const present = alone ? [] : also.filter((other) => other in spot.node.schema);
    cases.push({
      ...common(spot, base, `${keyword}/${variant}`, says, expect),
      at: kit.at(placeOf(spot, keyword)),
      edits: found.edits,
      ...(expect === "refused" && {
        breaks: { keyword, path: spot.pointer, ...(present.length > 0 && { also: present }) },
      }),
      constraint,
    });
    return true;
  }

  /** A schema that is used once more: that it is used at all shows with one value of a wrong type. */
  function addAgain(spot: Spot): void {
    const { base, node, pointer } = spot;
    if (base === undefined) return;
    const probe = refused(
      "wrong",
      "of another type",
      ...[null, 0, [], {}].map((value) => set(pointer, value)),
    );
    const also = ["type", "enum", "const", "oneOf", "anyOf"];
    const keyword = also.find((candidate) => candidate in node.schema);
    if (keyword !== undefined) add(spot, base, keyword, { ...probe, also });
  }

  /** Every base is a case itself: its arguments are accepted. */
  function given(): InputCase[] {
    return bases.all().flatMap(([name]): InputCase[] => {
      const part = name.slice(tool.name.length);
      if (part.startsWith(":")) return [];
      const what = part === "" ? "Arguments with only what is required" : `Arguments with ${part.slice(1)}`;
      return [
        {
          id: `input/${tool.name}${part === "" ? "/required-only" : `${part}/given`}`,
          kind: "input",
          tool: tool.name,
          must: `${what} are accepted.`,
          at: kit.at({ file: tool.file, path: ["input"] }),
          base: name,
          expect: "accepted",
        },
      ];
    });
  }

  function common(spot: Spot, base: string, part: string, says: string, expect: Probe["expect"]) {
    return {
      id: `input/${tool.name}${spot.name}/${part}`,
      kind: "input" as const,
      tool: tool.name,
      must: `${spot.name === "" ? "An arguments object" : spot.name.slice(1)} ${says} is ${expect}.`,
      base,
      expect,
    };
  }
}

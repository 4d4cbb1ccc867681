/** Derives the input cases of a tool: each constraint at its bound, beyond it, and broken alone. */

import { isDeepStrictEqual } from "node:util";
import {
  type ArgumentCases,
  type BaseCases,
  type Edit,
  type Json,
  type KeywordCases,
  type ProbeCase,
  type StoredUnexercised,
  toPlace,
  valueAt,
} from "@toolwright/conformance/cases";
import { printAddress, toLocation } from "@toolwright/json-schema";
import type { Node } from "@toolwright/json-schema/graph";
import { listConjuncts } from "@toolwright/json-schema/sampling";
import { type ArgumentSchema, argumentSchemas } from "./argument-schemas.ts";
import type { BasePlace, Callee, ValidArguments } from "./arguments.ts";
import type { CaseContext } from "./case-context.ts";
import { constraintsIn } from "./constraints.ts";
import { boundProbers } from "./probes/bounds.ts";
import { combinationProbers } from "./probes/combinations.ts";
import { objectProbers } from "./probes/objects.ts";
import { type Probe, type Prober, refused, set } from "./probes/probe.ts";
import { sizeProbers } from "./probes/sizes.ts";
import { valueProbers } from "./probes/values.ts";

const probers: Readonly<Record<string, Prober>> = {
  ...sizeProbers,
  ...boundProbers,
  ...valueProbers,
  ...objectProbers,
  ...combinationProbers,
};

/** Pairs of keywords that may mean the same, so that they can only be broken together: Zod writes a pattern for each format. */
const inseparable: Readonly<Record<string, string>> = { format: "pattern", pattern: "format" };

function isRefused({ expect }: Pick<Probe, "expect">): boolean {
  return expect === "refused";
}

/** The input cases of a tool, as the case file has them. */
export interface InputCases {
  readonly cases: readonly (BaseCases | ArgumentCases)[];
  readonly constraints: number;
  /** The constraints whose address is not their place in the spec. */
  readonly places: readonly (readonly [constraint: string, place: string])[];
  readonly unexercised: readonly StoredUnexercised[];
}

/** A probe that became a case. */
interface FoundCase {
  readonly expect: Probe["expect"];
  readonly probe: ProbeCase;
  /** The value in an example that the case starts from; else the argument's own place. */
  readonly place?: BasePlace;
}

/** The cases of each keyword of a schema. */
type FoundCases = readonly (readonly [keyword: string, cases: readonly FoundCase[]])[];

/** Cases for every constraint of a tool's input schema: at, below and above its bound, and broken alone. */
export function inputCases(tool: Callee, bases: ValidArguments, context: CaseContext): InputCases {
  const deriver = new InputDeriver(tool, bases, context);
  const cases = argumentSchemas(tool, bases, context).flatMap((argument) => deriver.derive(argument));
  return { cases: [deriver.ofBases(), ...cases], ...deriver.finish() };
}

class InputDeriver {
  readonly #tool: Callee;
  readonly #bases: ValidArguments;
  readonly #context: CaseContext;
  readonly #places = new Map<string, string>();
  readonly #unexercised: { readonly why: string; readonly node: Node; readonly keyword: string }[] = [];
  #constraints = 0;

  constructor(tool: Callee, bases: ValidArguments, context: CaseContext) {
    this.#tool = tool;
    this.#bases = bases;
    this.#context = context;
  }

  finish(): Omit<InputCases, "cases"> {
    const { name: tool } = this.#tool;
    return {
      constraints: this.#constraints,
      places: [...this.#places],
      unexercised: [...Map.groupBy(this.#unexercised, ({ why }) => why)].map(([why, all]) => ({
        tool,
        why,
        constraints: groupItems(
          all,
          ({ node }) => node.root.uri,
          (ofRoot) =>
            groupItems(
              ofRoot,
              ({ node }) => node.pointer,
              (ofSchema) => ofSchema.map(({ keyword }) => keyword),
            ),
        ),
      })),
    };
  }

  /** Every base is a case itself: its arguments are accepted. */
  ofBases(): BaseCases {
    const { name, file } = this.#tool;
    return { tool: name, bases: this.#context.at({ file, path: ["input"] }) };
  }

  derive(argument: ArgumentSchema): ArgumentCases[] {
    const { base, pointer, node, repeated } = argument;
    const found: FoundCases = repeated ? this.#wrongType(argument) : this.#ofConstraints(argument);
    if (base === undefined) return [];
    for (const [keyword, cases] of found) if (cases.length > 0) this.#notePlace(node, keyword);
    const places = found.flatMap(([, cases]) => cases.flatMap(({ place }) => place ?? []));
    const examples = new Map(places.map((place) => [JSON.stringify(place), place]));
    return [undefined, ...examples.values()].flatMap((example) => {
      const isHere = ({ place }: FoundCase) => isDeepStrictEqual(place, example);
      const here = found.map(([keyword, cases]) => [keyword, cases.filter(isHere)] as const);
      return this.#storeCases(argument, example ?? { base, pointer }, here);
    });
  }

  /** Writes the cases that start from one place; nothing if there are none. */
  #storeCases({ name, node }: ArgumentSchema, place: BasePlace, found: FoundCases): ArgumentCases[] {
    const keywords = found.filter(([, cases]) => cases.length > 0);
    if (keywords.length === 0) return [];
    const { name: tool } = this.#tool;
    const ofBase = place.base.slice(tool.length);
    return [
      {
        tool,
        argument: name,
        ...(place.pointer !== name && { pointer: place.pointer }),
        ...(ofBase !== name && { base: ofBase }),
        schema: printAddress(node),
        keywords: Object.fromEntries(keywords.map(([keyword, cases]) => [keyword, groupByOutcome(cases)])),
      },
    ];
  }

  #ofConstraints(argument: ArgumentSchema): [keyword: string, FoundCase[]][] {
    const { node } = argument;
    const nodes = listConjuncts([node]);
    return constraintsIn(node).map((keyword) => {
      this.#constraints++;
      const { found, why } = this.#probe(argument, nodes, keyword);
      if (why !== undefined) {
        this.#notePlace(node, keyword);
        this.#unexercised.push({ why, node, keyword });
      }
      return [keyword, found];
    });
  }

  #notePlace(node: Node, keyword: string): void {
    const constraint = printAddress(node, keyword);
    const ofTool = { file: this.#tool.file, path: [keyword] };
    const place = this.#context.at(keyword === "exactlyOne" ? ofTool : toLocation(node, keyword));
    if (place !== toPlace(constraint)) this.#places.set(constraint, place);
  }

  /** Returns the working probes of a keyword, and the reason if no probe breaks it. */
  #probe(
    argument: ArgumentSchema,
    nodes: readonly Node[],
    keyword: string,
  ): { found: FoundCase[]; why?: string } {
    const { base, node, pointer } = argument;
    if (base === undefined) return { found: [], why: "no valid arguments with this value were found" };
    const prober = Object.hasOwn(probers, keyword) ? probers[keyword] : undefined;
    if (prober === undefined) return { found: [], why: `how to break ${keyword} alone is not known` };
    const value = valueAt(this.#bases.readContent(base), pointer) ?? null;
    const probes = prober({ node, nodes, pointer, value, context: this.#context }, keyword);
    const sound = (some: readonly Probe[]) =>
      some.flatMap(
        (probe) => this.#fromExample(argument, value, probe) ?? this.#try(argument, keyword, probe),
      );
    const found = sound(probes);
    if (found.some(isRefused)) return { found };
    const also = inseparable[keyword];
    const together =
      also === undefined ? [] : probes.filter(isRefused).map((probe) => ({ ...probe, also: [also] }));
    const broken = sound(together);
    if (broken.length > 0) return { found: [...found, ...broken] };
    return { found, why: "no arguments were found that break this and nothing else" };
  }

  /** One value of a wrong type shows that a repeated schema is used here too. */
  #wrongType(argument: ArgumentSchema): [keyword: string, FoundCase[]][] {
    const also = ["type", "enum", "const", "oneOf", "anyOf"];
    const keyword = also.find((candidate) => Object.hasOwn(argument.node.schema as object, candidate));
    if (keyword === undefined) return [];
    const wrong = [null, 0, [], {}].map((value) => set(argument.pointer, value));
    const probe = { ...refused("wrong", "of another type", ...wrong), also };
    return [[keyword, this.#try(argument, keyword, probe)]];
  }

  /**
   * Starts an accepted case from an example that already has such a value. What stands beside it fits it in ways that schemas cannot
   * express: the other end of a scale, the choices to select from.
   */
  #fromExample({ node, ...at }: ArgumentSchema, present: Json, probe: Probe): FoundCase | undefined {
    const { expect, variant, says, isTriedBy } = probe;
    if (expect === "refused" || isTriedBy === undefined || isTriedBy(present)) return undefined;
    const place = this.#bases.findValue(node, at.pointer, isTriedBy);
    if (place === undefined) return undefined;
    const { base, pointer } = place;
    const edits = set(pointer, valueAt(this.#bases.readContent(base), pointer)!);
    return { expect, place, probe: [variant, says, edits.map((edit) => withoutPlace(edit, pointer))] };
  }

  /** Makes the case of a probe; none if no change of the base breaks exactly the probed keyword. */
  #try({ node, pointer, base }: ArgumentSchema, keyword: string, probe: Probe): FoundCase[] {
    if (base === undefined) return [];
    const { expect, changes, variant, says, also = [] } = probe;
    const tried = changes
      .filter((edits) => edits.length > 0)
      .map((edits) => ({ edits, changedArguments: this.#bases.changedArguments(base, edits) }));
    const breaking = (...keywords: string[]) =>
      tried.find(({ changedArguments }) => changedArguments.break({ node, keywords, path: pointer }));
    const alone =
      expect === "accepted"
        ? tried.find(({ changedArguments }) => changedArguments.fit())
        : breaking(keyword);
    const change = alone ?? (expect === "accepted" ? undefined : breaking(keyword, ...also));
    if (change === undefined) return [];
    const edits = change.edits.map((edit) => withoutPlace(edit, pointer));
    const present = alone ? [] : also.filter((other) => Object.hasOwn(node.schema as object, other));
    return [{ expect, probe: present.length > 0 ? [variant, says, edits, present] : [variant, says, edits] }];
  }
}

function groupByOutcome(found: readonly FoundCase[]): KeywordCases {
  return groupItems(
    found,
    ({ expect }) => expect,
    (cases) => cases.map(({ probe }) => probe),
  );
}

function groupItems<Item, Value>(
  items: readonly Item[],
  key: (item: Item) => string,
  value: (items: readonly Item[]) => Value,
): Record<string, Value> {
  const groups = Map.groupBy(items, key);
  return Object.fromEntries([...groups].map(([name, group]) => [name, value(group)]));
}

/** Removes the pointer from an edit if it equals the pointer of the probed value. */
function withoutPlace(edit: Edit, pointer: string): object {
  if (!("set" in edit) || edit.set !== pointer) return edit;
  const { set: _set, ...rest } = edit;
  return rest;
}

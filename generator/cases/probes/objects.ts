/** Probes of the keywords about the names of an object's properties. */

import type { Edit, Json } from "@toolwright/conformance/cases";
import { isSchemaObject } from "@toolwright/json-schema";
import { propertyTargets } from "@toolwright/json-schema/sampling";
import { pointerStep } from "@toolwright/runtime/json";
import { accepted, type Probe, type ProbedValue, type Prober, refused, set } from "./probe.ts";

/** Keywords that say which names an object has. */
export const objectProbers: Readonly<Record<string, Prober>> = {
  required: ({ node, pointer }) =>
    node.required.map((name) =>
      refused(name, `without ${name}`, [{ remove: `${pointer}/${pointerStep(name)}` }]),
    ),

  additionalProperties: ({ node, pointer }) => {
    const key = (name: string, to: Json = "x"): Edit => ({ set: `${pointer}/${pointerStep(name)}`, to });
    if (!node.additional?.never) return [];
    const known = [...node.properties.keys()];
    const respelt = known.map((name) => name.toUpperCase()).find((name) => !known.includes(name));
    return [
      refused("unknown", "with an unknown key", [key("no_such_key")], [key("x")]),
      ...(pointer === "" ? [refused("prototype", "with the key __proto__", [key("__proto__", {})])] : []),
      ...(pointer === "" && respelt !== undefined
        ? [refused("other-case", `with ${respelt}, a known key in other letters,`, [key(respelt)])]
        : []),
    ];
  },

  unevaluatedProperties: ({ pointer }) => [
    refused("unknown", "with an unknown key", [{ set: `${pointer}/no_such_key`, to: "x" }]),
  ],

  propertyNames: ({ nodes, pointer, context }) => {
    const names = ["no such name", "!", "NoSuchName", "", "x".repeat(300)];
    const entry = (name: string): Edit => ({
      set: `${pointer}/${pointerStep(name)}`,
      to: context.sampler.one(...propertyTargets(nodes, name)) ?? "x",
    });
    return [refused("broken", "with a key that may not be one", ...names.map((name) => [entry(name)]))];
  },

  dependentRequired: (probed) =>
    [...probed.node.dependentRequired].flatMap(([name, others]) => dependency(probed, name, others)),

  exactlyOne: ({ node, pointer, value, context }) => {
    const { exactlyOne: names } = node;
    const present = isSchemaObject(value) ? names.filter((name) => Object.hasOwn(value, name)) : [];
    const sampleProperty = (name: string): Edit[] => {
      const sample = context.sampler.one(...propertyTargets([node], name));
      return sample === undefined ? [] : set(`${pointer}/${pointerStep(name)}`, sample);
    };
    const others = names.filter((name) => !present.includes(name));
    return [
      refused(
        "none",
        `without any of ${names.join(", ")}`,
        present.map((name) => ({ remove: `${pointer}/${pointerStep(name)}` })),
      ),
      ...others.map((name) =>
        refused(`${present[0]}-and-${name}`, `with both ${present[0]} and ${name}`, sampleProperty(name)),
      ),
      refused("all", `with all of ${names.join(", ")}`, others.flatMap(sampleProperty)),
    ];
  },
};

function dependency(
  { nodes, pointer, value, context }: ProbedValue,
  name: string,
  others: readonly string[],
): Probe[] {
  const add = [name, ...others].flatMap((key): Edit[] => {
    if (isSchemaObject(value) && Object.hasOwn(value, key)) return [];
    const to = context.sampler.one(...propertyTargets(nodes, key)) ?? "x";
    return [{ set: `${pointer}/${pointerStep(key)}`, to }];
  });
  return [
    accepted(`${name}-at`, `with ${name} and ${others.join(", ")}`, add),
    ...others.map((other) =>
      refused(`${name}-without-${other}`, `with ${name} but without ${other}`, [
        ...add,
        { remove: `${pointer}/${pointerStep(other)}` },
      ]),
    ),
  ];
}

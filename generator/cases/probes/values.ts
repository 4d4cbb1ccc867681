/** Probes of the keywords about single values: type, enum, const, pattern, format. */

import { isDeepStrictEqual } from "node:util";
import { shortenJson } from "@toolwright/check/report";
import type { Json } from "@toolwright/conformance/cases";
import { matching, misformatted, shortText, textConstraints } from "@toolwright/json-schema/graph";
import { likelyTypes } from "@toolwright/json-schema/sampling";
import { withArticle } from "@toolwright/runtime/problems";
import { accepted, type Probe, type ProbedValue, type Prober, refused, set, setEach } from "./probe.ts";

/** UTF-16 code units of a value in the reason of a case. */
const maxShown = 60;

/** Keywords that say which values there are. */
export const valueProbers: Readonly<Record<string, Prober>> = {
  type: (probed) => {
    const types = likelyTypes(probed.nodes);
    const wrong = (variant: string, says: string, values: readonly Json[]): Probe => ({
      ...refused(variant, says, ...setEach(probed, values)),
      also: ["enum", "const", "oneOf", "anyOf"],
    });
    const looks = `of another type that looks like ${orList(types)}`;
    return [
      wrong("lookalike", looks, lookalikes(types, probed.value)),
      ...(types.includes("null") ? [] : [wrong("null", "that is null", [null])]),
      ...(types.includes("integer") ? [wrong("fraction", "with a fraction", fractions(probed.value))] : []),
      ...(types.includes("string") ? unusualTexts(probed) : []),
      ...(types.includes("array") ? [accepted("empty", "that is empty", set(probed.pointer, []))] : []),
    ];
  },

  enum: (probed) => {
    const values = (probed.node.enums.at(-1) ?? []) as Json[];
    return [
      ...values.map((value) => ({
        ...accepted(
          `value-${nameValue(value)}`,
          `${shortenJson(value, maxShown)}, one of the allowed values,`,
          set(probed.pointer, value),
        ),
        isTriedBy: (other: Json) => isDeepStrictEqual(other, value),
      })),
      refused("unlisted", "that is not listed", ...setEach(probed, makeUnlisted(values))),
      ...otherCases(values).map((value) =>
        refused(
          "other-case",
          `${shortenJson(value, maxShown)}, in other letters than listed,`,
          set(probed.pointer, value),
        ),
      ),
    ];
  },

  const: (probed) => {
    const [[value] = []] = probed.node.enums as Json[][];
    if (value === undefined) return [];
    return [
      accepted("at", `${shortenJson(value, maxShown)}, the only value,`, set(probed.pointer, value)),
      refused(
        "other",
        `other than ${shortenJson(value, maxShown)}`,
        ...setEach(probed, makeUnlisted([value])),
      ),
    ];
  },

  pattern: (probed) => {
    const { pattern = "" } = probed.node;
    const fitting = shortText(textConstraints(probed.nodes)) ?? "";
    const current = typeof probed.value === "string" ? probed.value : fitting;
    const accepts = setEach(probed, [fitting, ...matching(pattern)]);
    return [
      accepted("at", `that matches ${pattern}`, ...accepts),
      refused("broken", `that does not match ${pattern}`, ...setEach(probed, nearMisses(current))),
      refused(
        "newline",
        "with a line break at its end",
        ...setEach(probed, [`${current}\n`, `${current.slice(0, -1)}\n`]),
      ),
    ];
  },

  format: (probed) => {
    const { format = "" } = probed.node;
    const fitting = shortText(textConstraints(probed.nodes));
    return [
      ...(fitting === undefined
        ? []
        : [accepted("at", `in the format ${format}`, set(probed.pointer, fitting))]),
      ...misformatted(format).map((text, index) =>
        refused(
          `broken-${index + 1}`,
          `${shortenJson(text, maxShown)}, not in the format ${format},`,
          set(probed.pointer, text),
        ),
      ),
    ];
  },
};

/** Strings that schemas allow by default, and that careless servers fail on. */
function unusualTexts({ nodes, pointer }: ProbedValue): Probe[] {
  const isFree = nodes.every(({ enums, format }) => enums.length === 0 && format === undefined);
  return isFree
    ? [
        accepted("empty", "that is empty", set(pointer, "")),
        accepted("unicode", "in many scripts", set(pointer, manyScripts)),
      ]
    : [];
}

/**
 * A text with both writing directions, a letter of two code points, a letter of four bytes, and characters special to SQL and
 * HTML.
 */
const manyScripts = "Ωmega \u05e9\u05dc\u05d5\u05dd e\u0301 \u{1f600} \u6f22 'a' <b>";

/** Values that a lenient server would convert. */
function lookalikes(types: readonly string[], value: Json): Json[] {
  const other = types.flatMap((type): Json[] => {
    switch (type) {
      case "string":
        return [5, 0, true];
      case "integer":
      case "number":
        return [typeof value === "object" ? JSON.stringify(value) : String(value), "5"];
      case "boolean":
        return ["true", 1];
      case "array":
        return [...(Array.isArray(value) ? value.slice(0, 1) : []), {}, "a"];
      case "object":
        return [[value], JSON.stringify(value)];
      default:
        return ["null", 0, false];
    }
  });
  return [...other, [], {}, true, "a"];
}

function fractions(value: Json): Json[] {
  return typeof value === "number" ? [value + 0.5, value - 0.5] : [0.5, 1.5];
}

function makeUnlisted(values: readonly Json[]): Json[] {
  const texts = values.filter((value) => typeof value === "string");
  const numbers = values.filter((value) => typeof value === "number");
  const strange = texts.length > 0 ? [`${texts[0]}_other`, "no_such_value", "zz"] : [];
  const beyond = numbers.length > 0 ? [Math.max(...numbers) + 1] : [];
  const flipped = values.filter((value) => typeof value === "boolean").map((value) => !value);
  return [...strange, ...beyond, ...flipped, "no_such_value", 0, null];
}

function otherCases(values: readonly Json[]): string[] {
  const text = values.find((value) => typeof value === "string" && value !== value.toUpperCase());
  return typeof text === "string" && !values.includes(text.toUpperCase()) ? [text.toUpperCase()] : [];
}

/**
 * Returns strings close to a fitting one, of which at least one probably does not fit: longer at either end, with a character
 * replaced, or shorter.
 */
function nearMisses(text: string): string[] {
  const middle = Math.floor(text.length / 2);
  const replaceCharacter = (at: number, by: string) => `${text.slice(0, at)}${by}${text.slice(at + 1)}`;
  return [
    replaceCharacter(text.length - 1, "!"),
    `${text}!`,
    `!${text}`,
    replaceCharacter(middle, "!"),
    replaceCharacter(0, "!"),
    text.slice(0, -1),
    text.slice(1),
    replaceCharacter(text.length - 1, " "),
    " ".repeat(Math.max(1, text.length)),
    " ",
    "",
    text.toUpperCase(),
    text.toLowerCase(),
    "!",
    "a",
  ];
}

function nameValue(value: Json): string {
  return (
    shortenJson(value, maxShown)
      .replaceAll(/[^\w.-]+/g, "_")
      .replace(/^_|_$/g, "") || "blank"
  );
}

function orList(types: readonly string[]): string {
  return types.map(withArticle).join(" or ");
}

import type { Random } from "./random.ts";

/** JSON values that programs trip over. */
const values: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -0,
    1,
    -1,
    0.1,
    1e308,
    1e-320,
    2 ** 31,
    2 ** 53,
    -(2 ** 53),
    1.7976931348623157e308,
  ],
  ...[
    "",
    " ",
    "0",
    "null",
    "true",
    "[object Object]",
    "__proto__",
    "constructor",
    "toString",
    "\u0000",
    "\u2028",
  ],
  ...["\ud800", "é".normalize("NFD"), "👩‍👩‍👧‍👦", "\u202etxet", "../../etc/passwd", "{{7*7}}", "' OR 1=1 --"],
  ...["a".repeat(300), "a".repeat(20_000), "é".repeat(8_001), "(a+)+$", "2026-02-30", "9999-12-31T23:59:60Z"],
  ...[
    "<script>alert(1)</script>",
    "=cmd|' /C calc'!A0",
    "%00%0a",
    "\r\nSet-Cookie: a=b",
    "+1 (555) 0100",
    "a@b",
  ],
  ...[
    [],
    [[]],
    [null],
    {},
    { "": "" },
    { __proto__: null, a: 1 },
    { length: -1 },
    { then: 1 },
    { toJSON: "x" },
  ],
];

/** Names of properties that are more than names. */
const names = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "",
  "$ref",
  "then",
  "length",
];

/** A copy of a JSON value that differs in some place, of those that `at` leads to. */
export function mutated(value: unknown, chance: Random, depth = 0): unknown {
  if (depth > 6 || chance.once(4)) return other(value, chance);
  if (Array.isArray(value)) return mutatedArray(value, chance, depth);
  if (typeof value === "object" && value !== null) return mutatedObject(value, chance, depth);
  return other(value, chance);
}

function mutatedArray(value: readonly unknown[], chance: Random, depth: number): unknown {
  if (value.length === 0) return [chance.pick(values)];
  const at = chance.int(value.length);
  switch (chance.int(4)) {
    case 0:
      return value.toSpliced(at, 1);
    case 1:
      return [...value, ...value.slice(at)];
    case 2:
      return Array.from({ length: 200 }, () => value[at]);
    default:
      return value.with(at, mutated(value[at], chance, depth + 1));
  }
}

function mutatedObject(value: object, chance: Random, depth: number): unknown {
  const entries = Object.entries(value);
  if (entries.length === 0 || chance.once(6))
    return own([...entries, [chance.pick(names), chance.pick(values)]]);
  const at = chance.int(entries.length);
  const [name, inner] = entries[at]!;
  if (chance.once(4)) return own(entries.toSpliced(at, 1));
  if (chance.once(8)) return own(entries.with(at, [`${name}${chance.pick(names)}`, inner]));
  return own(entries.with(at, [name, mutated(inner, chance, depth + 1)]));
}

/** An object with these properties of its own, `__proto__` among them. */
function own(entries: readonly (readonly [string, unknown])[]): unknown {
  return Object.fromEntries(entries);
}

function other(value: unknown, chance: Random): unknown {
  if (typeof value === "string" && chance.once(2)) return mutatedText(value, chance);
  if (typeof value === "number" && chance.once(2)) return value + chance.pick([1, -1, 0.5, 1e9, -1e9]);
  return chance.pick(values);
}

function mutatedText(text: string, chance: Random): string {
  const at = chance.int(text.length + 1);
  const inserted = String(chance.pick(values.filter((value) => typeof value === "string")));
  return chance.pick([
    text.slice(0, at),
    text.slice(at),
    text + text,
    text.slice(0, at) + inserted + text.slice(at),
  ]);
}

/** Changes a few of the bytes. */
export function mutatedBytes(bytes: Buffer, chance: Random): Buffer {
  const at = chance.int(bytes.length + 1);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  const noise = Buffer.from(Array.from({ length: 1 + chance.int(8) }, () => chance.int(256)));
  switch (chance.int(6)) {
    case 0:
      return before;
    case 1:
      return Buffer.concat([before, noise, after]);
    case 2:
      return Buffer.concat([before, after.subarray(1 + chance.int(16))]);
    case 3:
      return Buffer.concat([before, after, after]);
    case 4:
      return Buffer.concat([
        before,
        Buffer.from(chance.pick(['"', "{", "[", "\\", "\r\n", "\0", "1e999", ":"])),
        after,
      ]);
    default: {
      const copy = Buffer.from(bytes);
      for (let flips = 0; flips <= chance.int(4); flips++) copy[chance.int(copy.length)] = chance.int(256);
      return copy;
    }
  }
}

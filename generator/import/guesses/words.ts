/** Reads the names of tools and arguments: a verb, and the thing that it is about. */
import { fileName } from "../type-names.ts";

/** The words of the name of a tool. */
export interface ToolWords {
  /** Left out where no word of the name is a verb that is known here. */
  readonly verb?: string;
  /** The other words, without a plural: `order_line`; empty where the name is a verb alone. */
  readonly noun: string;
}

const reading =
  "get list find search show read fetch view browse query lookup describe count inspect retrieve";
const deleting = "delete remove destroy erase";
const ending = "cancel close withdraw void retire deactivate end revoke release discard";
const making =
  "create add new make register open start book request place submit log issue post record schedule hire enroll enrol reserve file raise draft invite report insert save put upload sign";
const changing =
  "update edit change set rename move assign unassign archive publish approve reject confirm complete finish pay return renew share restore pause resume send ship mark decide review accept decline extend load unload deliver lock unlock answer import export download check";

const verbs = {
  reading: new Set(reading.split(" ")),
  deleting: new Set(deleting.split(" ")),
  ending: new Set(ending.split(" ")),
  making: new Set(making.split(" ")),
  changing: new Set(changing.split(" ")),
};

export type VerbKind = keyof typeof verbs;

export function verbKind({ verb = "" }: ToolWords): VerbKind | undefined {
  return (Object.keys(verbs) as VerbKind[]).find((kind) => verbs[kind].has(verb));
}

/** Reads `create_order`, `createOrder` and `order.create`. @param prefix what the names of all tools begin with */
export function readToolName(name: string, prefix: string | undefined): ToolWords {
  const short = prefix !== undefined && name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const words = fileName(short).split("_");
  const isVerb = (word: string | undefined) =>
    word !== undefined && Object.values(verbs).some((known) => known.has(word));
  const [first, last] = [words[0], words.at(-1)];
  if (isVerb(first)) return { verb: first!, noun: withoutPlural(words.slice(1).join("_")) };
  if (isVerb(last)) return { verb: last!, noun: withoutPlural(words.slice(0, -1).join("_")) };
  return { noun: withoutPlural(words.join("_")) };
}

/** `orders` -> `order`, `companies` -> `company`, `addresses` -> `address`. */
export function withoutPlural(name: string): string {
  if (/(ss|us|is)$/.test(name)) return name;
  if (/ies$/.test(name)) return name.replace(/ies$/, "y");
  if (/(ss|x|ch|sh)es$/.test(name)) return name.replace(/es$/, "");
  return name.replace(/s$/, "");
}

/** Finds what shares one scale: "how they liked the programme and the acoustics, five stars each". */
import type { Alternatives } from "./alternatives.ts";
import type { Asked } from "./asked.ts";
import { type Token, wordsOf } from "./tokens.ts";

/** Things that are rated, with the place of the last of them in the sentence. */
export interface Rated {
  readonly things: readonly (readonly [number, number])[];
  readonly scale: string;
}

/** "five stars each", "from 1 to 10 each"; a price for each is none. */
const SHARED = /(?:stars?|points?)(?:(?: for)? each| apiece)?$|(?: to | - ?|-)\S+(?: points)? each$/i;

/** The objects, with each run that shares a scale as one. */
export function withRated(
  found: readonly (Asked | Alternatives)[],
  tokens: readonly Token[],
  text: string,
): (Asked | Alternatives | Rated)[] {
  const all: (Asked | Alternatives | Rated)[] = [];
  let taken = -1;
  for (const [index, each] of found.entries()) {
    const ratings = "from" in each ? ratingsFor(each, found.slice(index + 1), tokens, text) : undefined;
    if (ratings) {
      all.push(ratings);
      taken = index + ratings.count;
    }
    if (index <= taken) continue;
    const tail =
      "from" in each
        ? each.tails
            .map(([from, to]) => text.slice(tokens[from]!.start, tokens[to - 1]!.end))
            .find((one) => SHARED.test(one))
        : undefined;
    const scale = tail === undefined ? undefined : scaleOf(tail);
    const run = scale === undefined ? undefined : runBefore(found.slice(0, index + 1), tokens);
    if (run) all.splice(all.length - run.length + 1, run.length - 1, { things: run, scale: scale! });
    else all.push(each);
  }
  return all;
}

/** "star ratings for punctuality and expertise", "1 to 10 for design, for reliability and for teamwork" */
function ratingsFor(
  { from, to, tails, kind, verbAt }: Asked,
  others: readonly (Asked | Alternatives)[],
  tokens: readonly Token[],
  text: string,
): (Rated & { count: number }) | undefined {
  const words = text.slice(tokens[from]!.start, tokens[to - 1]!.end);
  const [, numbers = "1-5 stars"] = RATINGS.exec(words) ?? [];
  if (kind !== "noun" || verbAt === undefined || !RATINGS.test(words)) return undefined;
  const at = tokens.findIndex(({ word }, index) => index > from && /^(?:for|on|of)$/.test(word));
  const things: (readonly [number, number])[] = [[at + 1, to]];
  const isFor = (index: number) => tokens[index]!.word === tokens[at]!.word;
  things.push(...tails.filter(([start]) => isFor(start)).map(([start, end]) => [start + 1, end] as const));
  let count = 0;
  for (const each of others) {
    if (
      !("from" in each) ||
      each.kind !== "noun" ||
      each.verbAt !== undefined ||
      tokens[each.from]!.part === "det"
    )
      break;
    things.push([isFor(each.from) ? each.from + 1 : each.from, each.to]);
    things.push(
      ...each.tails.filter(([start]) => isFor(start)).map(([start, end]) => [start + 1, end] as const),
    );
    count++;
  }
  return { things, scale: numbers.replace(/ (?:to|and) /u, "-"), count };
}

const RATINGS =
  /^(?:an? |their )?(?:(?:from )?(\d+ to \d+)(?: points?| stars?)?|(?:star )?ratings?|stars|marks|scores|grades) (?:for|of|on) /iu;

function runBefore(
  found: readonly (Asked | Alternatives)[],
  tokens: readonly Token[],
): (readonly [number, number])[] | undefined {
  const things: (readonly [number, number])[] = [];
  for (const each of [...found].reverse()) {
    if (!("from" in each)) break;
    if (each.kind === "question") {
      const start = objectOf(each, tokens);
      if (start === undefined) break;
      things.unshift([start, each.to]);
      return things;
    }
    things.unshift([each.from, each.to]);
    if (each.verbAt !== undefined) break;
  }
  return things.length > 0 ? things : undefined;
}

/** Where the thing begins that "how they liked the programme" asks about. */
function objectOf({ from, to }: Asked, tokens: readonly Token[]): number | undefined {
  if (tokens[from]!.word !== "how" || /^(?:many|much|often|long|old)$/.test(tokens[from + 1]!.word))
    return undefined;
  const verb = tokens.findLastIndex(
    ({ part }, at) => at > from && at < to && /^(?:verb|past|aux|prep)$/.test(part),
  );
  return verb > from && verb + 1 < to ? verb + 1 : undefined;
}

/** "one to five stars each" -> "1-5"; undefined: it names no numbers. */
function scaleOf(tail: string): string | undefined {
  const counts = [...wordsOf("counts")];
  const numbers = (tail.toLowerCase().match(/\d+|[a-z]+/g) ?? []).flatMap((word) => {
    const value = /^\d+$/.test(word) ? Number(word) : counts.indexOf(word) + 1;
    return value > 0 ? [value] : [];
  });
  const [first, second] = numbers;
  if (first === undefined) return undefined;
  const range = second === undefined ? `1-${first}` : `${first}-${second}`;
  return /star/i.test(tail) ? `${range} stars` : range;
}

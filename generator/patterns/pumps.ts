import { circlesOf, reachableFrom } from "./circles.ts";
import type { Positions } from "./positions.ts";

/** Classes of characters: `before`, and then `pump` as often as somebody likes, lead to the same position on several ways. */
export interface Pump {
  readonly before: readonly number[];
  readonly pump: readonly number[];
  /** Whether the ways multiply with each turn, rather than add up. */
  readonly multiplies: boolean;
}

/** How many pairs and triples of positions are looked at, so that no pattern takes long. */
const mostLooks = 400_000;

/** Of couples that are ambiguous, others seldom say something else. */
const mostCouples = 40;

/**
 * What makes a pattern ambiguous without bound (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991): a
 * position that leads back to itself on two ways by the same text (ways multiply), or two positions that each lead back to
 * themselves, and from one to the other, by the same text (they add up).
 */
export function* pumpsOf(positions: Positions): Generator<Pump> {
  const search: Search = { ...positions, circles: circlesOf(positions), meter: { looks: 0 } };
  const ways = shortestWays(positions);
  const known: (readonly [one: number, other: number])[] = [];
  for (const [one, other] of couplesOf(search)) {
    const found = pumpOf(search, one, other, ways);
    if (!found) continue;
    known.push([one, other]);
    yield found;
    if (known.length === mostCouples) break;
  }
  // A text may take the pattern to its end on its way; another one, of other characters, may not.
  if (known.length > 0)
    for (const single of positions.characters.keys()) yield { before: [], pump: [single], multiplies: false };
  for (const preferred of positions.characters.keys()) {
    const ways = shortestWays(positions, preferred);
    for (const [one, other] of known) {
      const found = pumpOf({ ...search, preferred }, one, other, ways);
      if (found) yield found;
    }
  }
}

interface Search extends Positions {
  readonly circles: ReadonlyMap<number, number>;
  readonly meter: { looks: number };
  /** The class of characters to take where there is a choice. */
  readonly preferred?: number;
}

/** Each position that leads back to itself, by itself; then those with another one in a circle further on. */
function* couplesOf({ circles, follow, meter }: Search): Generator<readonly [one: number, other: number]> {
  for (const position of circles.keys()) yield [position, position];
  const reachable = new Map<number, Set<number>>();
  for (const [one, circle] of circles) {
    const further = reachable.get(circle) ?? reachableFrom(follow, one);
    reachable.set(circle, further);
    for (const [other, itsCircle] of circles)
      if (circle !== itsCircle && further.has(other) && meter.looks++ < mostLooks) yield [one, other];
  }
}

function pumpOf(search: Search, one: number, other: number, ways: Ways): Pump | undefined {
  const before = ways[one];
  if (!before) return undefined;
  const multiplies = one === other;
  const pump = multiplies ? multiplying(search, one) : adding(search, one, other);
  return pump && { before, pump, multiplies };
}

type Ways = readonly (readonly number[] | undefined)[];

/** The shortest text to each position. */
function shortestWays({ classes, follow }: Positions, preferred?: number): Ways {
  const ways: (readonly number[] | undefined)[] = [[]];
  const open = [0];
  for (const position of open) {
    for (const next of follow[position]!.keys()) {
      if (ways[next] || classes[next] === 0n) continue;
      ways[next] = [...ways[position]!, oneOf(classes[next]!, preferred)];
      open.push(next);
    }
  }
  return ways;
}

function lowest(bits: bigint): number {
  let number = 0;
  while ((bits & (1n << BigInt(number))) === 0n) number++;
  return number;
}

/** Several positions that the same text leads to at the same time; `text` leads there from the ones before. */
interface Place {
  readonly at: readonly number[];
  readonly text: number;
  readonly from?: Place;
  /** Whether the ways have parted. */
  readonly parted: boolean;
}

function multiplying(
  { classes, follow, circles, meter, preferred }: Search,
  position: number,
): readonly number[] | undefined {
  const circle = circles.get(position);
  const open: Place[] = [{ at: [position, position], text: 0, parted: false }];
  const known = new Set<string>();
  for (const place of open) {
    const [one, other] = place.at as [number, number];
    for (const [next, ways] of follow[one]!) {
      if (circles.get(next) !== circle) continue;
      for (const [beside] of follow[other]!) {
        const common = classes[next]! & classes[beside]!;
        if (common === 0n || circles.get(beside) !== circle) continue;
        if (meter.looks++ > mostLooks) return undefined;
        const parted = place.parted || next !== beside || (one === other && ways > 1);
        const found = { at: [next, beside], text: oneOf(common, preferred, place), from: place, parted };
        if (parted && next === position && beside === position) return textOf(found);
        const key = `${next} ${beside} ${parted}`;
        if (known.has(key)) continue;
        known.add(key);
        open.push(found);
      }
    }
  }
  return undefined;
}

function adding(
  { classes, follow, circles, meter, preferred }: Search,
  one: number,
  other: number,
): readonly number[] | undefined {
  const open: Place[] = [{ at: [one, one, other], text: 0, parted: false }];
  const known = new Set<string>();
  for (const place of open) {
    const [first, between, second] = place.at as [number, number, number];
    for (const nextFirst of follow[first]!.keys()) {
      if (circles.get(nextFirst) !== circles.get(one)) continue;
      for (const nextSecond of follow[second]!.keys()) {
        const outer = classes[nextFirst]! & classes[nextSecond]!;
        if (outer === 0n || circles.get(nextSecond) !== circles.get(other)) continue;
        for (const nextBetween of follow[between]!.keys()) {
          if (meter.looks++ > mostLooks) return undefined;
          const common = outer & classes[nextBetween]!;
          if (common === 0n) continue;
          const found = {
            at: [nextFirst, nextBetween, nextSecond],
            text: oneOf(common, preferred, place),
            from: place,
            parted: true,
          };
          if (nextFirst === one && nextBetween === other && nextSecond === other) return textOf(found);
          const key = found.at.join();
          if (known.has(key)) continue;
          known.add(key);
          open.push(found);
        }
      }
    }
  }
  return undefined;
}

/** One of the classes: the preferred one, else the same as before for the sake of simple texts, else any. */
function oneOf(classes: bigint, preferred: number | undefined, place?: Place): number {
  const has = (number: number) => (classes & (1n << BigInt(number))) !== 0n;
  if (preferred !== undefined && has(preferred)) return preferred;
  return place?.from && has(place.text) ? place.text : lowest(classes);
}

function textOf(place: Place): number[] {
  const text: number[] = [];
  for (let at: Place | undefined = place; at?.from; at = at.from) text.push(at.text);
  return text.reverse();
}

/** Draws a state machine as SVG: states below each other, arrows down on the right and arrows up on the left. */
import type { WalkedMachine } from "../results/run-log.ts";
import { escaped } from "./markup.ts";

/** What the run saw of an arrow: it led where the spec says, it did not, or it was not tried. */
export type ArrowStatus = "held" | "failed" | "untried";

interface Arrow {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly status: ArrowStatus;
}

const box = { width: 104, height: 38, gap: 46 };
/** The distance between arrows beside each other, wide enough for a short name. */
const lane = 46;
const margin = 8;

export function statePicture(machine: WalkedMachine): string {
  const order = statesInOrder(machine);
  const arrows = listArrows(machine, order);
  const lanes = assignLanes(arrows);
  const onSide = (side: "left" | "right") =>
    Math.max(0, ...arrows.filter((arrow) => chooseSide(arrow) === side).map((arrow) => lanes.get(arrow)!));
  const sideWidth = (side: "left" | "right") => onSide(side) * lane + (onSide(side) > 0 ? lane / 2 : 0);
  const left = margin + sideWidth("left");
  const width = left + box.width + sideWidth("right") + margin;
  const height = order.length * (box.height + box.gap) - box.gap + 2 * margin;
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${escaped(describe(machine))}">
${arrows.map((arrow) => drawnArrow(arrow, lanes.get(arrow)!, left)).join("\n")}
${order.map((state, index) => drawnState(state, index, left, state === machine.initial)).join("\n")}
</svg>`;
}

/** By the number of transitions from the initial state; a state that nothing leaves comes last. */
function statesInOrder({ initial, states, transitions }: WalkedMachine): string[] {
  const distance = new Map([[initial, 0]]);
  for (const [state, steps] of distance)
    for (const { from, to } of transitions)
      if (from.includes(state) && !distance.has(to)) distance.set(to, steps + 1);
  const isLast = (state: string) => !transitions.some(({ from }) => from.includes(state));
  const rank = (state: string) =>
    (distance.get(state) ?? states.length) + (isLast(state) ? states.length : 0);
  return states.toSorted((a, b) => rank(a) - rank(b));
}

function listArrows({ transitions, walked }: WalkedMachine, order: readonly string[]): Arrow[] {
  return transitions.flatMap(({ name, from, to }) =>
    from.map((state) => {
      const outcome = walked.find((each) => each.transition === name && each.state === state)?.outcome;
      const status = outcome === "moved" ? "held" : outcome === "wrong" ? "failed" : "untried";
      return { name, from: order.indexOf(state), to: order.indexOf(to), status } as const;
    }),
  );
}

function chooseSide({ from, to }: Arrow): "left" | "right" | "middle" {
  if (to === from + 1) return "middle";
  return to > from ? "right" : "left";
}

/** Longer arrows go round shorter ones. Arrows whose ends do not overlap share a lane; 0 is the straight way down. */
function assignLanes(arrows: readonly Arrow[]): Map<Arrow, number> {
  const lanes = new Map<Arrow, number>();
  const span = ({ from, to }: Arrow) => Math.abs(to - from);
  for (const arrow of arrows.toSorted((a, b) => span(a) - span(b))) {
    const side = chooseSide(arrow);
    const straight =
      side === "middle" &&
      ![...lanes.keys()].some((other) => other.from === arrow.from && other.to === arrow.to);
    let chosen = straight ? 0 : 1;
    while (
      !straight &&
      [...lanes].some(
        ([other, used]) =>
          used === chosen && sideName(other, lanes) === sideName(arrow, lanes) && overlap(other, arrow),
      )
    )
      chosen++;
    lanes.set(arrow, chosen);
  }
  return lanes;
}

/** A second arrow beside a straight one goes round on the right. */
function sideName(arrow: Arrow, lanes: ReadonlyMap<Arrow, number>): string {
  const side = chooseSide(arrow);
  return side === "middle" && lanes.get(arrow) !== 0 ? "right" : side;
}

function overlap(a: Arrow, b: Arrow): boolean {
  const [aStart, aEnd] = [Math.min(a.from, a.to), Math.max(a.from, a.to)];
  const [bStart, bEnd] = [Math.min(b.from, b.to), Math.max(b.from, b.to)];
  return aStart <= bEnd && bStart <= aEnd;
}

function top(index: number): number {
  return margin + index * (box.height + box.gap);
}

function drawnState(state: string, index: number, left: number, isInitial: boolean): string {
  const y = top(index);
  return `<g class="state${isInitial ? " initial" : ""}"><rect x="${left}" y="${y}" width="${box.width}" height="${box.height}" rx="8"/><text x="${left + box.width / 2}" y="${y + box.height / 2 + 4.5}" text-anchor="middle">${escaped(state)}</text></g>`;
}

function drawnArrow(arrow: Arrow, at: number, left: number): string {
  return at === 0 ? straightArrow(arrow, left) : roundArrow(arrow, at, left);
}

function straightArrow({ name, from, to, status }: Arrow, left: number): string {
  const x = left + box.width / 2;
  const [start, end] = [top(from) + box.height, top(to)];
  return `<g class="arrow ${status}"><path d="M${x} ${start}V${end - 7}"/><polygon points="${x},${end} ${x - 5},${end - 9} ${x + 5},${end - 9}"/><text x="${x + 9}" y="${(start + end) / 2 + 3}">${escaped(name)}</text></g>`;
}

function roundArrow({ name, from, to, status }: Arrow, at: number, left: number): string {
  const side = to > from ? 1 : -1;
  const edge = side === 1 ? left + box.width : left;
  const bend = edge + side * at * lane;
  // Inner arrows leave and arrive nearer to the next state than outer ones, so that they do not cross.
  const spread = Math.max(3, 19 - 7 * at);
  const start = top(from) + box.height / 2 + (to >= from ? spread : -spread);
  const end = top(to) + box.height / 2 + (to > from ? -spread : spread);
  const radius = 12 * (end > start ? 1 : -1);
  const path = `M${edge} ${start}H${bend - side * 12}Q${bend} ${start} ${bend} ${start + radius}V${end - radius}Q${bend} ${end} ${bend - side * 12} ${end}H${edge + side * 7}`;
  const head = `${edge},${end} ${edge + side * 9},${end - 5} ${edge + side * 9},${end + 5}`;
  return `<g class="arrow ${status}"><path d="${path}"/><polygon points="${head}"/><text x="${bend}" y="${(start + end) / 2 + 4}" text-anchor="middle">${escaped(name)}</text></g>`;
}

function describe({ name, initial, transitions }: WalkedMachine): string {
  const sentences = transitions.map(({ name, from, to }) => `${name}: ${from.join(", ")} to ${to}`);
  return `State machine ${name}, which begins in ${initial}. ${sentences.join(". ")}.`;
}

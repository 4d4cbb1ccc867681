/** Draws a state machine as SVG: states below each other, arrows down on the right and arrows up on the left. */
import type { WalkedMachine, WalkedTransition } from "../results/run-log.ts";
import { escapeMarkup } from "./markup.ts";

interface Arrow {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** The result of the run: it led to the declared state, it did not, or it was not tried. */
  readonly status: "held" | "failed" | "untried";
}

/** An arrow and its lane: lanes to the right are counted from 1, lanes to the left from -1, and 0 is straight down. */
interface PlacedArrow extends Arrow {
  readonly lane: number;
}

const box = { width: 104, height: 38, gap: 46 };
/** The distance between parallel arrows, wide enough for a short name. */
const laneWidth = 46;
const margin = 8;

export function statePicture(machine: WalkedMachine): string {
  const order = sortStates(machine);
  const arrows = placeArrows(listArrows(machine, order));
  const sideWidth = (lanes: number) => lanes * laneWidth + (lanes > 0 ? laneWidth / 2 : 0);
  const left = margin + sideWidth(-Math.min(0, ...arrows.map(({ lane }) => lane)));
  const width = left + box.width + sideWidth(Math.max(0, ...arrows.map(({ lane }) => lane))) + margin;
  const height = order.length * (box.height + box.gap) - box.gap + 2 * margin;
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${escapeMarkup(describe(machine))}">
${arrows.map((arrow) => drawArrow(arrow, left)).join("\n")}
${order.map((state, index) => drawState(state, index, left, state === machine.initial)).join("\n")}
</svg>`;
}

/** Sorts states by the number of transitions from the initial state. Final states come last. */
function sortStates({ initial, states, transitions }: WalkedMachine): string[] {
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
      return { name, from: order.indexOf(state), to: order.indexOf(to), status: toStatus(outcome) };
    }),
  );
}

/** Returns the status of an arrow. Refused and repeated calls do not show where a transition leads. */
function toStatus(outcome: WalkedTransition["outcome"] | undefined): Arrow["status"] {
  if (outcome === "moved") return "held";
  return outcome === "wrong" ? "failed" : "untried";
}

/** Assigns lanes: longer arrows go around shorter ones, and the first arrow to the next state goes straight down. */
function placeArrows(arrows: readonly Arrow[]): PlacedArrow[] {
  const placed: PlacedArrow[] = [];
  for (const arrow of arrows.toSorted((a, b) => Math.abs(a.to - a.from) - Math.abs(b.to - b.from))) {
    const { from, to } = arrow;
    const isFirst = !placed.some((other) => other.from === from && other.to === to);
    const side = to > from ? 1 : -1;
    const inner = placed.filter((other) => Math.sign(other.lane) === side && overlap(other, arrow));
    const outermost = Math.max(0, ...inner.map(({ lane }) => Math.abs(lane)));
    placed.push({ ...arrow, lane: to === from + 1 && isFirst ? 0 : side * (outermost + 1) });
  }
  return placed;
}

function overlap(a: Arrow, b: Arrow): boolean {
  return Math.min(a.from, a.to) <= Math.max(b.from, b.to) && Math.min(b.from, b.to) <= Math.max(a.from, a.to);
}

function top(index: number): number {
  return margin + index * (box.height + box.gap);
}

function drawState(state: string, index: number, left: number, isInitial: boolean): string {
  const y = top(index);
  const { width, height } = box;
  const outline = `<rect x="${left}" y="${y}" width="${width}" height="${height}" rx="8"/>`;
  const at = `x="${left + width / 2}" y="${y + height / 2 + 4.5}"`;
  const label = `<text ${at} text-anchor="middle">${escapeMarkup(state)}</text>`;
  return `<g class="state${isInitial ? " initial" : ""}">${outline}${label}</g>`;
}

function drawArrow(arrow: PlacedArrow, left: number): string {
  return arrow.lane === 0 ? straightArrow(arrow, left) : roundArrow(arrow, left);
}

function straightArrow({ name, from, to, status }: PlacedArrow, left: number): string {
  const x = left + box.width / 2;
  const start = top(from) + box.height;
  const end = top(to);
  const line = `<path d="M${x} ${start}V${end - 7}"/>`;
  const head = `<polygon points="${x},${end} ${x - 5},${end - 9} ${x + 5},${end - 9}"/>`;
  const label = `<text x="${x + 9}" y="${(start + end) / 2 + 3}">${escapeMarkup(name)}</text>`;
  return `<g class="arrow ${status}">${line}${head}${label}</g>`;
}

function roundArrow({ name, from, to, status, lane }: PlacedArrow, left: number): string {
  const side = Math.sign(lane);
  const edge = side === 1 ? left + box.width : left;
  const bend = edge + lane * laneWidth;
  // Inner arrows leave and arrive nearer to the next state than outer ones, so that they do not cross.
  const spread = Math.max(3, 19 - 7 * Math.abs(lane));
  const start = top(from) + box.height / 2 + (to >= from ? spread : -spread);
  const end = top(to) + box.height / 2 + (to > from ? -spread : spread);
  const radius = 12 * (end > start ? 1 : -1);
  const path = [
    `M${edge} ${start}H${bend - side * 12}`,
    `Q${bend} ${start} ${bend} ${start + radius}`,
    `V${end - radius}`,
    `Q${bend} ${end} ${bend - side * 12} ${end}`,
    `H${edge + side * 7}`,
  ].join("");
  const head = `${edge},${end} ${edge + side * 9},${end - 5} ${edge + side * 9},${end + 5}`;
  const label = `<text x="${bend}" y="${(start + end) / 2 + 4}" text-anchor="middle">${escapeMarkup(name)}</text>`;
  return `<g class="arrow ${status}"><path d="${path}"/><polygon points="${head}"/>${label}</g>`;
}

function describe({ name, initial, transitions }: WalkedMachine): string {
  const sentences = transitions.map(({ name, from, to }) => `${name}: ${from.join(", ")} to ${to}`);
  return `State machine ${name}, which begins in ${initial}. ${sentences.join(". ")}.`;
}

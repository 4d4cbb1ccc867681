/** The page of the state machines: a picture of each, and the outcome of every transition in every state. */
import type { Report } from "../results/report.ts";
import type { WalkedMachine, WalkedTransition } from "../results/run-log.ts";
import { escapeMarkup } from "./markup.ts";
import { page } from "./page.ts";
import { statePicture } from "./state-picture.ts";

export function statesPage(report: Report): string {
  return page(
    report,
    "states.html",
    [
      "The outcome of each transition in each state, by a call or by the server itself.",
      "Arrows are the transitions that the spec allows. Green: led to the right state; red: did not; dashed: not tried.",
    ].join(" "),
    report.behaviour!.machines.map(section).join("\n"),
  );
}

function section(machine: WalkedMachine): string {
  return `<section><h2>${escapeMarkup(machine.name)}</h2>
<div class="machine">
<figure class="picture">${statePicture(machine)}</figure>
${table(machine)}
</div></section>`;
}

function table(machine: WalkedMachine): string {
  const { states, transitions, walked } = machine;
  const head = transitions.map(
    ({ name, tool = "the server" }) =>
      `<th scope="col">${escapeMarkup(name)}<small>${escapeMarkup(tool)}</small></th>`,
  );
  const rows = states.map((state) => {
    const cells = transitions.map(({ name, from, to, tool }) => {
      // The server makes its transitions only in these states, and there is no call to try in others.
      if (tool === undefined && !from.includes(state)) return "<td></td>";
      return cell(
        walked.find((each) => each.state === state && each.transition === name),
        to,
      );
    });
    return `<tr><th scope="row">${escapeMarkup(state)}${state === machine.initial ? "<small>initial</small>" : ""}</th>${cells.join("")}</tr>`;
  });
  return `<div class="scroll flush" role="region" aria-label="Transitions of ${escapeMarkup(machine.name)} by state" tabindex="0"><table class="grid">
<thead><tr><th scope="col">In state</th>${head.join("")}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></div>`;
}

function cell(walked: WalkedTransition | undefined, to: string): string {
  switch (walked?.outcome) {
    case "moved":
      return `<td><span class="cell held">leads to ${escapeMarkup(to)}</span></td>`;
    case "refused":
      return `<td><span class="cell held"><span>refused<small>${escapeMarkup(walked.answer)}</small></span></span></td>`;
    case "repeated":
      return `<td><span class="cell held">answered again</span></td>`;
    case "wrong":
      return `<td><span class="cell failed"><span>wrong<small>${escapeMarkup(walked.answer)}</small></span></span></td>`;
    default:
      return `<td><span class="cell untried">not tried</span></td>`;
  }
}

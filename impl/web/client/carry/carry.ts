/**
 * The script of the page that takes answers to another device. There, or without a fragment, the page makes the link; a fragment
 * brings answers, which replace those of this browser if the respondent wants that.
 */
import { encode } from "uqr";
import { readKept, removeExpired, storeKept } from "../form/answer-store.ts";
import { packAnswers, unpackAnswers } from "../form/packed-answers.ts";

/** The maximum length of a link in a code. Cameras have trouble with the codes of longer ones. */
const MAX_CODE = 900;
const SVG = "http://www.w3.org/2000/svg";

const page = document.querySelector<HTMLElement>("#continue");
if (page) {
  removeExpired();
  // The address of an open page only changes its fragment where a link is pasted into it.
  addEventListener("hashchange", () => location.reload());
  const fragment = location.hash.slice(1);
  if (fragment === "") await offer(page);
  else await receive(page, fragment);
}

/** Shows the part of the page for a case. */
function show(page: HTMLElement, name: string): HTMLElement {
  const part = page.querySelector<HTMLElement>(`[data-case="${name}"]`)!;
  part.hidden = false;
  return part;
}

async function offer(page: HTMLElement): Promise<void> {
  const values = readKept();
  if (Object.keys(values).length === 0) {
    show(page, "none");
    return;
  }
  const link = `${location.href.split("#")[0]}#${await packAnswers(values)}`;
  const part = show(page, "offer");
  const isShort = link.length <= MAX_CODE;
  part.querySelector<HTMLElement>(isShort ? ".short" : ".long")!.hidden = false;
  const input = part.querySelector("input")!;
  input.value = link;
  input.addEventListener("focus", () => input.select());
  if (isShort) part.querySelector(".qr-code")!.append(drawCode(link, input.labels?.[0]?.textContent ?? ""));
  const copy = part.querySelector("button")!;
  if (navigator.clipboard === undefined) return;
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(link);
    copy.textContent = copy.dataset.copied ?? "";
  });
}

async function receive(page: HTMLElement, fragment: string): Promise<void> {
  const values = await unpackAnswers(fragment);
  if (values === undefined) {
    show(page, "broken");
    return;
  }
  const part = show(page, "arrived");
  part.querySelector<HTMLElement>(".replaced")!.hidden = Object.keys(readKept()).length === 0;
  part.querySelector("button")!.addEventListener("click", () => {
    part.hidden = true;
    storeKept(values);
    // Replaced in the history, too, so the answers are not in an address any more.
    if (Object.keys(readKept()).length > 0) location.replace(page.dataset.form!);
    else show(page, "failed");
  });
}

/** Draws a QR code, black on white with the quiet zone that scanners need. */
function drawCode(text: string, label: string): SVGElement {
  const rows = encode(text, { ecc: "L", border: 4 }).data;
  const side = rows.length;
  const draw = (tag: string, attributes: Readonly<Record<string, string>>, ...children: SVGElement[]) => {
    const element = document.createElementNS(SVG, tag) as SVGElement;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const bars = rows.flatMap((row, y) =>
    [...row.map(Number).join("").matchAll(/1+/g)].map(
      ({ 0: bar, index }) => `M${index} ${y}h${bar.length}v1h-${bar.length}z`,
    ),
  );
  return draw(
    "svg",
    { role: "img", "aria-label": label, viewBox: `0 0 ${side} ${side}`, "shape-rendering": "crispEdges" },
    draw("path", { fill: "#fff", d: `M0 0h${side}v${side}H0z` }),
    draw("path", { fill: "#000", d: bars.join("") }),
  );
}

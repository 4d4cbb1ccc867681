/** Finds the mistakes of SVG pictures that no viewer can draw as they were meant. How a picture looks is not judged. */
import type { XmlElement } from "./xml.ts";

const namespace = "http://www.w3.org/2000/svg";

/** Attributes with numbers, of shapes and of what they refer to. Their values may also have units. */
const geometry = new Set(
  "x y width height cx cy r rx ry fx fy x1 y1 x2 y2 dx dy d points transform viewBox font-size stroke-width pathLength".split(
    " ",
  ),
);
/** Attributes that must not be below 0. */
const sizes = new Set(["width", "height", "r", "rx", "ry"]);
const noNumber = /(?<![\w-])-?(?:NaN|Infinity|undefined|null)(?![\w-])|\[object /;
const pathData = /^\s*(?:none\s*|[Mm][MmZzLlHhVvCcSsQqTtAa\d\s,.eE+-]*)?$/;
const numbers = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/g;
/** A reference to a paint may name what is taken where there is none. */
const paintReference = /url\(\s*["']?#([^"')]+?)["']?\s*\)(?!\s*[\w#])/g;

/** Returns the first mistake of a picture. */
export function findSvgProblem(root: XmlElement): string | undefined {
  if (toLocal(root.name) !== "svg") return `its root is <${root.name}>`;
  if (!declaresNamespace(root)) return `<${root.name}> lacks xmlns="${namespace}", so nothing is drawn`;
  const elements = listElements(root);
  for (const element of elements) {
    const problem = findGeometryProblem(element);
    if (problem !== undefined) return problem;
  }
  return findReferenceProblem(elements) ?? findNameProblem(root);
}

function declaresNamespace({ name, attributes }: XmlElement): boolean {
  const key = name.includes(":") ? `xmlns:${name.slice(0, name.indexOf(":"))}` : "xmlns";
  return attributes.get(key) === namespace;
}

function toLocal(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Lists an element and those in it, without content that is not SVG. */
function listElements(root: XmlElement): readonly XmlElement[] {
  const found: XmlElement[] = [];
  const waiting = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    found.push(element);
    const isForeign = ["foreignObject", "metadata"].includes(toLocal(element.name));
    if (!isForeign) waiting.push(...element.children.toReversed());
  }
  return found;
}

function findGeometryProblem({ name, attributes }: XmlElement): string | undefined {
  for (const [key, value] of attributes) {
    if (!geometry.has(key)) continue;
    const isWrong =
      noNumber.test(value) ||
      (key === "d" && !pathData.test(value)) ||
      (key === "points" && !isListOfPoints(value)) ||
      (key === "viewBox" && (value.match(numbers) ?? []).length !== 4) ||
      (sizes.has(key) && Number.parseFloat(value) < 0);
    if (isWrong) return `<${name}> has ${key}=${JSON.stringify(value.slice(0, 80))}`;
  }
  return undefined;
}

function isListOfPoints(value: string): boolean {
  return !/[^\s,.\d+\-eE]/.test(value) && (value.match(numbers) ?? []).length % 2 === 0;
}

/** Checks that each reference names one element. */
function findReferenceProblem(elements: readonly XmlElement[]): string | undefined {
  const ids = new Map<string, number>();
  for (const { attributes } of elements) {
    const id = attributes.get("id") ?? attributes.get("xml:id");
    if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + 1);
  }
  for (const element of elements)
    for (const id of listReferences(element)) {
      const count = ids.get(id) ?? ids.get(decode(id)) ?? 0;
      if (count === 0) return `<${element.name}> refers to #${id}, and no element has this id`;
      if (count > 1) return `<${element.name}> refers to #${id}, and ${count} elements have this id`;
    }
  return undefined;
}

/** Lists the ids that an element refers to. A link leads to a place; it is drawn without it. */
function listReferences({ name, attributes }: XmlElement): string[] {
  const href = attributes.get("href") ?? attributes.get("xlink:href") ?? "";
  const isDrawn = toLocal(name) === "use" || toLocal(name) === "textPath";
  const paints = [...attributes].flatMap(([key, value]) =>
    key === "href" || key === "xlink:href" ? [] : [...value.matchAll(paintReference)].map(([, id]) => id!),
  );
  return [...(isDrawn && href.startsWith("#") && href.length > 1 ? [href.slice(1)] : []), ...paints];
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** A picture that says it is one has a name for those who do not see it (WAI-ARIA 1.2, role `img`). */
function findNameProblem({ name, attributes, children }: XmlElement): string | undefined {
  if (attributes.get("role") !== "img" || attributes.get("aria-hidden") === "true") return undefined;
  const isNamed = ["aria-label", "aria-labelledby", "title"].some((key) =>
    /\S/.test(attributes.get(key) ?? ""),
  );
  const titles = children.filter((child) => toLocal(child.name) === "title");
  if (isNamed || titles.some(({ text }) => /\S/.test(text))) return undefined;
  return `<${name}> has the role "img", and neither a title nor a label`;
}

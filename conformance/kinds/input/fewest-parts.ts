/** Removes everything from valid arguments that the values at some places do not need. */
import { type Json, steps } from "../../cases/edits.ts";

type Container = Record<string, unknown> | unknown[];
type Path = readonly string[];

/** The parts of the arguments that are kept beside the values at the places. */
export type Kept = "what stands beside them" | "what is required";

/**
 * Returns the arguments with as few other members and items as the schema allows. A value at a place keeps its members or items, since
 * their number may be what is tried; their own optional parts are removed, from equal items together.
 * @param places JSON Pointers
 * @param fits whether the schema allows arguments
 */
export function keepFewestParts(
  input: Json,
  places: readonly string[],
  kept: Kept,
  fits: (input: Json) => boolean,
): Json {
  // Repeated items are one object, which `structuredClone` would keep.
  const copy: unknown = JSON.parse(JSON.stringify(input));
  if (isContainer(copy)) new Reduction(kept, () => fits(copy as Json)).reduceAround(copy, places.map(steps));
  return copy as Json;
}

class Reduction {
  readonly #kept: Kept;
  readonly #isAllowed: () => boolean;

  constructor(kept: Kept, isAllowed: () => boolean) {
    this.#kept = kept;
    this.#isAllowed = isAllowed;
  }

  /** Removes the members and items that lead to no place. */
  reduceAround(container: Container, paths: readonly Path[]): void {
    const isParent = paths.some(({ length }) => length === 1);
    for (const key of listKeys([container])) {
      const below = paths.filter(([step]) => step === key).map((path) => path.slice(1));
      const child = readChild(container, key);
      if (below.some(({ length }) => length === 0)) this.#reduceInside([child].filter(isContainer));
      else if (below.length > 0) {
        if (isContainer(child)) this.reduceAround(child, below);
      } else if (!isParent || this.#kept === "what is required") this.#reduce([container], key);
    }
  }

  /** Keeps the members and items of containers, and removes the optional parts of these. */
  #reduceInside(containers: readonly Container[]): void {
    const isList = containers.every((each) => Array.isArray(each));
    const groups = isList
      ? [containers.flatMap((each) => Object.values(each))]
      : listKeys(containers).map((key) => containers.map((each) => readChild(each, key)));
    for (const group of groups) {
      const children = group.filter(isContainer);
      for (const key of listKeys(children)) this.#reduce(children, key);
      if (isList) this.#makeTextsDifferent(children);
    }
  }

  /** Appends numbers to equal texts of items, since an id may stand only once. Texts that may not be others stay. */
  #makeTextsDifferent(items: readonly Container[]): void {
    for (const key of listKeys(items)) {
      const owners = items.filter((each) => Object.hasOwn(each, key));
      const values = owners.map((each) => readChild(each, key));
      this.#makeTextsDifferent(values.filter(isContainer));
      if (!values.every((value) => typeof value === "string") || new Set(values).size === values.length)
        continue;
      owners.forEach((owner, index) => {
        setChild(owner, key, `${values[index]}${index}`);
      });
      if (this.#isAllowed()) continue;
      owners.forEach((owner, index) => {
        setChild(owner, key, values[index]);
      });
    }
  }

  /** Removes a member or an item from containers of one form, or else its optional parts. */
  #reduce(containers: readonly Container[], key: string): void {
    const owners = containers.filter((each) => Object.hasOwn(each, key));
    const children = owners.map((each) => readChild(each, key));
    for (const owner of owners) removeChild(owner, key);
    if (this.#isAllowed()) return;
    owners.forEach((owner, index) => {
      insertChild(owner, key, children[index]);
    });
    const inner = children.filter(isContainer);
    for (const innerKey of listKeys(inner)) this.#reduce(inner, innerKey);
  }
}

/** Lists the keys of containers. Later items come first: what is removed moves those after it. */
function listKeys(containers: readonly Container[]): string[] {
  const keys = new Set(containers.flatMap((each) => Object.keys(each)));
  return [...keys].reverse();
}

function readChild(container: Container, key: string): unknown {
  return (container as Record<string, unknown>)[key];
}

function setChild(container: Container, key: string, child: unknown): void {
  (container as Record<string, unknown>)[key] = child;
}

function removeChild(container: Container, key: string): void {
  if (Array.isArray(container)) container.splice(Number(key), 1);
  else delete container[key];
}

function insertChild(container: Container, key: string, child: unknown): void {
  if (Array.isArray(container)) container.splice(Number(key), 0, child);
  else setChild(container, key, child);
}

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

/** Names of types for the definitions that schemas refer to. Equal definitions of several tools get one name. */
import { canonical } from "@toolwright/json-schema";
import { listChildren, type Node, nodeId } from "@toolwright/json-schema/graph";

const definitionPointer = /^\/(?:\$defs|definitions)\/([^/]+)$/;

/** After so many schemas, definitions are not compared any more: each gets a name of its own. */
const mostCompared = 100_000;

export class TypeNames {
  readonly #names = new Map<string, string>();
  readonly #taken: Set<string>;
  #compared = 0;
  readonly #bySignature = new Map<string, string>();

  /** @param reserved names that no type may have */
  constructor(reserved: readonly string[]) {
    this.#taken = new Set(reserved);
  }

  /** The name of a definition; undefined for any other schema. */
  nameOf(node: Node): string | undefined {
    const [, key] = definitionPointer.exec(node.pointer) ?? [];
    if (key === undefined) return undefined;
    const id = String(nodeId(node));
    const existing = this.#names.get(id);
    if (existing !== undefined) return existing;
    const signature = this.#signatureOf(node);
    const name = this.#bySignature.get(signature) ?? this.#freeName(toTypeName(key));
    this.#bySignature.set(signature, name);
    this.#names.set(id, name);
    return name;
  }

  /** Equal for definitions that say the same, and refer to definitions that say the same. */
  #signatureOf(node: Node): string {
    const reached = new Set([node]);
    for (const each of reached) {
      if (this.#compared++ > mostCompared) return `node ${nodeId(node)}`;
      for (const child of listChildren(each)) reached.add(child);
    }
    const definitions = [...reached].filter(({ pointer }) => definitionPointer.test(pointer));
    return canonical([node.pointer, ...definitions.map(({ pointer, schema }) => [pointer, schema])]);
  }

  #freeName(wanted: string): string {
    let name = wanted;
    for (let count = 2; this.#taken.has(name); count++) name = `${wanted}${count}`;
    this.#taken.add(name);
    return name;
  }
}

/** `form_structure` -> `FormStructure`. */
function toTypeName(key: string): string {
  const words = key.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
  return /^[A-Z]/.test(name) ? name : `Type${name}`;
}

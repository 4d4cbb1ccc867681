/** Resolves the aliases of a YAML document. */
import { type Alias, isAlias, type Node, visit, type Document as Yaml } from "yaml";

/** Finds the target of an alias: the last node before it with its anchor. */
export type ResolveAlias = (alias: Alias) => Node | undefined;

/**
 * Resolves aliases after one visit of the document, at the first alias. `Alias.resolve` of the library visits the whole
 * document for each alias.
 */
export function aliasResolver(yaml: Yaml): ResolveAlias {
  let targets: ReadonlyMap<Alias, Node | undefined> | undefined;
  return (alias) => {
    targets ??= findTargets(yaml);
    return targets.get(alias);
  };
}

function findTargets(yaml: Yaml): ReadonlyMap<Alias, Node | undefined> {
  const anchored = new Map<string, Node>();
  const targets = new Map<Alias, Node | undefined>();
  visit(yaml, {
    Node(_, node) {
      if (isAlias(node)) targets.set(node, anchored.get(node.source));
      else if (node.anchor) anchored.set(node.anchor, node);
    },
  });
  return targets;
}

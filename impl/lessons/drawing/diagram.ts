/** The kinds of diagrams, as data, and the shapes that each is made of. */
import { type Bars, barShapes } from "./layouts/bars.ts";
import { type Cards, cardShapes } from "./layouts/cards.ts";
import { type Cycle, cycleShapes } from "./layouts/cycle.ts";
import { type Flow, flowShapes } from "./layouts/flow.ts";
import { type Fractions, fractionShapes } from "./layouts/fractions.ts";
import { type Graph, graphShapes } from "./layouts/graph.ts";
import { type Hub, hubShapes } from "./layouts/hub.ts";
import { type Layers, layerShapes } from "./layouts/layers.ts";
import type { Shape } from "./shapes.ts";

interface Scene {
  readonly kind: "scene";
  readonly shapes: readonly Shape[];
}

export type Diagram = Scene | Bars | Cards | Cycle | Flow | Fractions | Graph | Hub | Layers;

export function shapesOf(diagram: Diagram): readonly Shape[] {
  switch (diagram.kind) {
    case "scene":
      return diagram.shapes;
    case "bars":
      return barShapes(diagram);
    case "cards":
      return cardShapes(diagram);
    case "cycle":
      return cycleShapes(diagram);
    case "flow":
      return flowShapes(diagram);
    case "fractions":
      return fractionShapes(diagram);
    case "graph":
      return graphShapes(diagram);
    case "hub":
      return hubShapes(diagram);
    case "layers":
      return layerShapes(diagram);
  }
}

/** The labels of a diagram, each once, in the order in which they are drawn. */
export function labelsOf(diagram: Diagram): string[] {
  const labels = shapesOf(diagram).flatMap((shape) => ("label" in shape ? [shape.label] : []));
  return [...new Set(labels)];
}

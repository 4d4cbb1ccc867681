/** The kinds of diagrams, as data, and the shapes that each is made of. */
import { type Bars, barShapes } from "./layouts/bars.ts";
import { type Cards, cardShapes } from "./layouts/cards.ts";
import { type Cycle, cycleShapes } from "./layouts/cycle.ts";
import { type Flow, flowShapes } from "./layouts/flow.ts";
import { type Fractions, fractionShapes } from "./layouts/fractions.ts";
import { type Graph, graphShapes } from "./layouts/graph.ts";
import { type Hub, hubShapes } from "./layouts/hub.ts";
import { type Layers, layerShapes } from "./layouts/layers.ts";
import { mirror } from "./mirror.ts";
import type { Shape } from "./shapes.ts";
import { type PictureStyle, plainStyle } from "./style.ts";

interface Scene {
  readonly kind: "scene";
  readonly shapes: readonly Shape[];
  /** It shows the same when left and right are swapped. */
  readonly mirrors?: boolean;
}

export type Diagram = Scene | Bars | Cards | Cycle | Flow | Fractions | Graph | Hub | Layers;

export function drawShapes(diagram: Diagram, style: PictureStyle): readonly Shape[] {
  switch (diagram.kind) {
    case "scene":
      return diagram.mirrors && style.isMirrored ? mirror(diagram.shapes) : diagram.shapes;
    case "bars":
      return barShapes(diagram, style);
    case "cards":
      return cardShapes(diagram, style);
    case "cycle":
      return cycleShapes(diagram, style);
    case "flow":
      return flowShapes(diagram, style);
    case "fractions":
      return fractionShapes(diagram, style);
    case "graph":
      return graphShapes(diagram, style);
    case "hub":
      return hubShapes(diagram, style);
    case "layers":
      return layerShapes(diagram, style);
  }
}

/** The labels of a diagram, each once, in the order in which they are drawn without a seed. */
export function listLabels(diagram: Diagram): string[] {
  const labels = drawShapes(diagram, plainStyle).flatMap((shape) => ("label" in shape ? [shape.label] : []));
  return [...new Set(labels)];
}

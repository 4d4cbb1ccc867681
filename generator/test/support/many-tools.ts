import type { SpecSource } from "../../parse/source.ts";

/** A spec with this many tools, each with a shared type, a type of its own and a default. */
export function manyTools(count: number): SpecSource[] {
  const names = Array.from({ length: count }, (_, index) => `tool_${index}`);
  const service = [
    "toolwright: 1",
    "server: { name: many, version: 1.0.0 }",
    "endpoint: { transport: streamable-http }",
    "auth: { scheme: none }",
    "modes: { read: { readOnlyHint: true } }",
    "tools:",
    ...names.map((name) => `  - ${name}`),
    "",
  ].join("\n");
  const id = "type: string\npattern: ^[a-z]+$\n";
  return [
    { path: "service.yaml", text: service },
    { path: "types/id.yaml", text: id },
    ...names.map((name, index) => ({ path: `tools/${name}.yaml`, text: toolText(index) })),
  ];
}

function toolText(index: number): string {
  return `mode: read
title: Tool ${index}
input:
  type: object
  properties:
    id: { $ref: "../types/id.yaml" }
    size: { type: integer, minimum: 0, maximum: ${index}, default: 0 }
  required: [id]
  additionalProperties: false
output:
  type: object
  properties:
    items: { type: array, items: { type: object, properties: { id: { $ref: "../types/id.yaml" } }, required: [id] } }
  required: [items]
`;
}

/** The shapes of keys that tools, resources and prompts have in common. */
import { anyObject, nameShape, names, type Shape, text } from "./shape.ts";

export const name = text("Name on the wire, if it cannot be the name of a file; otherwise left out.");

export const method = (what: string): Shape => ({
  type: "string",
  pattern: "^[a-z][A-Za-z0-9]*$",
  description: `Name in code, if two ${what} would get the same one; otherwise left out.`,
});

export const scope: Shape = {
  description: "The scope that a call needs, or a list of scopes that are all needed.",
  anyOf: [
    nameShape("scope", "The scope that a call needs."),
    { ...names("All of these are needed.", "scope"), minItems: 1 },
  ],
};

export const _meta = anyObject("MCP `_meta`, passed through.");

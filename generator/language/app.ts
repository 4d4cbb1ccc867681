/** The shapes of `ui`: what MCP Apps (SEP-1865) has of tools, and of the resources that are their pages. */
import { choice, closed, flag, list, nameShape, names, text } from "./shape.ts";

/** On a tool. */
export const toolUi = closed(
  {
    resource: nameShape("resource", "The page that hosts show beside the result: one of `resources/`."),
    visibility: {
      ...list(choice(["model", "app"], "Who calls it."), "Who may call the tool: both when left out."),
      minItems: 1,
      uniqueItems: true,
    },
  },
  [],
  "What hosts of MCP Apps show beside the result, and who may call the tool.",
);

const permission = { type: "object", maxProperties: 0, description: "Asks for it; the value is `{}`." };

/** On a resource. */
export const resourceUi = closed(
  {
    csp: closed(
      {
        connectDomains: names("Origins for requests."),
        resourceDomains: names("Origins for images, scripts, styles, fonts and media."),
        frameDomains: names("Origins for frames in it."),
        baseUriDomains: names("Origins that `base` may name."),
      },
      [],
      "The origins that the page uses; without it, none.",
    ),
    permissions: closed(
      { camera: permission, microphone: permission, geolocation: permission, clipboardWrite: permission },
      [],
      "What the page asks the browser for.",
    ),
    domain: text("An origin of its own for the page, in the form that the host wants."),
    prefersBorder: flag("Whether the host should draw a border around the page."),
  },
  [],
  "How hosts of MCP Apps show this page.",
);

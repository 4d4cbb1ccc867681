/** Rules about resources and prompts. */
import { inheritedKeyword, type Resolver } from "@toolwright/json-schema";
import { uriTemplateParts } from "@toolwright/runtime";
import { isUri, uriHint } from "../description/icons.ts";
import type { SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import type { Model } from "../model/model.ts";
import type { Prompt, Resource } from "../model/operation.ts";
import { locationBelow } from "../resolve/limits.ts";
import { resolver } from "../schema/roots.ts";
import { absent, type Rule } from "./rule.ts";

export const resourceRules: readonly Rule[] = [
  {
    code: "resource-address",
    sentence: "A resource has a URI or a URI template, and no other resource has the same.",
    violations: ({ resources }) => [...resources.flatMap(wrongAddress), ...repeatedAddresses(resources)],
  },
  {
    code: "template-parameters",
    sentence: "The variables of a URI template are its parameters.",
    violations: ({ resources }) => resources.flatMap(wrongParameters),
  },
  {
    code: "parameter-is-text",
    sentence: "A parameter of a URI or an argument of a prompt is a text, since MCP supports no other type.",
    violations: (model) =>
      [...model.resources, ...model.prompts].flatMap((each) => otherThanTexts(each, resolver(model))),
  },
  {
    code: "resource-content",
    sentence: "The content of a resource comes from one place: its text, its file or its handler.",
    violations: wrongContents,
  },
  {
    code: "prompt-message",
    sentence: "A message of a prompt is a text or a content block, and uses the arguments of the prompt.",
    violations: ({ prompts }) => prompts.flatMap(wrongMessages),
  },
];

function wrongAddress({ uri, isTemplate, hasTwoAddresses, file }: Resource): Violation | [] {
  const at = (key: string): SpecLocation => ({ file, path: [key] });
  if (hasTwoAddresses) return { at: at("uriTemplate"), detail: "It has both.", hint: "Delete one of them." };
  if (uri === "")
    return { at: { file, path: [] }, detail: "It has neither.", hint: "Add `uri` or `uriTemplate`." };
  if (!isTemplate) {
    if (isUri(uri)) return [];
    return { at: at("uri"), detail: `${JSON.stringify(uri)} is not a URI.`, hint: uriHint(uri) };
  }
  const parts = uriTemplateParts(uri);
  const example = parts?.map((part) => ("text" in part ? part.text : "x")).join("") ?? "";
  if (parts === undefined || !isUri(example)) {
    const hint = "Write a URI with `{name}` for a value, or `{+name}` for one that may contain `/`.";
    return { at: at("uriTemplate"), detail: `${JSON.stringify(uri)} is not such a template.`, hint };
  }
  if (parts.every((part) => "text" in part))
    return { at: at("uriTemplate"), detail: "It has no variable.", hint: "Call it `uri`." };
  const touching = parts.find((part, index) => "name" in part && index > 0 && "name" in parts[index - 1]!);
  if (!touching) return [];
  const hint = "Put a text between them, or nothing tells where one value ends.";
  return { at: at("uriTemplate"), detail: "Two variables stand side by side.", hint };
}

function repeatedAddresses(resources: readonly Resource[]): Violation[] {
  const first = new Map(resources.toReversed().map((resource) => [resource.uri, resource]));
  return resources.flatMap((resource): Violation | [] => {
    const { uri, file, isTemplate } = resource;
    const other = first.get(uri);
    if (!other || other === resource || uri === "") return [];
    const at = { file, path: [isTemplate ? "uriTemplate" : "uri"] };
    const related = [{ at: { file: other.file, path: [] }, message: "This is the other." }];
    return { at, detail: `${other.name} has it too.`, related };
  });
}

function wrongParameters(resource: Resource): Violation[] {
  const { uri, file, isTemplate } = resource;
  const parameters = resource.parameters.map(({ name }) => name);
  const parts = (isTemplate && uriTemplateParts(uri)) || [];
  const variables = parts.flatMap((part) => ("name" in part ? [part.name] : []));
  const repeated = variables.find((name, index) => variables.indexOf(name) !== index);
  return [
    ...variables
      .filter((name) => !parameters.includes(name))
      .map((name) => absent("parameter", name, parameters, { file, path: ["uriTemplate"] })),
    ...parameters
      .filter((name) => !variables.includes(name))
      .map((name) => ({
        at: { file, path: ["parameters", name], key: true },
        detail: `The template has no {${name}}.`,
        hint: didYouMean(name, variables),
      })),
    ...(repeated === undefined
      ? []
      : [{ at: { file, path: ["uriTemplate"] }, detail: `It has {${repeated}} twice.` }]),
  ];
}

function otherThanTexts({ input, parameters }: Resource | Prompt, resolve: Resolver): Violation[] {
  return parameters.flatMap(({ name, schema }): Violation | [] => {
    const type = inheritedKeyword(["type"], schema, input, resolve);
    if (type === undefined || [type].flat().includes("string")) return [];
    const at = locationBelow(input.at, [name]);
    return { at, detail: `${JSON.stringify(name)} is of type ${type}.`, hint: "Use `pattern` or `enum`." };
  });
}

function wrongContents({ resources, contentFiles }: Model): Violation[] {
  const used = new Set(resources.map(({ contentFile }) => contentFile));
  const unused = contentFiles.filter((file) => !used.has(file));
  return [
    ...resources.flatMap((resource) => wrongContent(resource, unused)),
    ...unused.map((file) => ({
      at: { file: `resources/${file}`, path: [] },
      detail: `No resource has the file ${file}.`,
      hint: "Name it in `file` of a resource, or move it out of the spec folder.",
    })),
  ];
}

function wrongContent(
  { file, content, contentFile, isTemplate, output, failures }: Resource,
  free: string[],
): Violation[] {
  const key = contentFile === undefined ? "text" : "file";
  const at = { file, path: [key] };
  if (contentFile !== undefined && !content)
    return [{ at, detail: `There is no resources/${contentFile}.`, hint: didYouMean(contentFile, free) }];
  if (!content) return [];
  if (isTemplate) return [{ at, detail: "The resources of a template differ.", hint: "Give it a `uri`." }];
  const idle = [...(output ? ["output"] : []), ...(failures.length > 0 ? ["failures"] : [])];
  return idle.map((idleKey) => ({
    at: { file, path: [idleKey], key: true },
    detail: `The content is ${key === "text" ? "written here" : "in a file"}, so nothing reads \`${idleKey}\`.`,
    hint: `Delete it, or delete \`${key}\` and write a handler.`,
  }));
}

function wrongMessages({ messages, file, failures, parameters }: Prompt): Violation[] {
  if (messages === undefined) return [];
  const names = parameters.map(({ name }) => name);
  const placeholders = (text = "") => Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name]) => String(name));
  const problems = messages.flatMap(({ text, content }, index): Violation[] => {
    const path = ["messages", index];
    const detail = `It has ${text === undefined ? "neither" : "both"}.`;
    if ((text === undefined) === (content === undefined))
      return [{ at: { file, path }, detail, hint: "Write `text` or `content`." }];
    const unknown = placeholders(text).filter((name) => !names.includes(name));
    return unknown.map((name) => absent("argument", name, names, { file, path: [...path, "text"] }));
  });
  const used = messages.flatMap(({ text }) => placeholders(text));
  const unused = problems.length > 0 ? [] : names.filter((name) => !used.includes(name));
  const failing = {
    at: { file, path: ["failures"], key: true },
    detail: "The messages are written here, so the prompt never refuses.",
  };
  return [
    ...problems,
    ...unused.map((name) => ({
      at: { file, path: ["arguments", name], key: true },
      detail: `No message has {{${name}}}.`,
      hint: "Use it or delete it.",
    })),
    ...(failures.length > 0 ? [failing] : []),
  ];
}

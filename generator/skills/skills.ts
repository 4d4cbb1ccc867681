/** Makes the files of skills: resources, as the skills extension of MCP serves them (SEP-2640). */
import { hash } from "node:crypto";
import type { Model, Skill } from "../model/model.ts";
import { camelCase, pascalCase } from "../model/names.ts";
import type { Resource } from "../model/operation.ts";
import { skillPages } from "./pages.ts";

/** The model with the files of its skills among its resources. */
export function withSkills(model: Model): Model {
  const files = model.skills.flatMap((skill) => skillResources(skill, model));
  return {
    ...model,
    resources: [...model.resources, ...files],
    resourceOrder: [...model.resourceOrder, ...files.map(({ name }) => name)],
  };
}

function skillResources(skill: Skill, model: Model): Resource[] {
  const files = Object.entries(skillPages(skill, model)).map(([path, text]) => toResource(path, text, skill));
  return files.map((file, index) => (index === 0 ? { ...file, skill: makeIndex(skill, files) } : file));
}

/** Its content is a text. */
type SkillFile = Resource & { readonly content: { readonly text: string } };

function toResource(path: string, text: string, skill: Skill): SkillFile {
  const uri = `skill://${skill.name}/${path}`;
  const [, part] = /(\w+)\.md$/.exec(path.replace("SKILL.md", "")) ?? [];
  const name = part === undefined ? skill.name : `${skill.name}-${part}`;
  const schema = { type: "object", properties: {}, required: [], additionalProperties: false };
  return {
    uri,
    name,
    content: { text },
    size: Buffer.byteLength(text),
    mimeType: "text/markdown",
    description: part === undefined ? skill.description : `The ${part} of the skill ${skill.name}.`,
    method: camelCase(name),
    module: `${camelCase(name)}Resource`,
    typeName: `${pascalCase(name)}Resource`,
    file: `skills/${skill.name}/${path}`,
    input: { uri: `${uri}/input`, schema, dialect: "2020-12", at: skill.at },
    scopes: [],
    failures: [],
    ownFailures: [],
    refusedIn: {},
    exactlyOne: [],
    parameters: [],
    isTemplate: false,
    hasTwoAddresses: false,
  };
}

/** Makes the answers of `skills/list`, `skills/get` and `resources/directory/read`. */
function makeIndex({ name, description }: Skill, files: readonly SkillFile[]): Resource["skill"] {
  const folder = `skill://${name}`;
  const below = { uri: `${folder}/references`, name: "references", mimeType: "inode/directory" };
  const [main = below, ...references] = files.map(({ uri, name, description, mimeType, size }) => ({
    uri,
    name,
    description,
    mimeType,
    size,
  }));
  const resources = files.map(({ uri, content, size }) => ({
    uri,
    digest: `sha256:${hash("sha256", content.text)}`,
    size,
  }));
  const entry = { uri: main.uri, frontmatter: { name, description }, resources };
  return {
    entry,
    results: {
      [`skills/get ${main.uri}`]: { skill: entry },
      [`resources/directory/read ${folder}`]: { resources: [main, below] },
      [`resources/directory/read ${below.uri}`]: { resources: references },
    },
  };
}

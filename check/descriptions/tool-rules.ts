/** Rules about what the description of one tool says. */
import type { PublishedTool } from "../surface/published-interface.ts";
import { type Breach, type DescriptionRule, showBeside, showDescription } from "./rule.ts";
import { claudeCode, docsToDescriptions, smellyDescriptions, toolDefinitionQuality } from "./sources.ts";
import { isEnglish, mostRead, repeatsName } from "./words.ts";

const deleteNote: PublishedTool = { name: "delete_note", inputSchema: { type: "object" } };

/** Claude Code cuts descriptions after 2 KB. */
const mostCharacters = 2048;

/** Words by which English says when a tool is the right one, and when another one is. */
const usageCue =
  /\b(?:used? (?:this|it|when|for|to|only|with|after|before|instead|if)|use[\s`'"]{1,3}\w{1,60}_\w{1,60}|useful|when(?:ever)?|if|unless|before|after|instead|rather than|first|prefer|only|once|alternatively?|not for|does not|do not|don't|must|should|requires?|needed|in order to|for example|e\.g\.|such as|see also|call(?:ing)? (?:this|it))\b/i;

export const toolRules: readonly DescriptionRule[] = [
  {
    code: "description-missing",
    says: "A tool has no description.",
    sentence: "A tool has a description.",
    level: "advice",
    why: "A model chooses a tool by its description. Without one it guesses from the name.",
    advice: "Say in a sentence what the tool does and to what.",
    source: toolDefinitionQuality,
    bad: [deleteNote],
    good: [{ ...deleteNote, description: "Deletes a note for good." }],
    find: (tools) =>
      tools
        .filter((tool) => !hasDescription(tool))
        .map((tool) => showBeside(tool, '"description" is missing or empty')),
  },
  {
    code: "description-repeats-name",
    says: "A description only repeats the name of its tool.",
    sentence: "A description says more than the name of its tool.",
    level: "advice",
    why: "A description that repeats the name costs tokens and tells a model nothing.",
    advice: "Say what the name does not: what is returned, what is changed, which limits there are.",
    source: docsToDescriptions,
    bad: [{ ...deleteNote, description: "Delete a note." }],
    good: [{ ...deleteNote, description: "Deletes a note and its comments for good." }],
    find: (tools) =>
      findDescribed(tools, (description, { name, title = "" }) =>
        repeatsName(description, `${name} ${title}`),
      ),
  },
  {
    code: "usage-missing",
    says: "A description does not say when to use the tool.",
    sentence: "A description says when to use the tool.",
    level: "note",
    why: "Where several tools could serve, a model chooses by what they say about when to use them. A study of 856 tools found nothing about it in 89 % of the descriptions.",
    advice: "Say when this tool is the right one, what must be done before, or which other tool is better.",
    source: smellyDescriptions,
    bad: [{ ...deleteNote, description: "Deletes a note and its comments from the notebook." }],
    good: [
      {
        ...deleteNote,
        description: "Deletes a note and its comments from the notebook. To hide a note, use archive_note.",
      },
    ],
    find: (tools) => {
      const others = joinDescriptions(tools);
      return findDescribed(
        tools,
        (description) => isEnglish(description, others) && !usageCue.test(description.slice(0, mostRead)),
      );
    },
  },
  {
    code: "description-too-long",
    says: "A description has more than 2,048 characters.",
    sentence: "A description has at most 2,048 characters.",
    level: "advice",
    why: "Claude Code cuts a description after 2 KB, and every request pays for the whole list of tools.",
    advice:
      "Say the essential first. Put what is about one argument into its description, and long instructions into a prompt or a resource.",
    source: claudeCode,
    bad: [{ ...deleteNote, description: "Deletes a note, if it is yours. ".repeat(70) }],
    good: [{ ...deleteNote, description: "Deletes a note, if it is yours." }],
    find: (tools) =>
      tools
        .filter(({ description = "" }) => description.length > mostCharacters)
        .map((tool) => showDescription(tool, { start: mostCharacters, end: tool.description!.length })),
  },
];

function findDescribed(
  tools: readonly PublishedTool[],
  isWrong: (description: string, tool: PublishedTool) => boolean,
): Breach[] {
  return tools
    .filter((tool) => hasDescription(tool) && isWrong(tool.description!, tool))
    .map((tool) => showDescription(tool));
}

function hasDescription({ description = "" }: PublishedTool): boolean {
  return description.trim() !== "";
}

/** The beginnings of all descriptions, which tell the language of a server. */
function joinDescriptions(tools: readonly PublishedTool[]): string {
  return tools.map(({ description = "" }) => description.slice(0, 200)).join("\n");
}

/** Writes messages in the formats of chats. What respondents enter stays text: it mentions nobody and disguises no link. */
import type { WebhookFormat } from "../../forms/webhooks/format.ts";

/** A message about an event of a form. */
export interface ChatMessage {
  readonly title: string;
  /** Questions with their answers, each one line. */
  readonly rows: readonly (readonly [question: string, answer: string])[];
  /** A last line, such as the number of further answers; undefined: there is none. */
  readonly more: string | undefined;
  /** The page that the message leads to; undefined: none. */
  readonly link: { readonly text: string; readonly url: string } | undefined;
}

export type ChatFormat = Exclude<WebhookFormat, "json">;

/** Writes the body of a request. */
export function writeChatBody(format: ChatFormat, message: ChatMessage): string {
  return JSON.stringify(FORMATS[format](message));
}

const FORMATS: Readonly<Record<ChatFormat, (message: ChatMessage) => object>> = {
  slack: writeSlack,
  discord: writeDiscord,
  teams: writeTeams,
};

/** A character without width. It keeps chats from reading the characters around it as a mark. */
const NOTHING = "\u200B";

/**
 * Slack (https://api.slack.com/reference/surfaces/formatting), and Mattermost and Rocket.Chat, which read the same and Markdown
 * besides.
 */
function writeSlack({ title, rows, more, link }: ChatMessage): object {
  const lines = [
    `*${toSlack(title)}*`,
    ...rows.map(([question, answer]) => `*${toSlack(question)}:* ${toSlack(answer)}`),
    more && toSlack(more),
    link && `<${link.url}|${toSlack(link.text)}>`,
  ];
  return { text: joinLines(lines), unfurl_links: false, unfurl_media: false };
}

function toSlack(text: string): string {
  return withoutMarks(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Breaks what Markdown reads as a mention, as a link with another text or as code; the characters stay. */
function withoutMarks(text: string): string {
  return text
    .replaceAll(/(?<![\p{L}\p{N}_])@/gu, `@${NOTHING}`)
    .replaceAll(/\](?=[([:])/g, `]${NOTHING}`)
    .replaceAll("`", `${NOTHING}\`${NOTHING}`);
}

/** Discord (https://discord.com/developers/docs/resources/webhook): a message has at most 2,000 characters. */
function writeDiscord({ title, rows, more, link }: ChatMessage): object {
  const lines = [
    `**${toMarkdown(title)}**`,
    ...rows.map(([question, answer]) => `**${toMarkdown(question)}:** ${toMarkdown(answer)}`),
    more && toMarkdown(more),
    link && `[${toMarkdown(link.text)}](<${link.url}>)`,
  ];
  // No account and no group is mentioned, and no address in an answer shows a picture.
  return { content: joinLines(lines), allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS };
}

const SUPPRESS_EMBEDS = 4;

/** Escapes the marks of Markdown, but for those in addresses, which chats show as they are. */
function toMarkdown(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>()[\]\\]+)/)
    .map((piece, index) => (index % 2 === 1 ? piece : piece.replaceAll(/[\\*_~`|<>[\]()]/g, "\\$&")))
    .join("");
}

/**
 * Microsoft Teams (https://adaptivecards.io/explorer): runs of text have no marks, so nothing is escaped. A card has at most
 * 28 KB.
 */
function writeTeams({ title, rows, more, link }: ChatMessage): object {
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      textBlock({ text: title, weight: "Bolder", size: "Medium" }),
      ...rows.map(([question, answer]) =>
        textBlock({ text: `${question}: `, weight: "Bolder" }, { text: answer }),
      ),
      ...(more === undefined ? [] : [textBlock({ text: more })]),
    ],
    actions: link === undefined ? [] : [{ type: "Action.OpenUrl", title: link.text, url: link.url }],
  };
  const attachment = { contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content };
  return { type: "message", attachments: [attachment] };
}

/** Draws runs of text in one paragraph. */
function textBlock(
  ...runs: readonly { readonly text: string; readonly weight?: "Bolder"; readonly size?: "Medium" }[]
): object {
  return { type: "RichTextBlock", inlines: runs.map((run) => ({ type: "TextRun", ...run })) };
}

function joinLines(lines: readonly (string | undefined)[]): string {
  return lines.filter((line) => line !== undefined).join("\n");
}

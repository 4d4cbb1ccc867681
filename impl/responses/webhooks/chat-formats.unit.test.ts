/** The messages for chats: what respondents entered stays text in each of them. */
import { expect, test } from "vitest";
import { type ChatFormat, type ChatMessage, writeChatBody } from "./chat-formats.ts";

const message: ChatMessage = {
  title: "New response: Tea & cake",
  rows: [
    ["Your name", "Ada <ada@example.org>"],
    ["Which?", "*Green* and [black](https://evil.example)"],
  ],
  more: "2 more answers",
  link: { text: "Open the response", url: "https://forms.example.org/forms/frm_1/responses/rsp_1" },
};

function write(format: ChatFormat, changes: Partial<ChatMessage> = {}) {
  return JSON.parse(writeChatBody(format, { ...message, ...changes }));
}

test("Slack gets lines with escaped signs and a link", () => {
  expect(write("slack")).toEqual({
    text: [
      "*New response: Tea &amp; cake*",
      "*Your name:* Ada &lt;ada@example.org&gt;",
      "*Which?:* *Green* and [black]\u200B(https://evil.example)",
      "2 more answers",
      "<https://forms.example.org/forms/frm_1/responses/rsp_1|Open the response>",
    ].join("\n"),
    unfurl_links: false,
    unfurl_media: false,
  });
});

test("Discord gets Markdown with escaped marks, and mentions nobody", () => {
  expect(write("discord")).toEqual({
    content: [
      "**New response: Tea & cake**",
      "**Your name:** Ada \\<ada@example.org\\>",
      "**Which?:** \\*Green\\* and \\[black\\]\\(https://evil.example\\)",
      "2 more answers",
      "[Open the response](<https://forms.example.org/forms/frm_1/responses/rsp_1>)",
    ].join("\n"),
    allowed_mentions: { parse: [] },
    flags: 4,
  });
});

test("Teams gets a card whose texts have no marks", () => {
  const run = (text: string, more: object = {}) => ({ type: "TextRun", text, ...more });
  const bold = { weight: "Bolder" };
  expect(write("teams")).toEqual({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            { type: "RichTextBlock", inlines: [run(message.title, { ...bold, size: "Medium" })] },
            ...message.rows.map(([question, answer]) => ({
              type: "RichTextBlock",
              inlines: [run(`${question}: `, bold), run(answer)],
            })),
            { type: "RichTextBlock", inlines: [run("2 more answers")] },
          ],
          actions: [{ type: "Action.OpenUrl", title: "Open the response", url: message.link!.url }],
        },
      },
    ],
  });
});

test.each([
  ["<!channel> <!here> <@U123> <https://evil.example|bank>", "&lt;!channel&gt; &lt;!here&gt; &lt;@"],
  ["@all @here,@channel x.@everyone", "@\u200Ball @\u200Bhere,@\u200Bchannel x.@\u200Beveryone"],
  ["ada@example.org", "ada@example.org"],
  ["![cat](https://evil.example/pixel.png)", "![cat]\u200B(https"],
  ["[bank][1] [1]: https://evil.example", "[bank]\u200B[1] [1]\u200B: https"],
  ["```", "\u200B`\u200B\u200B`\u200B\u200B`\u200B"],
])("for Slack and Mattermost, %j mentions nobody and disguises nothing", (answer, expected) => {
  const { text } = write("slack", { rows: [["Q", answer]] });
  expect(text).toContain(`*Q:* ${expected}`);
  expect(text.replaceAll(/<https:\/\/forms[^>]+>/g, "")).not.toMatch(/[<>]/);
});

test.each([
  ["<@123> <@&456> <t:1>", "\\<@123\\> \\<@&456\\> \\<t:1\\>"],
  ["**bold** __under__ ~~no~~ ||spoiler|| `code` \\", "\\*\\*bold\\*\\* \\_\\_under\\_\\_ \\~\\~no"],
  ["see https://example.org/a_b_c?d=*e* now_", "see https://example.org/a_b_c?d=*e* now\\_"],
])("for Discord, %j stays text", (answer, expected) => {
  expect(write("discord", { rows: [["Q", answer]] }).content).toContain(`**Q:** ${expected}`);
});

test("a message without answers and link is its title", () => {
  const empty = { rows: [], more: undefined, link: undefined };
  expect(write("slack", empty).text).toBe("*New response: Tea &amp; cake*");
  expect(write("discord", empty).content).toBe("**New response: Tea & cake**");
  expect(write("teams", empty).attachments[0].content).toMatchObject({
    body: [expect.anything()],
    actions: [],
  });
});

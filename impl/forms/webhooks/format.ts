/** The formats of webhooks: signed data for programs, or messages that people read in a chat. */

export const WEBHOOK_FORMATS = ["json", "slack", "discord", "teams"] as const;

export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** The hosts of the incoming webhooks of chats, also those below them. Mattermost and Rocket.Chat read the format of Slack. */
const CHAT_HOSTS: readonly (readonly [host: string, format: WebhookFormat])[] = [
  ["hooks.slack.com", "slack"],
  ["hooks.slack-gov.com", "slack"],
  ["cloud.mattermost.com", "slack"],
  ["rocket.chat", "slack"],
  ["discord.com", "discord"],
  ["discordapp.com", "discord"],
  ["webhook.office.com", "teams"],
  // Teams makes its addresses in Power Automate.
  ["logic.azure.com", "teams"],
  ["api.powerplatform.com", "teams"],
];

/** Returns the format that the host of an address reads; data for hosts of no chat. */
export function suggestFormat(url: string): WebhookFormat {
  const { hostname } = new URL(url);
  const found = CHAT_HOSTS.find(([host]) => hostname === host || hostname.endsWith(`.${host}`));
  return found?.[1] ?? "json";
}

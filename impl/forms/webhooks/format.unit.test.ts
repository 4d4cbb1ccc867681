import { expect, test } from "vitest";
import { suggestFormat } from "./format.ts";

test.each([
  ["https://hooks.slack.com/services/T0/B0/abc", "slack"],
  ["https://club.rocket.chat/hooks/1/abc", "slack"],
  ["https://club.cloud.mattermost.com/hooks/abc", "slack"],
  ["https://discord.com/api/webhooks/1/abc", "discord"],
  ["https://canary.discord.com/api/webhooks/1/abc", "discord"],
  ["https://club.webhook.office.com/webhookb2/abc", "teams"],
  ["https://prod-01.westeurope.logic.azure.com:443/workflows/abc", "teams"],
  ["https://default1.2.environment.api.powerplatform.com/powerautomate/abc", "teams"],
  ["https://hooks.zapier.com/hooks/catch/1/abc", "json"],
  ["https://hook.eu1.make.com/abc", "json"],
  ["https://example.org/discord.com", "json"],
  ["https://notdiscord.com/api/webhooks/1/abc", "json"],
  ["https://discord.com.example.org/api/webhooks/1/abc", "json"],
])("%s gets %s", (url, format) => {
  expect(suggestFormat(url)).toBe(format);
});

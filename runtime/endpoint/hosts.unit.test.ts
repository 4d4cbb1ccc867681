/** The hosts and origins that a server accepts depend on the address where it listens. */
import { describe, expect, test } from "vitest";
import { hostRule, isLoopback } from "./hosts.ts";

const policy = {
  publicUrl: "https://forms.example",
  hosts: ["intranet:8080"],
  origins: ["https://app.example"],
};
const beyond = hostRule({ ...policy, loopback: false });
const local = hostRule({ ...policy, loopback: true });

describe("a server with a public host", () => {
  test.each([
    ["forms.example", true],
    ["forms.example:443", true],
    ["FORMS.EXAMPLE.", true],
    ["intranet:8080", true],
    ["intranet", false],
    ["intranet:80", false],
    ["forms.example:8443", false],
    ["www.forms.example", false],
    ["localhost", false],
    ["127.0.0.1:3000", false],
    ["[::1]", false],
  ])("answers to the host %s: %j", (host, answers) => {
    expect([beyond.allowsHost(host), beyond.allowsOrigin(`http://${host}`)]).toEqual([answers, answers]);
  });
});

test.each(["localhost", "127.0.0.1", "[::1]"])(
  "a server of this machine answers to %s too, at any port",
  (name) => {
    for (const host of [name, `${name}:1`, `${name}:65535`])
      expect([local.allowsHost(host), local.allowsOrigin(`http://${host}`)]).toEqual([true, true]);
  },
);

test.each([
  "127.0.0.2",
  "localhost.example",
  "127.0.0.1.example",
  "localhost@evil.example",
  "localhost:80:80",
  "localhost:123456",
  "[::1",
  "::1",
  "[::1]x",
  "",
])("does not answer to the host %j", (host) => {
  expect(local.allowsHost(host)).toBe(false);
});

test.each(["https://app.example", "https://APP.example/"])("the origin %s may call", (origin) => {
  expect(beyond.allowsOrigin(origin)).toBe(true);
});

test.each([
  "http://app.example",
  "https://app.example:8443",
  "https://app.example.evil.example",
  "null",
  "",
  "forms.example",
  "file://forms.example",
  "chrome-extension://forms.example",
  "https://forms.example, https://evil.example",
])("the origin %j may not", (origin) => {
  expect(beyond.allowsOrigin(origin)).toBe(false);
});

test.each([
  ["127.0.0.1", true],
  ["127.1.2.3", true],
  ["::1", true],
  ["localhost", true],
  ["0.0.0.0", false],
  ["::", false],
  ["192.168.0.1", false],
  ["127.example", false],
])("%s is loopback: %j", (address, loopback) => {
  expect(isLoopback(address)).toBe(loopback);
});

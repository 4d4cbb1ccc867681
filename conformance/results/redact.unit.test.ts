/** Tokens in reports: short ones are replaced only where they are whole words, and the form of the report stays. */
import { expect, test } from "vitest";
import { redactText, redactTexts } from "./redact.ts";

test("a token of one letter leaves words, names and the verdict as they are", () => {
  const verdict = {
    status: "failed",
    got: "Bearer k is known",
    evidence: { k: 1, curl: "curl -H 'k' https://k.example" },
  };
  expect(redactTexts(verdict, (text) => redactText(text, ["k", "failed"]))).toEqual({
    status: "failed",
    got: "Bearer $TOKEN is known",
    evidence: { k: 1, curl: "curl -H '$TOKEN' https://$TOKEN.example" },
  });
});

test("a long token is replaced everywhere, and characters of patterns have no meaning in a short one", () => {
  expect(redactText("x\\ntkn_k3Vq8ZrT1xWm5LbYz", ["tkn_k3Vq8ZrT1xWm5LbY"])).toBe("x\\n$TOKENz");
  expect(redactText("a.b a+b", ["a.b"])).toBe("$TOKEN a+b");
});

import { expect, test } from "vitest";
import { translation } from "../../texts/translate.ts";
import { passwordForm } from "./password-form.ts";

const t = translation("en", "en");

test("draws a form that asks for a password", () => {
  const form = passwordForm({
    t,
    action: "/a",
    hidden: { lang: "en" },
    message: undefined,
    open: "Open <it>",
  });
  expect(String(form)).toBe(
    '<form method="post" action="/a" class="entry"><input type="hidden" name="lang" value="en"><div class="field"><label class="label" for="f-password">Password</label><input type="password" class="input" id="f-password" name="password" autocomplete="off" aria-required="true"></div><div class="actions"><button class="main">Open &lt;it&gt;</button></div></form>',
  );
});

test("shows the message about a refused password above the input, which has the focus", () => {
  const form = passwordForm({ t, action: "/a", message: "It is <wrong>.", open: "Open" });
  expect(String(form)).toContain(
    '<div class="field wrong"><label class="label" for="f-password">Password</label><p class="message" id="e-password" role="alert"><span class="vh">Error: </span>It is &lt;wrong&gt;.</p><input type="password" class="input" id="f-password" name="password" autocomplete="off" aria-required="true" aria-invalid="true" aria-describedby="e-password" autofocus></div>',
  );
});

/** Texts of owners and answers of respondents that try to run as scripts, in a real browser. */
import { type Browser, chromium as driver } from "playwright-core";
import type { FormField, FormStructure } from "../../generated/types.ts";
import { placedTexts } from "../../impl/forms/structure/places.ts";
import { chromiumProgram } from "../../impl/test/support/chromium.ts";
import { everyFieldForm } from "../../impl/test/support/every-field-form.ts";
import { type Attack, judgeResults } from "./attack.ts";
import type { World } from "./world.ts";

const PAYLOADS = [
  "<script>window.ran=1</script>",
  '"><script>window.ran=1</script>',
  "<img src=x onerror=window.ran=1>",
  '"><img src=x onerror=window.ran=1>',
  "'><svg onload=window.ran=1>",
  "<svg/onload=window.ran=1>",
  "<iframe srcdoc='<script>parent.ran=1</script>'>",
  '" onfocus="window.ran=1" autofocus="',
  "' onmouseover='window.ran=1' x='",
  "</title><script>window.ran=1</script>",
  "</textarea><script>window.ran=1</script>",
  "</select><img src=x onerror=window.ran=1>",
  "<!--><img src=x onerror=window.ran=1>-->",
  "<!--fields--><script>window.ran=1</script>",
  "{{name}}<script>window.ran=1</script>",
  "javascript:window.ran=1",
  "<a href=javascript:window.ran=1>x</a>",
  "<base href=https://evil.example/>",
  "<meta http-equiv=refresh content=0;url=https://evil.example>",
  "<style>*{background:url(https://evil.example)}</style>",
  "&lt;script&gt;window.ran=1&lt;/script&gt;",
  "\\u003cscript\\u003ewindow.ran=1",
  "{window.ran=1}",
  "<math><mtext><mglyph><style><img src=x onerror=window.ran=1>",
];

/** All fields on one page, with the text in every place for one. */
export function hostileForm(text: string): FormStructure {
  const form = everyFieldForm();
  for (const { value } of placedTexts(form)) value.en = text;
  const fields = form.pages.flatMap((page) => page.fields);
  const visible = fields.map(({ visible_if: _, ...field }) => field as FormField);
  const { calculations: _, ...rest } = form;
  return {
    ...rest,
    languages: ["en"],
    pages: [{ id: "p", fields: visible }],
    endings: [{ id: "end", title: { en: text }, message: { en: text } }],
  };
}

export const scripts: Attack = {
  name: "scripts in texts and answers, in Chromium",
  async run(world) {
    const browser = await driver.launch({
      executablePath: chromiumProgram(),
      args: ["--no-sandbox"],
      headless: true,
    });
    try {
      const token = await world.mint("scripts@example.org");
      const results: (readonly [string, boolean, unknown])[] = [];
      for (const payload of PAYLOADS) results.push(...(await visits(world, browser, token, payload)));
      return judgeResults(results);
    } finally {
      await browser.close();
    }
  },
};

/** The page as it opens, with the payload in its address, and after the payload was sent as an answer. */
async function visits(world: World, browser: Browser, token: string, payload: string) {
  const form = await world.publish(token, hostileForm(payload));
  const page = await browser.newPage();
  let dialogs = 0;
  const elsewhere: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs += 1;
    return dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!/^(data|blob|about):/.test(request.url()) && !request.url().startsWith(world.origin))
      elsewhere.push(request.url());
  });
  const verdict = async (name: string) => {
    const ran = await page.evaluate("window.ran");
    return [
      `${payload} ${name}`,
      ran === undefined && dialogs === 0 && elsewhere.length === 0,
      { ran, dialogs, elsewhere },
    ] as const;
  };
  await page.goto(
    `${world.origin}/f/${form}?source=${encodeURIComponent(payload)}&lang=${encodeURIComponent(payload)}`,
  );
  const opened = await verdict("in the texts");
  const answer = ["name", "bio"].map(
    (id) => `document.querySelector('[name="a.${id}"]').value = ${JSON.stringify(payload)};`,
  );
  const submit = `setTimeout(() => HTMLFormElement.prototype.submit.call(document.getElementById("form")))`;
  await Promise.all([
    page.waitForNavigation({ waitUntil: "load" }),
    page.evaluate(`${answer.join("")}${submit}; 0`),
  ]);
  const answered = await verdict("in the answers");
  await page.close();
  return [opened, answered];
}

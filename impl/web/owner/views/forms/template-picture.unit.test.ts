/** Tests the pictures of forms in the list. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../../generated/types.ts";
import { oneField } from "../../../../test/support/one-field-form.ts";
import { formPicture, templatePicture } from "./template-picture.ts";

const plain: FormStructure = oneField("Chess", ["en"]);
const draw = (theme: NonNullable<FormStructure["theme"]>) => String(formPicture({ ...plain, theme }));

test("a form without a theme has the picture of a template", () => {
  expect(String(formPicture(plain))).toBe(String(templatePicture(plain)));
});

test("a form has its colour, and a band in place of its cover, and loads nothing", () => {
  const coloured = draw({ color: "#7c3aed" });
  expect(coloured.match(/fill="#7c3aed"/g)).toHaveLength(1);
  const covered = draw({ color: "#7c3aed", cover: "img_0000000000000000000000" });
  expect(covered.match(/fill="#7c3aed"/g)).toHaveLength(2);
  expect(draw({ cover: "img_0000000000000000000000" }).match(/class="title-bar"/g)).toHaveLength(2);
  expect(covered).not.toMatch(/href|url|style|img_/);
});

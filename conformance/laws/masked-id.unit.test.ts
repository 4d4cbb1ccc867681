/** Ids in refusals: each is masked where it is whole, whatever characters it has. */
import { expect, test } from "vitest";
import { maskId } from "./masked-id.ts";

test.each([
  [14, '{"text":"No lot 14.","id":14}', '{"text":"No lot 0.","id":0}'],
  [14, '{"text":"No lot-14, 140 lots, 3.14 m, v.14"}', '{"text":"No lot-0, 140 lots, 3.14 m, v.14"}'],
  [1.5, '{"text":"No lot 1.5 in 105."}', '{"text":"No lot 0 in 105."}'],
  [1e21, '{"text":"No lot 1e+21.","id":1e+21}', '{"text":"No lot 0.","id":0}'],
  [1e-7, '{"text":"No lot 1e-7.","id":1e-7}', '{"text":"No lot 0.","id":0}'],
  [-5, '{"text":"No lot -5.","id":-5}', '{"text":"No lot 0.","id":0}'],
  ["a+b(", '{"text":"No lot a+b( or aab."}', '{"text":"No lot ID or aab."}'],
  ['a"b\\', '{"text":"No lot a\\"b\\\\."}', '{"text":"No lot ID."}'],
  ["", '{"text":"No lot."}', '{"text":"No lot."}'],
])("masks %j", (id, text, masked) => {
  expect(maskId(text, id)).toBe(masked);
});

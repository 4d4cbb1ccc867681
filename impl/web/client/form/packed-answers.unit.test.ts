import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { packAnswers, unpackAnswers, type Values } from "./packed-answers.ts";

const answers: Values = {
  "a.name": ["Grace Höpper 🚢"],
  "a.days": ["mon", "+other"],
  "o.days": ["Feiertage"],
  "r.rank.first": ["2"],
  "m.table.row_1": ["yes", "no"],
  address: ["grace@example.org"],
};

const pack = (data: unknown) => `1.${deflateRawSync(JSON.stringify(data)).toString("base64url")}`;

test("answers come out of a fragment as they went in, and fit into an address", async () => {
  const fragment = await packAnswers(answers);
  expect(fragment).toMatch(/^1\.[\w-]+$/);
  expect(await unpackAnswers(fragment)).toEqual(answers);
  const long = { "a.text": ["word ".repeat(20_000)] };
  expect(await unpackAnswers(await packAnswers(long))).toEqual(long);
});

test.for<[string, string]>([
  ["nothing", ""],
  ["another version", `2${pack(answers).slice(1)}`],
  ["text that is not base64", "1.%%%"],
  ["data that are not compressed", "1.aGVsbG8"],
  ["a part of a fragment", pack(answers).slice(0, 60)],
  ["text that is not JSON", `1.${deflateRawSync("{").toString("base64url")}`],
  ["bytes that are not UTF-8", `1.${deflateRawSync(Buffer.from([0x22, 0xff, 0x22])).toString("base64url")}`],
  ["a list", pack([["a.name", ["x"]]])],
  ["null", pack(null)],
  ["no answers", pack({})],
  ["a text in place of a list", pack({ "a.name": "x" })],
  ["an empty list", pack({ "a.name": [] })],
  ["a number", pack({ "a.name": [1] })],
  ["a long list", pack({ "a.name": new Array(1_001).fill("x") })],
  ["the password", pack({ password: ["x"] })],
  ["the ticket", pack({ ticket: ["x"] })],
  ["a hidden field", pack({ "h.source": ["x"] })],
  ["files to remove", pack({ "x.file": ["x"] })],
  ["an inherited name", `1.${deflateRawSync('{"__proto__":["x"]}').toString("base64url")}`],
  ["too many names", pack(Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`a.f${n}`, ["x"]])))],
  ["too much text", pack({ "a.name": ["x".repeat(256_000)] })],
  ["a fragment that is too long", `1.${"A".repeat(64_000)}`],
])("a fragment with %s brings no answers", async ([_, fragment]) => {
  expect(await unpackAnswers(fragment)).toBeUndefined();
});

test("of a fragment that unpacks to 45 MB little is unpacked", async () => {
  const bomb = `1.${deflateRawSync(Buffer.alloc(45_000_000, 0x20)).toString("base64url")}`;
  expect(bomb.length).toBeLessThan(64_000);
  let unpacked = 0;
  const decode = TextDecoder.prototype.decode;
  TextDecoder.prototype.decode = function (input, options) {
    unpacked += input?.byteLength ?? 0;
    return decode.call(this, input, options);
  };
  try {
    expect(await unpackAnswers(bomb)).toBeUndefined();
  } finally {
    TextDecoder.prototype.decode = decode;
  }
  expect(unpacked).toBeLessThanOrEqual(256_000);
});

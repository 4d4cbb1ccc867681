/** Responses as a spreadsheet, from the owner's page. */
import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../generated/types.ts";
import { answeredForm } from "../../../test/support/answered-form.ts";
import { ownerPages } from "../../../test/support/owner.ts";
import { unzip } from "../../../test/support/unzip.ts";

const structure: FormStructure = {
  title: { en: "Trip" },
  languages: ["en"],
  default_language: "en",
  pages: [
    {
      id: "page",
      fields: [
        { id: "name", type: "short_text", label: { en: "=Name_x0041_" } },
        { id: "guests", type: "number", label: { en: "Guests" } },
        { id: "born", type: "date", label: { en: "Born" } },
        { id: "arrival", type: "datetime", label: { en: "Arrival" } },
      ],
    },
  ],
};

test("any text stays text in a spreadsheet; numbers and dates can be computed with", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respond } = await answeredForm(service, structure);
  const names = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "2026-03-15",
    "<b>&\u0007 ",
    "x".repeat(40_000),
    "007",
    "_x0041_ _x005F_x0041_",
    "\uFFFE\uFFFF 🙂",
  ];
  const born = ["1850-01-01", "2026-03-15"];
  const at = (n: number) => new Date(Date.parse("2026-03-15T09:30:00.000Z") + n * 1_000).toISOString();
  for (const [n, name] of names.entries())
    await respond(
      { name, guests: n - 1.5, born: born[n] ?? "1912-06-23", arrival: "2026-03-15T18:45" },
      { submitted_at: at(n) },
    );
  const path = `/forms/${form.id}/responses`;
  const page = await ada.open(path);
  expect(page.html).toContain('<option value="xlsx">Spreadsheet (XLSX)</option>');
  const made = await ada.send(page, `/forms/${form.id}/export`, { format: "xlsx" });
  const response = await fetch(made.url);
  expect(response.headers.get("content-type")).toContain("spreadsheetml.sheet");
  expect(response.headers.get("content-disposition")).toContain("trip.xlsx");
  const bytes = Buffer.from(await response.arrayBuffer());
  const { sheets } = await readXlsx(bytes, { readStyles: true });
  const [heads = [], ...rows] = sheets[0]!.rows;
  const column = (name: string) => rows.map((row) => row[heads.indexOf(name)]);
  expect(column("=Name_x0041_")).toEqual([...names.slice(0, 7), "x".repeat(32_767), ...names.slice(8)]);
  expect(column("Guests")).toEqual(names.map((_, n) => n - 1.5));
  expect(column("Born").slice(0, 3)).toEqual([
    "1850-01-01",
    new Date("2026-03-15T00:00:00.000Z"),
    new Date("1912-06-23T00:00:00.000Z"),
  ]);
  expect(column("Arrival")[0]).toEqual(new Date("2026-03-15T18:45:00.000Z"));
  expect(column("Submitted (UTC)")[1]).toEqual(new Date(at(1)));
  const sheet = (await unzip(bytes)).get("xl/worksheets/sheet1.xml")!.toString();
  expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=1+1</t></is>');
  expect(sheet).not.toMatch(/<f[ >]/);
  expect(sheet).toContain(">_x005F_x0041_ _x005F_x005F_x005F_x0041_</t>");
  expect(sheet).toContain(">_xFFFE__xFFFF_ 🙂</t>");
});

test("a spreadsheet begins with what people look for, and its first row is bold, stays in view and filters", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  await ada.send(await ada.open("/settings/account"), "/settings/account/language", { language: "de" });
  const { form, respond } = await answeredForm(service, {
    ...structure,
    pages: [
      {
        id: "page",
        fields: [
          { id: "name", type: "short_text", label: { en: "Name" } },
          { id: "second", type: "long_text", label: { en: "Name" } },
          { id: "lunch", type: "yes_no", label: { en: "Lunch" } },
        ],
      },
    ],
  });
  await respond(
    { name: "Ada", second: `${"A long answer. ".repeat(20)}\nIts end.`, lunch: true },
    { email: "ada@example.org" },
  );
  const page = await ada.open(`/forms/${form.id}/responses`);
  const made = await ada.send(page, `/forms/${form.id}/export`, { format: "xlsx" });
  const bytes = Buffer.from(await (await fetch(made.url)).arrayBuffer());
  const [sheet] = (await readXlsx(bytes, { readStyles: true })).sheets;
  expect(sheet?.name).toBe("Antworten");
  const [heads, row] = sheet!.rows;
  expect(heads).toEqual([
    "Eingegangen (UTC)",
    "E-Mail-Adresse",
    "Name [name]",
    "Name [second]",
    "Lunch",
    "Bestätigt (UTC)",
    "Status",
    "Sprache",
    "Version des Formulars",
    "Id der Antwort",
  ]);
  expect(row?.slice(1, 3)).toEqual(["ada@example.org", "Ada"]);
  expect(row?.slice(4, 5)).toEqual(["Ja"]);
  expect(row?.slice(6, 9)).toEqual(["Bestätigt", "English", 1]);
  expect(sheet).toMatchObject({ freezePane: { rows: 1 }, autoFilter: { range: "A1:J2" } });
  expect(sheet!.cells?.get("0,0")?.style?.font?.bold).toBe(true);
  expect(sheet!.cells?.get("1,1")?.style?.font?.bold).toBeFalsy();
  expect(sheet!.cells?.get("1,3")?.style?.alignment?.wrapText).toBe(true);
  expect(sheet!.columns?.map(({ width }) => width)).toEqual([21, 18, 15, 60, 10, 19, 11, 11, 25, 28]);
});

test("a spreadsheet without rows has its heads", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respond } = await answeredForm(service, structure);
  await respond({ name: "Ada" });
  const page = await ada.open(`/forms/${form.id}/responses`);
  const made = await ada.send(page, `/forms/${form.id}/export`, {
    format: "xlsx",
    from: "2020-01-01",
    to: "2020-01-02",
  });
  const bytes = Buffer.from(await (await fetch(made.url)).arrayBuffer());
  const [sheet] = (await readXlsx(bytes, { readStyles: true })).sheets;
  expect(sheet!.rows.map((row) => row.length)).toEqual([11]);
  const xml = (await unzip(bytes)).get("xl/worksheets/sheet1.xml")!.toString();
  expect(["<?xml", "<sheetData>", "<row ", "</worksheet>"].map((part) => xml.split(part).length - 1)).toEqual(
    [1, 1, 1, 1],
  );
  expect(sheet).toMatchObject({ freezePane: { rows: 1 }, autoFilter: { range: "A1:K1" } });
});

test("the tools have the formats of the contract, and refuse this one", async () => {
  const service = await ownerPages();
  await service.signIn();
  const { form } = await answeredForm(service, structure);
  const { token } = await service.mint();
  const refused = await service.call(token, "service_export_responses", { form_id: form.id, format: "xlsx" });
  expect(JSON.stringify(refused)).toContain("invalid_input");
});

test("an old text answer stays text after its question became a date question", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respond } = await answeredForm(service, structure);
  const path = `/forms/${form.id}/responses`;
  const id = await respond({ name: "=1+1" });
  // A deleted response blocks no change of type.
  await ada.send(await ada.open(`${path}/${id}`), `${path}/selected`, { action: "delete" });
  const { token } = await service.mint();
  const fields = [{ id: "name", type: "date", label: { en: "Day" } }] as const;
  const changed = { ...structure, pages: [{ id: "page", fields }] };
  await service.call(token, "service_update_form", { form_id: form.id, structure: changed });
  await ada.send(await ada.open(`${path}/${id}`), `${path}/selected`, { action: "restore" });
  const made = await ada.send(await ada.open(path), `/forms/${form.id}/export`, { format: "xlsx" });
  const bytes = Buffer.from(await (await fetch(made.url)).arrayBuffer());
  const { sheets } = await readXlsx(bytes, { readStyles: true });
  const [heads = [], row = []] = sheets[0]!.rows;
  expect(row[heads.indexOf("Day")]).toBe("=1+1");
});

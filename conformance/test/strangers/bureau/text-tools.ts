/** Segments, their export, and glossaries. */
import * as z from "zod";
import { has } from "./breaks.ts";
import { requireOpen } from "./job-tools.ts";
import { type Glossary, newId } from "./records.ts";
import { count, glossary, ids, segment, text } from "./schemas.ts";
import { tool } from "./tool.ts";
import { showSegment } from "./views.ts";

const aGlossary = z.strictObject({ glossary });

export const textTools = {
  add_segments: tool(
    {
      title: "Add segments",
      description: "Adds texts to a job.",
      mode: "write",
      input: z.strictObject({ job_id: ids.job, texts: z.array(text(1_000)).min(1).max(20) }),
      output: z.strictObject({ job_id: ids.job, segments: z.array(segment) }),
    },
    (office, { job_id, texts }) => {
      const job = office.jobs.get(job_id);
      requireOpen(job);
      const added = texts.map((source) => ({ id: newId("seg"), source, translation: null }));
      job.segments.push(...added);
      return { job_id, segments: added.map(showSegment) };
    },
  ),
  translate_segment: tool(
    {
      title: "Translate a segment",
      description: "Sets the translation of a segment; null takes it away.",
      mode: "write",
      input: z.strictObject({ segment_id: ids.segment, translation: text(2_000).nullable() }),
      output: z.strictObject({ segment }),
    },
    (office, { segment_id, translation }) => {
      const found = office.findSegment(segment_id);
      requireOpen(found.job);
      return { segment: showSegment(Object.assign(found.segment, { translation })) };
    },
  ),
  export_job: tool(
    {
      title: "Export a job",
      description: "Writes the segments of a job as CSV with the columns segment_id, source, translation.",
      mode: "read",
      input: z.strictObject({ job_id: ids.job }),
      output: z.strictObject({
        job_id: ids.job,
        csv: z.string().meta({ contentMediaType: "text/csv" }),
        rows: count,
      }),
    },
    (office, { job_id }) => {
      const { segments } = office.jobs.get(job_id);
      const rows = segments.map(({ id, source, translation }) => [id, source, translation ?? ""]);
      const lines = [["segment_id", "source", "translation"], ...rows].map(writeLine);
      return { job_id, csv: lines.join(""), rows: rows.length };
    },
  ),
  create_glossary: tool(
    {
      title: "Create a glossary",
      description: "A glossary is a list of terms.",
      mode: "write",
      input: z.strictObject({ name: text(80) }),
      output: aGlossary,
    },
    (office, { name }) => showGlossary(office.glossaries.add({ name, terms: [] })),
  ),
  add_term: tool(
    {
      title: "Add a term",
      description: "Adds a term, or changes its translation.",
      mode: "write",
      input: z.strictObject({ glossary_id: ids.glossary, term: text(100), translation: text(100) }),
      output: aGlossary,
    },
    (office, { glossary_id, term, translation }) => {
      const changed = office.glossaries.get(glossary_id);
      const present = changed.terms.find((each) => each.term === term);
      if (present === undefined) changed.terms.push({ term, translation });
      else present.translation = translation;
      return showGlossary(changed);
    },
  ),
  get_glossary: tool(
    {
      title: "Show a glossary",
      description: "Shows a glossary.",
      mode: "read",
      input: z.strictObject({ glossary_id: ids.glossary }),
      output: aGlossary,
    },
    (office, { glossary_id }) => showGlossary(office.glossaries.get(glossary_id)),
  ),
};

function showGlossary({ id, name, terms }: Glossary) {
  return { glossary: { glossary_id: id, name, terms } };
}

function writeLine(cells: readonly string[]): string {
  return `${cells.map(writeCell).join(",")}\r\n`;
}

function writeCell(cell: string): string {
  if (!/[",\r\n]/.test(cell)) return cell;
  return `"${has("quotes-in-cells") ? cell : cell.replaceAll('"', '""')}"`;
}

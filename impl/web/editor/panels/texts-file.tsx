/** Saves the texts as a CSV file for translators, and reads it again. */
import { useState } from "preact/hooks";
import { useParts } from "../context.ts";
import { readTextsCsv, textsToCsv } from "./texts-csv.ts";

const MAX_SHOWN = 20;
const MAX_BYTES = 1_000_000;
/** Decoders put it in place of bytes that are not UTF-8. */
const UNREADABLE = "\uFFFD";

export function TextsFile() {
  const { editor, say } = useParts();
  const [problems, setProblems] = useState("");

  async function read(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    const csv = file.size > MAX_BYTES ? UNREADABLE : await file.text();
    input.value = "";
    if (csv.includes(UNREADABLE)) return setProblems(say("csv_file"));
    const { structure, problems: wrong = [] } = readTextsCsv(editor.structure, csv);
    const lines = wrong.slice(0, MAX_SHOWN).map(({ key, line, column }) => say(key, { line, column }));
    setProblems(lines.join("\n"));
    if (structure === undefined) return;
    editor.edit(() => structure);
    editor.announce(say("csv_read"), true);
  }

  const address = `data:text/csv;charset=utf-8,${encodeURIComponent(textsToCsv(editor.structure))}`;
  return (
    <>
      <a class="ed-button ed-quiet" href={address} download={`${editor.boot.form.id}-texts.csv`}>
        {say("csv_save")}
      </a>
      <label class="ed-label">
        {say("csv_choose")}
        <input type="file" class="ed-box" onChange={({ currentTarget }) => void read(currentTarget)} />
      </label>
      <p class="ed-problem ed-original" role="alert">
        {problems}
      </p>
    </>
  );
}

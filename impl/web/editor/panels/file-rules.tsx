/** The files that a field accepts: how many, how large, and which types, in groups or one by one. */
import { limit } from "../../../forms/fields/client/client-kind.ts";
import { fileGroups } from "../boot.ts";
import { CheckBox, Section } from "../inputs/controls.tsx";
import { PropertyNumber, useRules } from "./rule-inputs.tsx";

export function FileRules() {
  const { editor, say, field, rule } = useRules<"file_upload">();
  const { extensions } = editor.boot;
  const accept: readonly string[] = field.validation?.accept ?? [];

  /** Adds or removes types. Without any, all that are safe are accepted. */
  function toggle(types: readonly string[], isOn: boolean): void {
    const others = accept.filter((one) => !types.includes(one));
    const next = isOn ? [...others, ...types] : others;
    rule("accept", next.length === 0 ? undefined : next);
  }

  const box = (label: string, types: readonly string[]) => (
    <CheckBox
      key={label}
      label={label}
      isOn={types.every((one) => accept.includes(one))}
      onChange={(isOn) => toggle(types, isOn)}
    />
  );
  const single = fileGroups.flatMap((group) => extensions[group]);
  return (
    <>
      <div class="ed-pair">
        <PropertyNumber {...limit("max_files", { min: 1, max: 5 })} />
        <PropertyNumber {...limit("max_file_size_mb", { min: 1, max: 10 })} />
      </div>
      <fieldset class="ed-choices">
        <legend class="ed-label">
          {say("accept")}
          {accept.length === 0 && `: ${say("accept_all")}`}
        </legend>
        <div class="ed-kinds">{fileGroups.map((group) => box(say(`files_${group}`), extensions[group]))}</div>
      </fieldset>
      <Section title={say("files_single")}>
        <div class="ed-kinds">{single.map((one) => box(one, [one]))}</div>
      </Section>
    </>
  );
}

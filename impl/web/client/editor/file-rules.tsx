/** What a field for files accepts. */
import { limit } from "../../../forms/fields/client-kind.ts";
import { CheckBox } from "./controls.tsx";
import { PropertyNumber, useRules } from "./rule-inputs.tsx";

export function FileRules() {
  const { editor, say, field, rule } = useRules<"file_upload">();
  const accept: readonly string[] = field.validation?.accept ?? [];

  function toggle(extension: string, isOn: boolean): void {
    const next = isOn ? [...accept, extension] : accept.filter((one) => one !== extension);
    rule("accept", next.length === 0 ? undefined : next);
  }

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
        <div class="ed-kinds">
          {editor.boot.extensions.map((extension) => (
            <CheckBox
              key={extension}
              label={extension}
              isOn={accept.includes(extension)}
              onChange={(isOn) => toggle(extension, isOn)}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

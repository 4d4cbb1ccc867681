/** What a field for files accepts. */
import type { FileExtension, FileUploadField } from "../../../../generated/types.ts";
import { useParts } from "./context.ts";
import { CheckBox } from "./controls.tsx";
import { setRule } from "./edits.ts";
import { NumberInput } from "./inputs.tsx";
import type { RulesProps } from "./rules-props.ts";

export function FileRules({ field, path, onChange }: RulesProps & { readonly field: FileUploadField }) {
  const { editor, say } = useParts();
  const { accept = [], max_files, max_file_size_mb } = field.validation ?? {};
  const rule = (key: string, value: unknown) => onChange((one) => setRule(one, key, value), key);

  function toggle(extension: string, isOn: boolean): void {
    const next = isOn ? [...accept, extension] : accept.filter((one) => one !== extension);
    rule("accept", next.length === 0 ? undefined : next);
  }

  return (
    <>
      <div class="ed-pair">
        <NumberInput
          label={say("max_files")}
          min={1}
          max={5}
          value={max_files}
          path={`${path}/validation/max_files`}
          onNumber={(value) => rule("max_files", value)}
        />
        <NumberInput
          label={say("max_file_size_mb")}
          min={1}
          max={10}
          value={max_file_size_mb}
          path={`${path}/validation/max_file_size_mb`}
          onNumber={(value) => rule("max_file_size_mb", value)}
        />
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
              isOn={accept.includes(extension as FileExtension)}
              onChange={(isOn) => toggle(extension, isOn)}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

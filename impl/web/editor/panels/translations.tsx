/** The panel of languages, with the texts of the form beside their translations. */
import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Language } from "../../../../generated/types.ts";
import { collectTexts, setAt } from "../../../forms/structure/identified-texts.ts";
import { type Parts, useParts } from "../context.ts";
import { Button, CheckBox } from "../inputs/controls.tsx";
import { Menu, TextInput } from "../inputs/inputs.tsx";
import { leave } from "../leave.ts";
import { setProperty, setText } from "../model/edits.ts";
import { removeLanguage } from "../model/form-texts.ts";
import { filledMark, fillTexts, listUntranslated } from "../saving/filled-texts.ts";
import { TextsFile } from "./texts-file.tsx";

const LANGUAGES: readonly Language[] = [
  ...(["bg", "hr", "cs", "da", "nl", "en", "et", "fi", "fr", "de", "el", "hu"] as const),
  ...(["ga", "it", "lv", "lt", "mt", "pl", "pt", "ro", "sk", "sl", "es", "sv"] as const),
];

export function LanguagesPanel() {
  const parts = useParts();
  const { editor, say, languageName } = parts;
  const { structure } = editor;
  const translated = useRef<HTMLDivElement>(null);
  const { default_language, languages } = structure;
  const others = languages.filter((language) => language !== default_language);
  const nameLanguages = (list: readonly Language[]) =>
    list.map((language) => [language, languageName(language)] as const);
  const missing = LANGUAGES.filter((language) => !languages.includes(language));
  const target = others.includes(editor.language) ? editor.language : others[0];

  function add(language: Language): void {
    editor.edit((form) => setProperty(form, "languages", [...form.languages, language]), `add ${language}`);
    editor.setLanguage(language);
    void fillIn(parts, language, false);
  }

  return (
    <div class="ed-fields">
      <div class="ed-pair">
        <Menu
          label={say("default_language")}
          path="/default_language"
          value={default_language}
          options={nameLanguages(languages)}
          onSelect={(language) => editor.edit((form) => setProperty(form, "default_language", language))}
        />
        {missing.length > 0 && !editor.isReadOnly && (
          <Menu
            label={say("add_language")}
            value={"" as Language}
            options={[
              ["" as Language, "…"],
              ...nameLanguages(missing).toSorted(([, a], [, b]) => a.localeCompare(b)),
            ]}
            onSelect={add}
          />
        )}
      </div>
      {target === undefined ? (
        <p class="ed-hint ed-coming" key="none">
          {say("one_language")}
        </p>
      ) : (
        <div class="ed-fields ed-coming" key="some" ref={translated}>
          {!editor.isReadOnly && <RemoveButtons languages={others} whole={translated} />}
          {others.length > 1 && (
            <Menu
              label={say("translate_into")}
              value={target}
              options={nameLanguages(others)}
              onSelect={(language) => editor.setLanguage(language)}
            />
          )}
          <div class="ed-fields ed-coming" key={target}>
            <Translations target={target} />
          </div>
          {!editor.isReadOnly && <TextsFile />}
        </div>
      )}
    </div>
  );
}

interface RemoveProps {
  readonly languages: readonly Language[];
  /** The part of all translations. */
  readonly whole: RefObject<Element | null>;
}

/** Buttons that remove one language each. The whole part leaves with the last one. */
function RemoveButtons({ languages, whole }: RemoveProps) {
  const { editor, say, languageName } = useParts();
  const isLast = languages.length === 1;

  function remove(language: Language): void {
    const { default_language, languages: present } = editor.structure;
    if (language === default_language || !present.includes(language)) return;
    editor.edit((form) => removeLanguage(form, language));
    editor.announce(say("removed", { name: languageName(language) }), true);
  }

  function press(language: Language): void {
    const row = whole.current?.querySelector(`[data-language="${language}"]`);
    const menu = document.querySelector(".ed-writing");
    if (isLast) void leave(whole.current, () => remove(language), menu);
    else void leave(row, () => remove(language));
  }

  return (
    <div class="ed-row">
      {languages.map((language) => (
        <span class="ed-coming" key={language} data-language={language}>
          <Button
            icon="remove"
            kind="plain"
            label={say("remove_language", { language: languageName(language) })}
            onPress={() => press(language)}
          />
        </span>
      ))}
    </div>
  );
}

/** Adds the translations that the service knows, or those of its model. */
async function fillIn({ editor, server, say, languageName }: Parts, to: Language, isByModel: boolean) {
  const from = editor.structure.default_language;
  const reply = await server.translate(editor.structure, to, isByModel);
  const { default_language, languages } = editor.structure;
  // By now the language may be removed, or be the default one.
  if (default_language !== from || !languages.includes(to)) return;
  if (!reply.ok) return editor.announce(reply.message || say(isByModel ? "ai_failed" : "fill_failed"));
  const { structure, texts } = fillTexts(editor.structure, to, reply.translations);
  editor.filled.mark(
    texts.map((text) => filledMark(text, from, to)),
    true,
  );
  editor.edit(() => structure, isByModel ? undefined : `add ${to}`);
  const counts = { n: texts.length, m: listUntranslated(structure, to).length, language: languageName(to) };
  editor.announce(say(isByModel ? "filled_rest" : "filled_known", counts), texts.length > 0);
}

/** A button that has the model translate the missing texts. */
function TranslateRest({ target, count }: { target: Language; count: number }) {
  const parts = useParts();
  const { say } = parts;
  const [isWorking, setWorking] = useState(false);

  return (
    <div>
      <p class="ed-hint">{say("translate_rest_cost", { model: parts.editor.boot.model ?? "" })}</p>
      <Button
        label={say(isWorking ? "ai_working" : "translate_rest", { n: count })}
        isDisabled={isWorking}
        onPress={() => {
          setWorking(true);
          void fillIn(parts, target, true).finally(() => setWorking(false));
        }}
        name="translate-rest"
      />
    </div>
  );
}

/** The number of texts shown at once, enough for almost every form. More appear as the first ones are translated. */
const SHOWN_AT_ONCE = 300;

function Translations({ target }: { target: Language }) {
  const { editor, say, languageName } = useParts();
  const [onlyMissing, setOnlyMissing] = useState(false);
  // Texts that were missing when the filter was set stay in the list, so no text disappears while the user types.
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const { structure } = editor;
  const first = structure.default_language;
  const texts = collectTexts(structure);
  const isMissing = ({ text }: (typeof texts)[number]) => text[target] === undefined;
  const missing = texts.filter(isMissing);
  const findMark = ({ text }: (typeof texts)[number]) => filledMark(text, first, target);
  const isFilled = (one: (typeof texts)[number]) => editor.filled.has(findMark(one));
  const filled = texts.filter(isFilled);
  const listed = texts.filter((one) => !onlyMissing || isMissing(one) || kept.has(one.path.join("/")));

  function filter(isOn: boolean): void {
    setKept(new Set(missing.map(({ path }) => path.join("/"))));
    setOnlyMissing(isOn);
  }

  function check(): void {
    editor.filled.mark(filled.map(findMark), false);
    editor.announce(say("filled_done"));
  }

  function write({ path, text }: (typeof texts)[number], words: string): void {
    const next = setText(text, target, words);
    editor.edit((form) => setAt(form, path, next), `${target} ${path.join("/")}`);
  }

  return (
    <>
      <div class="ed-progress">
        <progress
          value={texts.length - missing.length}
          max={texts.length}
          aria-label={languageName(target)}
        />
        <span>{say("translation_state", { n: texts.length - missing.length, m: texts.length })}</span>
      </div>
      {filled.length > 0 && !editor.isReadOnly && (
        <div class="ed-note" data-name="filled">
          <p>{say("filled_count", { n: filled.length })}</p>
          <Button label={say("filled_checked")} onPress={check} name="filled-checked" />
        </div>
      )}
      {editor.boot.model !== null && missing.length > 0 && !editor.isReadOnly && (
        <TranslateRest target={target} count={missing.length} />
      )}
      <CheckBox label={say("only_untranslated")} isOn={onlyMissing} onChange={filter} />
      {listed.length === 0 && <p class="ed-hint">{say("all_translated")}</p>}
      <ul class="ed-texts">
        {listed.slice(0, SHOWN_AT_ONCE).map((one) => {
          const path = one.path.join("/");
          const original = one.text[first] ?? "";
          return (
            <li
              key={path}
              class={isMissing(one) ? "ed-untranslated" : isFilled(one) ? "ed-filled" : undefined}
            >
              <p lang={first} class="ed-original">
                {original}
              </p>
              <TextInput
                label={`${languageName(target)}: ${original.slice(0, 100)}`}
                isLabelHidden
                isMultiline={original.length > 60 || original.includes("\n")}
                lang={target}
                maxLength={2_000}
                value={one.text[target] ?? ""}
                path={`/${path}/${target}`}
                hint={isMissing(one) ? say("untranslated") : isFilled(one) ? say("filled") : undefined}
                onText={(words) => write(one, words)}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

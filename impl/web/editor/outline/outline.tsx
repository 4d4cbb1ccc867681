/** The structure of the form as a list: pages with their questions, endings, calculations, hidden fields. */
import { useEffect, useRef } from "preact/hooks";
import type { FormField, FormPage } from "../../../../generated/types.ts";
import { CheckList } from "../check-list.tsx";
import { type Parts, pickText, useParts } from "../context.ts";
import { Button, MoveButtons } from "../inputs/controls.tsx";
import { type Drop, draggable } from "../inputs/drag.ts";
import { Icon } from "../inputs/icons.tsx";
import { Menu } from "../inputs/inputs.tsx";
import { allFields, moveField, moveItem, setProperty, stepField } from "../model/edits.ts";
import { freeId } from "../model/ids.ts";
import { plainText } from "../model/mentions.ts";
import { countLacking } from "../saving/filled-texts.ts";
import { AddField } from "./add-field.tsx";
import { FieldItem } from "./outline-field.tsx";
import { OutlineLists } from "./outline-lists.tsx";
import { PasteQuestions } from "./paste-questions.tsx";

export function Outline() {
  const parts = useParts();
  const { editor, say } = parts;
  const root = useRef<HTMLElement>(null);
  const { structure, selection } = editor;
  useEffect(() => draggable(root.current!, (drop) => dropPart(drop)), []);

  function dropPart({ id, list, index }: Drop) {
    if (id.startsWith("page:")) return movePage(id.slice(5), index);
    editor.edit((form) => moveField(form, id, list, index));
    tellPlace(id);
  }

  function movePage(id: string, index: number) {
    editor.edit((form) => {
      const from = form.pages.findIndex((page) => page.id === id);
      return setProperty(form, "pages", moveItem(form.pages, from, index));
    });
  }

  function tellPlace(id: string): void {
    const fields = allFields(editor.structure);
    const at = fields.findIndex((field) => field.id === id);
    const name = plainText(editor, fields[at]?.label);
    editor.announce(say("moved", { name, n: at + 1, m: fields.length }), true);
  }

  function label(field: FormField | undefined): string {
    return pickText(field?.label, editor.language, structure.default_language) || say("untitled");
  }

  /** Moves the focus between the items with arrow keys, and with Alt the question or page that has the focus. */
  function onKey(event: KeyboardEvent): void {
    const name = (event.target as Element).closest<HTMLElement>(".ed-item-name");
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : undefined;
    if (name === null || by === undefined) return;
    event.preventDefault();
    const names = [...root.current!.querySelectorAll<HTMLElement>(".ed-item-name")];
    const id = name.closest<HTMLElement>("[data-item]")?.dataset.item;
    if (!event.altKey) names[names.indexOf(name) + by]?.focus();
    else if (id !== undefined) moveBy(id, by);
  }

  function moveBy(id: string, by: -1 | 1): void {
    if (id.startsWith("page:")) {
      const page = id.slice(5);
      movePage(page, editor.structure.pages.findIndex((one) => one.id === page) + by);
    } else {
      editor.edit((form) => stepField(form, id, by));
      tellPlace(id);
    }
    root.current!.querySelector<HTMLElement>(`[data-item="${id}"] .ed-item-name`)?.focus();
  }

  const isCurrent = (kind: string) => (selection.kind === kind ? ("true" as const) : undefined);
  return (
    <nav class="ed-outline" ref={root} aria-label={say("outline")} onKeyDown={onKey}>
      <CheckList />
      <WritingLanguage />
      <ul class="ed-top-items">
        {(["form", "welcome", "look", "settings", "languages"] as const).map((kind) => (
          <li key={kind}>
            <button
              type="button"
              class="ed-item-name"
              aria-current={isCurrent(kind)}
              tabIndex={isCurrent(kind) ? 0 : -1}
              onClick={() => editor.select({ kind })}
            >
              <Icon name={kind} />
              {say(kind === "form" ? "form_title" : kind)}
              {kind === "languages" && <Untranslated />}
            </button>
          </li>
        ))}
      </ul>
      <div data-list="pages" data-group="pages">
        {structure.pages.map((page, at) => (
          <PageItem key={page.id} page={page} at={at} label={label} onMovePage={movePage} />
        ))}
      </div>
      {!editor.isReadOnly && structure.pages.length < 50 && (
        <Button
          icon="add"
          label={say("add_page")}
          kind="plain"
          onPress={() => addPage(parts)}
          name="add-page"
        />
      )}
      <OutlineLists />
    </nav>
  );
}

/** Adds a page with a question, and selects the question. */
function addPage({ editor, say }: Parts): void {
  const { pages, default_language: language } = editor.structure;
  const id = freeId(
    `page_${pages.length + 1}`,
    pages.map((page) => page.id),
  );
  const fieldId = editor.freeAnswerId(`question_${allFields(editor.structure).length + 1}`);
  const field = { id: fieldId, type: "short_text", label: { [language]: say("new_label") } };
  editor.edit((form) => setProperty(form, "pages", [...form.pages, { id, fields: [field] }]));
  editor.select({ kind: "field", id: fieldId });
}

/** Selects the language that texts are written in. */
function WritingLanguage() {
  const { editor, say, languageName } = useParts();
  const { languages } = editor.structure;
  if (languages.length < 2) return null;
  return (
    <div class="ed-writing ed-coming">
      <Menu
        label={say("writing_in")}
        value={editor.language}
        options={languages.map((language) => [language, languageName(language)] as const)}
        onSelect={(language) => editor.setLanguage(language)}
      />
    </div>
  );
}

/** Shows the number of missing translations. */
function Untranslated() {
  const { editor, say } = useParts();
  const n = countLacking(editor.structure);
  if (n === 0) return null;
  const words = say("translations_missing", { n });
  return (
    <span class="ed-mark ed-count" title={words}>
      <span aria-hidden="true">{n}</span>
      <span class="vh">{words}</span>
    </span>
  );
}

interface PageItemProps {
  readonly page: FormPage;
  readonly at: number;
  readonly label: (field: FormField) => string;
  readonly onMovePage: (id: string, index: number) => void;
}

function PageItem({ page, at, label, onMovePage }: PageItemProps) {
  const { editor, say } = useParts();
  const { structure, selection } = editor;
  const title = pickText(page.title, editor.language, structure.default_language);
  const isSelected = selection.kind === "page" && selection.id === page.id;
  return (
    <section class="ed-page" data-item={`page:${page.id}`}>
      <div class="ed-page-head">
        {!editor.isReadOnly && structure.pages.length > 1 && (
          <span class="ed-handle" data-drag="" aria-hidden="true" title={say("drag")} />
        )}
        <button
          type="button"
          class="ed-item-name ed-page-name"
          aria-current={isSelected ? "true" : undefined}
          tabIndex={isSelected ? 0 : -1}
          onClick={() => editor.select({ kind: "page", id: page.id })}
        >
          {say("page", { n: at + 1 })}
          {title !== "" && <span class="ed-page-title">{title}</span>}
        </button>
        {!editor.isReadOnly && structure.pages.length > 1 && (
          <MoveButtons
            isSkipped
            at={at}
            count={structure.pages.length}
            onMove={(to) => onMovePage(page.id, to)}
          />
        )}
      </div>
      <ol class="ed-items" data-list={page.id} data-group="fields">
        {(page.fields as FormField[]).map((field) => (
          <FieldItem key={field.id} field={field} label={label(field)} />
        ))}
      </ol>
      {!editor.isReadOnly && (
        <div class="ed-row ed-add">
          <AddField pageId={page.id} label={say("add_here", { n: at + 1 })} />
          <PasteQuestions pageId={page.id} label={say("add_here", { n: at + 1 })} />
        </div>
      )}
    </section>
  );
}

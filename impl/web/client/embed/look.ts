/** The style sheets of buttons and dialogs on other sites. Made by script, they work under any policy for styles. */

function sheetOf(rules: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
}

/** Without colours in its attributes, a button looks as the page wants its links. */
export const buttonSheet: CSSStyleSheet = sheetOf(`
a[data-form-button][style*="--form-ground"] {
  display: inline-block;
  box-sizing: border-box;
  min-height: 2.75rem;
  padding: .6rem 1.4rem;
  border-radius: 10px;
  background: var(--form-ground);
  color: var(--form-text);
  font-weight: 600;
  line-height: 1.5;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
a[data-form-button][style*="--form-ground"]:hover {
  text-decoration: underline;
}
a[data-form-button][style*="--form-ground"]:focus-visible {
  outline: 3px solid var(--form-ground);
  outline-offset: 3px;
}`);

export const dialogSheet: CSSStyleSheet = sheetOf(`
dialog {
  box-sizing: border-box;
  width: min(44rem, 100vw - 2rem);
  max-width: none;
  max-height: none;
  padding: 0;
  border: 0;
  border-radius: 14px;
  overflow: hidden;
  background: Canvas;
  color: CanvasText;
  box-shadow: 0 1rem 4rem #0006;
  overscroll-behavior: contain;
}
dialog::backdrop {
  background: #0009;
}
div {
  display: flex;
  flex-direction: column;
  max-height: calc(100vh - 4rem);
  max-height: calc(100dvh - 4rem);
}
button {
  flex: none;
  align-self: end;
  width: 2.75rem;
  height: 2.75rem;
  margin: .25rem;
  padding: 0;
  border: 0;
  border-radius: 8px;
  background: linear-gradient(currentcolor 0 0) center/1.1rem 2px no-repeat,
    linear-gradient(currentcolor 0 0) center/2px 1.1rem no-repeat;
  color: inherit;
  rotate: 45deg;
  cursor: pointer;
}
button:hover {
  opacity: .6;
}
button:focus-visible {
  outline: 2px solid;
  outline-offset: -6px;
}
iframe {
  flex: 0 1 auto;
  width: 100%;
  height: 24rem;
  min-height: 0;
  border: 0;
}
@media (max-width: 40rem), (max-height: 30rem) {
  dialog {
    width: 100vw;
    height: 100vh;
    height: 100dvh;
    margin: 0;
    border-radius: 0;
  }
  div {
    height: 100%;
    max-height: none;
  }
  iframe {
    flex: 1;
    height: auto !important;
  }
}
@media (forced-colors: active) {
  dialog {
    border: 1px solid;
  }
  button {
    background: none;
    rotate: none;
  }
  button::before {
    content: "\\d7";
    font-size: 1.5rem;
  }
}`);

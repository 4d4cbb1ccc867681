(()=>{function f(e){let o=new CSSStyleSheet;return o.replaceSync(e),o}var g=f(`
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
}`),p=f(`
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
}`);var T=3e3,A=2e4,k=/^rgb\(\d+, \d+, \d+\)$/,l="data-form-open";function b(){return document.querySelector(`[${l}]`)!==null}function C(e){let{colorScheme:o}=getComputedStyle(e);return(o==="normal"?document.querySelector("meta[name=color-scheme]")?.content:o)?.includes("dark")===!0}var s=class{#e;#i;#o=document.createElement("div");#t;#r=!1;#n;constructor(o,n){this.#e=o,this.#i=n}open(){this.#s(()=>location.assign(this.#e.href)),this.#a()}openWhenReady(o){this.#n=()=>{o()?setTimeout(()=>this.#n?.(),1e3):(this.#n=void 0,this.#a())},this.#s(()=>{})}#a(){let o=this.#t;if(o===void 0||o.open)return;let{style:n}=document.documentElement,r=[n.overflow,n.scrollbarGutter],t=innerWidth>document.documentElement.clientWidth;n.overflow="hidden",t&&(n.scrollbarGutter="stable"),this.#o.setAttribute(l,""),o.addEventListener("close",()=>{this.#o.removeAttribute(l),[n.overflow,n.scrollbarGutter]=r},{once:!0}),o.showModal()}#s(o){if(this.#t)return;let n=this.#e.textContent.trim(),r=C(this.#e)?"light dark":"light",t=document.createElement("dialog");t.setAttribute("aria-label",n),t.style.colorScheme=r;let i=document.createElement("button");i.type="button",i.setAttribute("aria-label",this.#e.dataset.formClose||"Close"),i.addEventListener("click",()=>t.close());let a=document.createElement("iframe");a.title=n;let d=new URL(this.#e.href);d.hash="",d.searchParams.set("embed",r==="light"?"light":"1"),a.src=d.href,a.addEventListener("load",()=>setTimeout(()=>this.#r||o(),T)),addEventListener("message",({source:c,origin:L,data:M})=>{c===a.contentWindow&&L===this.#i&&this.#d(M,a)}),t.addEventListener("click",({target:c})=>c===t&&t.close());let u=document.createElement("div");u.append(i,a),t.append(u);let h=this.#o.attachShadow({mode:"open"});h.adoptedStyleSheets=[p],h.append(t),document.body.append(this.#o),this.#t=t}#d(o,n){let{type:r,height:t,background:i}=o??{};r==="form:escape"&&this.#t?.close(),!(r!=="form:height"||typeof t!="number")&&(t>0&&t<=A&&(n.style.height=`${t}px`),typeof i=="string"&&k.test(i)&&this.#t?.style.setProperty("background",i),!this.#r&&(this.#r=!0,this.#n?.()))}};var{origin:m}=new URL(document.currentScript?.src??location.href),H=/^\/f\/frm_[0-9A-Za-z]{22}$/,O=/^(#[0-9a-f]{6}) (#[0-9a-f]{6})$/i,R=3600;"adoptedStyleSheets"in document&&"showModal"in HTMLDialogElement.prototype&&(document.readyState==="loading"?addEventListener("DOMContentLoaded",y):y());function y(){document.adoptedStyleSheets.push(g);for(let e of v("data-form-button"))P(e);for(let e of v("data-form-popup"))_(e)}function v(e){let n=[...document.querySelectorAll(`a[${e}]:not([data-form-ready])`)].filter(({origin:r,pathname:t})=>r===m&&H.test(t));for(let r of n)r.dataset.formReady="";return n}function P(e){let o=new s(e,m);e.setAttribute("role","button"),e.setAttribute("aria-haspopup","dialog");let[,n,r]=O.exec(e.dataset.formColors??"")??[];n&&r&&(e.style.setProperty("--form-ground",n),e.style.setProperty("--form-text",r)),e.addEventListener("click",t=>{t.defaultPrevented||t.ctrlKey||t.metaKey||t.shiftKey||t.altKey||(t.preventDefault(),E(e),o.open())}),e.addEventListener("keydown",t=>{t.key===" "&&(t.preventDefault(),e.click())})}function _(e){let o=Number(e.dataset.formPopup||Number.NaN);if(!(o>=0&&o<=R)||x(e))return;let n=new s(e,m),r=()=>{if(!x(e)){if(S()){setTimeout(r,1e3);return}E(e),n.openWhenReady(S)}};setTimeout(r,o*1e3)}function S(){let e=document.activeElement?.matches("input, textarea, select, iframe, [contenteditable]");return document.hidden||b()||e===!0||document.querySelector("dialog[open]")!==null}function E({pathname:e}){try{localStorage.setItem(w(e),"1")}catch{}}function x({pathname:e}){try{return localStorage.getItem(w(e))!==null}catch{return!0}}function w(e){return`form-opened ${e}`}})();

/** The style sheet of the HTML report, for light and dark colour schemes. */
export const htmlStyle = `
:root{--bg:#fbfaf8;--card:#fff;--ink:#1d2129;--soft:#5c6371;--line:#e4e2dd;--held:#1f7a4d;--failed:#c5383c;--advice:#9a5b00;--unverified:#7d6100;--accepted:#8a8f99;--inapplicable:#d3d1cb;--code:#f3f1ec}
@media(prefers-color-scheme:dark){:root{--bg:#14161a;--card:#1c1f25;--ink:#e7e9ee;--soft:#969dab;--line:#2d313a;--held:#4fc08a;--failed:#f0686b;--advice:#f0a94a;--unverified:#e0c04a;--accepted:#7d8490;--inapplicable:#3a3f49;--code:#262a32}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
header,main{max-width:1080px;margin:0 auto;padding:0 24px}
header{padding-top:48px}
nav{display:flex;flex-wrap:wrap;gap:4px 22px;margin:0 0 28px}
nav a{padding:4px 0;color:var(--soft);text-decoration:none;border-bottom:2px solid transparent}
nav a:hover{color:var(--ink)}nav a[aria-current]{color:var(--ink);border-bottom-color:var(--ink)}
.scroll.flush{margin-top:0}
.kicker{margin:0;color:var(--soft)}
h1{margin:4px 0 20px;font-size:clamp(26px,4.5vw,40px);line-height:1.15;letter-spacing:-.02em}
h1.failed{color:var(--failed)}h1.unverified{color:var(--unverified)}h1.held{color:var(--held)}
h2{margin:44px 0 14px;font-size:20px;letter-spacing:-.01em}
h3{margin:0 0 4px;font-size:16px}
h3.cause{margin:22px 0 6px;font-weight:600}
.bar{display:flex;gap:3px;height:12px;border-radius:6px;overflow:hidden}
.bar i{min-width:4px}
i.held,.dot.held{background:var(--held)}i.failed,.dot.failed{background:var(--failed)}i.advice,.dot.advice{background:var(--advice)}i.unverified,.dot.unverified{background:var(--unverified)}i.accepted,.dot.accepted{background:var(--accepted)}i.inapplicable,.dot.inapplicable{background:var(--inapplicable)}
.legend{display:flex;flex-wrap:wrap;gap:4px 20px;margin:10px 0 0;color:var(--soft)}
.legend .held b{color:var(--held)}.legend .failed b{color:var(--failed)}.legend .advice b{color:var(--advice)}.legend .unverified b{color:var(--unverified)}
.facts{margin:4px 0 0;color:var(--soft);font-variant-numeric:tabular-nums}
.why{margin:0 0 8px;color:var(--soft)}
.next{margin:0 0 24px;padding:14px 20px;background:var(--card);border:1px solid var(--line);border-radius:8px}
.next h2{margin:0 0 6px;font-size:16px}.next ol{margin:0;padding-left:22px}.next li{border:0;padding:4px 0}
section:last-child.next{padding-bottom:14px}header h2{margin-top:24px}
.note{padding:10px 14px;border-left:3px solid var(--unverified);background:var(--card)}
.scroll{overflow-x:auto;width:min(100vw - 48px,1400px);margin:32px 0 0;margin-left:calc((100% - min(100vw - 48px,1400px))/2)}
.matrix{min-width:min(100%,1032px);margin:0 auto;border-collapse:separate;border-spacing:3px;font-variant-numeric:tabular-nums}
.matrix th{font-weight:500;text-align:left;white-space:nowrap}
.matrix thead th{padding:3px 0;color:var(--soft);font-size:12px;writing-mode:vertical-rl;transform:rotate(180deg);vertical-align:middle}
.matrix tbody th{position:sticky;left:0;padding-right:12px;background:var(--bg);font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.matrix small{font-weight:400}
.matrix td{min-width:34px;padding:0 4px;white-space:nowrap;height:30px;border-radius:5px;text-align:center;font-size:13px}
td.held{background:color-mix(in srgb,var(--held) 20%,var(--card))}
td.failed{background:var(--failed);color:var(--bg);font-weight:700}
td.advice{background:color-mix(in srgb,var(--advice) 30%,var(--card));font-weight:600}
td.unverified{background:color-mix(in srgb,var(--unverified) 26%,var(--card));font-weight:600}
td.inapplicable{color:var(--soft)}
td.accepted{background:color-mix(in srgb,var(--accepted) 20%,var(--card))}
.filters{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;gap:8px 20px;margin:32px 0 0;padding:10px 0;background:var(--bg);border-bottom:1px solid var(--line)}
fieldset{display:flex;min-width:0;flex-wrap:wrap;gap:4px;margin:0;padding:0;border:0}
.filters input{position:absolute;opacity:0}
.filters span{display:block;padding:3px 11px;border:1px solid var(--line);border-radius:99px;font-size:13px;cursor:pointer}
.filters input:checked+span{background:var(--ink);border-color:var(--ink);color:var(--bg)}
.filters input:focus-visible+span{outline:2px solid var(--held);outline-offset:2px}
.dot{display:inline-block;width:11px;height:11px;margin-right:9px;border-radius:50%}
article{margin:0 0 14px;padding:16px 20px;background:var(--card);border:1px solid var(--line);border-left:4px solid var(--failed);border-radius:8px}
.of-advice article{border-left-color:var(--advice)}
.where{margin:0 0 10px;color:var(--soft);font-size:13px;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:0}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
code,pre{font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{padding:1px 5px;border-radius:4px;background:var(--code);overflow-wrap:anywhere}
pre{margin:8px 0 0;padding:12px 14px;border-radius:6px;background:var(--code);white-space:pre-wrap;overflow-wrap:anywhere;user-select:all}
details{margin:8px 0}
summary{cursor:pointer;color:var(--soft)}summary small,.legend span{white-space:nowrap}
h1,h3,p,li{overflow-wrap:anywhere}
ul{margin:6px 0;padding:0;list-style:none}
li{padding:7px 0;border-bottom:1px solid var(--line);font-size:14px}
li small{display:block;color:var(--soft);overflow-wrap:anywhere}
section:last-child{padding-bottom:64px}
a{color:inherit}
@media print{.filters{display:none}}
@media(max-width:720px){
header,main{padding:0 16px}header{padding-top:28px}
.filters{position:static}
.scroll{width:auto;margin-left:0}
.matrix,.matrix tbody tr{display:block}.matrix tbody{display:flex;flex-direction:column}.matrix thead,.matrix td:empty{display:none}
.matrix tbody tr{display:flex;flex-wrap:wrap;gap:4px;padding:10px 0;border-bottom:1px solid var(--line)}
.matrix tr:has(td.unverified,td.advice){order:-1}.matrix tr:has(td.failed){order:-2}
.matrix tbody th{position:static;order:-3;flex-basis:100%;padding:0;white-space:normal;overflow-wrap:anywhere}
.matrix td{min-width:0;height:auto;padding:2px 8px}
.matrix td::before{content:attr(data-kind) " ";font-weight:400}
.matrix td.failed{order:-2}.matrix td.failed::before{content:"\u2717 " attr(data-kind) " "}
.matrix td.unverified,.matrix td.advice{order:-1}.matrix td.unverified::before{content:"? " attr(data-kind) " "}
.matrix td.advice::before{content:"! " attr(data-kind) " "}
dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:6px}
}
`;

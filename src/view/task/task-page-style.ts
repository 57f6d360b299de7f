/** How the page of a task looks: one column, quiet, in the colours that the reader's device prefers. Texts have a contrast of at least 4.5 to 1 (WCAG AA). */

export const style = `
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #585f68; --faint: #616871; --paper: #fdfdfc; --card: #f4f4f1; --line: #deded9;
  --good: #17703f; --fair: #825900; --bad: #ab2f25; --accent: #2f5a9e; --added: #e2f3e7; --removed: #fbe7e4; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e5e7; --soft: #abb1b9; --faint: #969da6; --paper: #17191c; --card: #202327; --line: #363a41;
  --good: #5fc48b; --fair: #e0b04c; --bad: #f2938a; --accent: #97b9f1; --added: #17301f; --removed: #3b201d; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 54rem; padding: 2.5rem 1.25rem 3rem; overflow-wrap: anywhere; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .4rem 0 .6rem; font-weight: 650; }
h2 { font-size: 1.2rem; margin: 2.6rem 0 .7rem; font-weight: 650; }
h3 { font-size: 1.05rem; margin: 1.2rem 0 .3rem; font-weight: 620; } h4, h5 { font-size: 1rem; margin: 0; font-weight: 600; } h5 { font-size: .9rem; margin: 1rem 0 .3rem; }
.part { font-size: .9rem; color: var(--soft); } .part::first-letter { text-transform: uppercase; }
p { margin: .4rem 0; } hr { border: 0; border-top: 1px solid var(--line); margin: 1.2rem 0; }
a { color: var(--accent); text-underline-offset: .15em; } a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: .2rem; }
code, pre, .n { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
code { font-size: .9em; }
pre { font-size: .85rem; line-height: 1.5; white-space: pre-wrap; margin: .3rem 0; } pre code { font-size: inherit; }
.soft { color: var(--soft); } .small { font-size: .88rem; }
.badge { display: inline-block; margin: 0; padding: .15rem .7rem; border-radius: 1rem; font-size: .88rem; font-weight: 600; border: 1.5px solid; }
.good { color: var(--good); } .fair { color: var(--fair); } .bad { color: var(--bad); } .open, .mark.plain { color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: .35rem 1.6rem; margin: 1.1rem 0 0; padding: .8rem 0; border-block: 1px solid var(--line); font-size: .88rem; }
.facts div { min-width: 0; } .facts dt { color: var(--faint); font-size: .8rem; } .facts dd { margin: 0; font-variant-numeric: tabular-nums; }
.output { background: var(--card); border-radius: .5rem; padding: .8rem 1.1rem; }
.text > :first-child { margin-top: 0; } .text > :last-child { margin-bottom: 0; } .asis { white-space: pre-wrap; } .text p { white-space: pre-line; }
.text p, .text ul, .text ol, .text pre, .text blockquote, .text .scroll { margin: .6rem 0; } .text ul, .text ol { padding-left: 1.5rem; } .text li { margin: .15rem 0; }
.text li ul, .text li ol { margin: .15rem 0; } .text h4 { margin: 1rem 0 .3rem; } .text li:has(> .box) { list-style: none; margin-left: -1.3rem; }
.text pre { background: var(--paper); border: 1px solid var(--line); border-radius: .4rem; padding: .6rem .8rem; }
blockquote { border-left: 3px solid var(--line); padding-left: .9rem; color: var(--soft); }
.items { list-style: none; margin: .3rem 0; padding: 0; } .items > li { position: relative; margin: .35rem 0; padding-left: 1.35rem; }
.items .more { margin-left: 1.35rem; font-size: .92rem; white-space: pre-line; } .items .mark { position: absolute; left: 0; } .why { margin: 0; }
.mark { font-weight: 700; }
.n { font-size: .75rem; color: var(--faint); font-weight: 400; } .n::before { content: "#"; }
.round { margin: 1.6rem 0; padding-left: 1rem; border-left: 3px solid var(--line); } .round > h3 { margin-top: 0; }
.card { background: var(--card); border-radius: .5rem; padding: .75rem 1rem; margin: .7rem 0; }
.side { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: .7rem; } .side .card { margin: 0; }
details { margin: .3rem 0 0; } summary { cursor: pointer; color: var(--accent); font-size: .88rem; width: fit-content; }
.call { margin: .55rem 0; padding-left: .8rem; border-left: 2px solid var(--line); font-size: .88rem; }
.call pre { max-height: 16rem; overflow-y: auto; }
.note { margin: .5rem 0; font-size: .92rem; }
.diff { border: 1px solid var(--line); border-radius: .4rem; padding: .4rem 0; font-size: .82rem; }
.diff span { display: block; padding: 0 .7rem 0 2rem; text-indent: -1.3rem; } .diff .added { background: var(--added); } .diff .removed { background: var(--removed); } .diff .hunk { color: var(--faint); }
.chart { display: block; width: 100%; max-width: 24rem; margin: .4rem 0; }
.chart .axis { stroke: var(--line); } .chart polyline { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }
.chart circle { fill: var(--accent); } .chart text { font: 600 10px system-ui, sans-serif; text-anchor: middle; fill: var(--ink); } .chart .name { font-weight: 400; fill: var(--faint); }
table { border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums; } .scroll { overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: .3rem .7rem .3rem 0; border-bottom: 1px solid var(--line); } tr:last-child td { border-bottom: 0; } th { font-weight: 550; color: var(--soft); }
.right { text-align: right; } .center { text-align: center; } .scroll th, .scroll td { overflow-wrap: break-word; min-width: 4rem; max-width: 24rem; }
.cost { width: 100%; } .cost th, .cost td { text-align: right; padding: .3rem 0 .3rem .6rem; white-space: nowrap; } .cost th { white-space: normal; overflow-wrap: normal; vertical-align: bottom; }
.cost th:first-child, .cost td:first-child { text-align: left; padding-left: 0; } .sum td { font-weight: 600; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .82rem; color: var(--soft); }
@media (max-width: 40rem) { body { padding: 1.4rem .95rem 2rem; } h1 { font-size: 1.3rem; } .round { padding-left: .7rem; } .card, .output { padding: .65rem .75rem; } .side { grid-template-columns: 1fr; }
  .cost, .cost tbody, .cost tr, .cost td { display: block; width: auto; } .cost thead { display: none; }
  .cost tr { padding: .5rem 0; border-bottom: 1px solid var(--line); } .cost tr:last-child { border-bottom: 0; } .cost td { display: flex; justify-content: space-between; gap: 1rem; padding: .05rem 0; border: 0; font-weight: 400; }
  .cost td:first-child { display: block; font-weight: 600; } .cost td:empty { display: none; } .cost td[data-name]::before { content: attr(data-name); color: var(--soft); } }
@media print { :root { --ink: #000; --soft: #444; --faint: #555; --paper: #fff; --card: #fff; --line: #bbb; --good: #06522a; --fair: #6b4a00; --bad: #8c1d13; --accent: #123a7a; --added: #fff; --removed: #fff; }
  body { font-size: 10pt; max-width: none; padding: 0; } .card, .output { border: 1px solid var(--line); } .call pre { max-height: none; } a[href]::after { content: " (" attr(href) ")"; }
  .call, .items > li, tr, .facts { break-inside: avoid; } h2, h3, h4 { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; } }
`;

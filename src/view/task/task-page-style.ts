/** How the page of a task looks: one column, quiet, in the colours that the reader's device prefers. */

export const style = `
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #5d646d; --faint: #8a919a; --paper: #fdfdfc; --card: #f5f5f2; --line: #e2e2dd;
  --good: #1a7f47; --fair: #9a6a00; --bad: #b3362b; --accent: #3a64a8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e5e7; --soft: #a3a9b1; --faint: #7c838c; --paper: #17191c; --card: #202327; --line: #33373d;
  --good: #5fc48b; --fair: #e0b04c; --bad: #f0857a; --accent: #8fb3ee; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 47rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .4rem 0 .6rem; font-weight: 650; }
h2 { font-size: 1.15rem; margin: 2.6rem 0 .7rem; font-weight: 650; }
h3 { font-size: 1rem; margin: 0; font-weight: 600; }
h4 { font-size: .85rem; margin: 1.1rem 0 .3rem; font-weight: 600; color: var(--soft); } h4::first-letter { text-transform: uppercase; }
p { margin: .4rem 0; }
ul { list-style: none; margin: .3rem 0; padding: 0; }
code, pre, .n { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
code { font-size: .9em; }
pre { font-size: .85rem; line-height: 1.5; white-space: pre-wrap; margin: .3rem 0; }
.soft { color: var(--soft); } .small { font-size: .88rem; }
.badge { display: inline-block; margin: 0; padding: .15rem .7rem; border-radius: 1rem; font-size: .88rem; font-weight: 600; border: 1.5px solid; }
.good { color: var(--good); } .fair { color: var(--fair); } .bad { color: var(--bad); } .open, .mark.plain { color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: .35rem 1.6rem; margin: 1.1rem 0 0; padding: .8rem 0; border-block: 1px solid var(--line); font-size: .88rem; }
.facts div { min-width: 0; } .facts dt { color: var(--faint); font-size: .78rem; } .facts dd { margin: 0; font-variant-numeric: tabular-nums; }
.output { background: var(--card); border-radius: .5rem; padding: .8rem 1rem; white-space: pre-wrap; }
.items li { margin: .3rem 0; padding-left: 1.35rem; text-indent: -1.35rem; }
.items .more { margin-left: 1.35rem; font-size: .92rem; }
.mark { display: inline-block; width: 1.35rem; text-indent: 0; font-weight: 700; }
.n { font-size: .72rem; color: var(--faint); font-weight: 400; text-indent: 0; }
.n::before { content: "#"; }
.round { margin: 1.6rem 0; padding-left: 1rem; border-left: 3px solid var(--line); }
.round > h3 { font-size: 1.05rem; }
.card { background: var(--card); border-radius: .5rem; padding: .75rem 1rem; margin: .7rem 0; }
.side { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: .7rem; } .side .card { margin: 0; }
details { margin: .5rem 0 0; } summary { cursor: pointer; color: var(--accent); font-size: .88rem; }
summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: .2rem; }
.call { margin: .55rem 0; padding-left: .8rem; border-left: 2px solid var(--line); font-size: .88rem; }
.call pre { max-height: 16rem; overflow-y: auto; }
.note { margin: .5rem 0; font-size: .92rem; }
.chart { display: block; width: 100%; max-width: 24rem; margin: .4rem 0; }
.chart .axis { stroke: var(--line); } .chart polyline { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }
.chart circle { fill: var(--accent); } .chart text { font: 600 10px system-ui, sans-serif; text-anchor: middle; fill: var(--ink); } .chart .name { font-weight: 400; fill: var(--faint); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .88rem; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .3rem .5rem; border-bottom: 1px solid var(--line); white-space: nowrap; } th:first-child, td:first-child { text-align: left; padding-left: 0; }
th { font-weight: 500; color: var(--soft); } tr:last-child td { border-bottom: 0; } .sum td { font-weight: 600; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .82rem; color: var(--soft); }
@media (max-width: 34rem) { main { padding: 1.4rem .95rem 3rem; } h1 { font-size: 1.3rem; } .round { padding-left: .7rem; } .card { padding: .65rem .75rem; } .side { grid-template-columns: 1fr; }
  table { font-size: .8rem; } th, td { padding: .3rem .25rem; } th { white-space: normal; overflow-wrap: normal; vertical-align: bottom; } td .soft { display: none; } }
@media print { :root { --ink: #000; --soft: #444; --faint: #666; --paper: #fff; --card: #fff; --line: #bbb; --good: #06522a; --fair: #6b4a00; --bad: #8c1d13; --accent: #123a7a; }
  body { font-size: 10pt; } main { max-width: none; padding: 0; } .card, .output { border: 1px solid var(--line); } .call pre { max-height: none; }
  .call, .items li, tr, .facts { break-inside: avoid; } h2, h3, h4 { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; } }
`;

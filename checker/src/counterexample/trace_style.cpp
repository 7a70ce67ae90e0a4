#include "trace_page.hpp"

namespace vigil::checker {

const std::string_view kTraceStyle = R"css(
:root {
  color-scheme: light dark;
  --page: #ffffff; --panel: #f3f5f7; --line: #d5dae0; --text: #1b1f24; --quiet: #646d78;
  --now: #fff0b8; --now-edge: #a67900; --good: #1a6b31; --bad: #b3121d; --bad-page: #fde7e8; --accent: #0b5cad;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171b; --panel: #1e2329; --line: #39414b; --text: #e8ebee; --quiet: #98a2ad;
    --now: #4a3d0c; --now-edge: #e5b93c; --good: #7bd491; --bad: #ff8f94; --bad-page: #43191c; --accent: #7cbcff;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
header, footer { padding: 0.8rem 1.2rem; }
h1 { margin: 0; font-size: 1.25rem; overflow-wrap: anywhere; }
h2 { margin: 0 0 0.4rem; font-size: 1rem; }
header p { margin: 0.2rem 0; }
code, td, .number, output { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 13px; }
dl.facts { display: flex; flex-wrap: wrap; gap: 0.1rem 1.4rem; margin: 0.4rem 0 0; font-size: 13px; }
dl.facts div { display: flex; gap: 0.4rem; }
dl.facts dt { color: var(--quiet); }
dl.facts dd { margin: 0; overflow-wrap: anywhere; }
.verdict { color: var(--bad); font-weight: 600; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }

nav { position: sticky; top: 0; z-index: 3; display: none; flex-wrap: wrap; align-items: center; gap: 0.4rem;
  padding: 0.5rem 1.2rem; background: var(--panel); border-block: 1px solid var(--line); }
.steppable nav { display: flex; }
nav button { min-width: 2.6rem; padding: 0.35rem 0.7rem; font: inherit; color: var(--text); background: var(--page);
  border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
nav button:disabled { color: var(--quiet); cursor: default; }
nav input { flex: 1 1 10rem; min-width: 6rem; accent-color: var(--accent); }
nav output { min-width: 8.5rem; }
kbd { padding: 0 0.3rem; border: 1px solid var(--line); border-radius: 4px; font-size: 12px; }

main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(20rem, 26rem); align-items: start; }
.steps { position: relative; overflow-x: auto; padding: 0 1.2rem 1.2rem; }
.steps svg { position: absolute; inset: 0; pointer-events: none; overflow: visible; fill: none; stroke-width: 2; }
.steps svg .rf { stroke: var(--good); }
.steps svg .fr { stroke: var(--bad); stroke-dasharray: 5 4; }
.steps svg .rf-head { fill: var(--good); }
.steps svg .fr-head { fill: var(--bad); }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; }
#trace th, #trace td { padding: 0.25rem 0.6rem; vertical-align: top; border-bottom: 1px solid var(--line); }
#trace td { overflow-wrap: anywhere; }
#trace th.number { width: 3.2rem; text-align: right; font-weight: 400; }
#trace td.where { color: var(--quiet); }
#trace td.step { min-width: 9.5rem; padding-inline: 1rem; }
#trace td + td { border-left: 1px solid var(--line); }
#trace tr.setup td { color: var(--quiet); }
#trace tr { scroll-margin: 5rem 0 3rem; }
.steppable #trace tr[data-step] { cursor: pointer; }
.steppable #trace tr.later td, .steppable #trace tr.later .bad, .steppable #trace tr.later .from
  { color: var(--quiet); }
.from { color: var(--good); white-space: nowrap; }
.bad, .wait { display: block; font-weight: 600; }
.bad { color: var(--bad); }
#trace tr.now > * { background: var(--now); }
#trace tr.now > :first-child { box-shadow: inset 4px 0 var(--now-edge); }
#trace tr.violation td { background: var(--bad-page); color: var(--bad); font-weight: 600; }
#trace tr.violation.now > * { background: var(--bad-page); box-shadow: inset 0 2px var(--bad), inset 0 -2px var(--bad); }

aside { display: none; position: sticky; top: 3.4rem; max-height: calc(100vh - 4rem); overflow: auto;
  margin: 0.8rem 1.2rem 0.8rem 0; padding: 0.8rem 1rem; background: var(--panel); border: 1px solid var(--line);
  border-radius: 8px; }
.steppable aside { display: block; }
#now { min-height: 6.2rem; margin: 0 0 0.8rem; overflow-wrap: anywhere; }
#now > * { display: block; }
#values th { padding: 0.3rem 0.6rem 0.3rem 0; vertical-align: top; font-weight: 400; }
#values th span { display: block; color: var(--quiet); font-size: 12px; }
#values td { padding: 0.3rem 0; }
#values tr + tr > * { border-top: 1px solid var(--line); }
#values tr.touched { background: var(--now); }
#values ol { display: flex; flex-wrap: wrap; gap: 0.3rem; margin: 0; padding: 0; list-style: none; }
#values li { padding: 0.1rem 0.4rem; background: var(--page); border: 1px solid var(--line); border-radius: 5px;
  overflow-wrap: anywhere; }
#values li.newest { border: 2px solid var(--good); font-weight: 600; }
#values li small { display: block; color: var(--quiet); font-weight: 400; }
#values li small.seen { color: var(--accent); }
.hint { color: var(--quiet); font-size: 12.5px; }

@media (max-width: 60rem) {
  main { grid-template-columns: minmax(0, 1fr); }
  aside { position: sticky; top: auto; bottom: 0; z-index: 2; max-height: 38vh; margin: 0; border-radius: 0; }
  #now { min-height: 0; }
  #trace tr { scroll-margin: 7rem 0 42vh; }
  .steps { padding-inline: 0.4rem; }
  header, footer, nav { padding-inline: 0.6rem; }
  #trace th, #trace td { padding-inline: 0.35rem; }
}
@media (max-width: 40rem) { .steppable #trace .where { display: none; } }
@media print { nav, aside, .steps svg { display: none !important; } }
)css";

}  // namespace vigil::checker

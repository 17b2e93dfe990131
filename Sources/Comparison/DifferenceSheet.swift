/// The style sheet of the pages with differences.
enum DifferenceSheet {
  /// The rules, in light and dark, for phones and large screens.
  static let css: StaticString = """
    :root{color-scheme:light dark;--ground:#f3f2ef;--card:#fff;--ink:#1d1d20;--soft:#63636b;--line:#dedcd6;--bubble:#efeeea;--own:#dcebfb;--old:#a3261c;--old-ground:#fbe3df;--new:#14663a;--new-ground:#d7f1df;--mark:#fbeeb8;--accent:#3a5f9c}
    @media (prefers-color-scheme:dark){:root{--ground:#161618;--card:#212124;--ink:#ececee;--soft:#a2a2ab;--line:#37373c;--bubble:#2d2d32;--own:#22395a;--old:#ff9d92;--old-ground:#552621;--new:#86dfa6;--new-ground:#1b4a2d;--mark:#5a4d12;--accent:#9dbcf2}}
    *{box-sizing:border-box}
    body{margin:0 auto;padding:1.25rem 1rem 3rem;max-width:68rem;background:var(--ground);color:var(--ink);font:1rem/1.4 system-ui,sans-serif;overflow-wrap:anywhere}
    h1{margin:0 0 .75rem;font-size:1.6rem;line-height:1.2}
    h2{margin:2rem 0 .75rem;font-size:1.15rem}
    h3{display:flex;flex-wrap:wrap;gap:.25rem .6rem;align-items:baseline;margin:0;font-size:.875rem;font-weight:400;color:var(--soft)}
    h4{margin:0 0 .35rem;font-size:.75rem;font-weight:600;color:var(--soft)}
    p{margin:0}
    ul{margin:0;padding:0;list-style:none}
    code{font:.8125rem/1.4 ui-monospace,monospace}
    .sides{display:grid;gap:.5rem;margin:0}
    .sides div{padding:.5rem .75rem;border-inline-start:.25rem solid var(--old);background:var(--card);border-radius:.25rem}
    .sides .new{border-color:var(--new)}
    .sides dt{font-size:.75rem;font-weight:600;color:var(--soft)}
    .sides dd{margin:0}
    .sides span{color:var(--soft);font-size:.875rem}
    .counts{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}
    .counts li{padding:.2rem .7rem;border:1px solid var(--line);border-radius:1rem;background:var(--card);font-size:.875rem}
    .facts li{padding:.2rem 0;color:var(--soft);font-size:.9375rem}
    .facts .uniform{color:var(--ink);font-weight:600}
    article{overflow-x:auto;margin:0 0 .875rem;padding:.875rem 1rem 1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
    .kind{padding:.05rem .55rem;border-radius:.75rem;background:var(--line);color:var(--ink);font-weight:600}
    .added .kind{background:var(--new-ground);color:var(--new)}
    .removed .kind{background:var(--old-ground);color:var(--old)}
    .pair{display:grid;gap:.75rem;margin-top:.75rem}
    .pair section{min-width:0}
    .bubble{padding:.6rem .8rem;border-radius:1rem;background:var(--bubble);border-inline-start:.25rem solid transparent}
    .bubble.own{background:var(--own)}
    .bubble.notice{border-radius:.5rem}
    .removed .old .bubble{border-color:var(--old)}
    .added .new .bubble{border-color:var(--new)}
    .bubble p{white-space:pre-wrap}
    .bubble p+p{margin-top:.3rem}
    .bubble .name{font-weight:600;font-size:.9375rem}
    .bubble .quote{padding-inline-start:.6rem;border-inline-start:.2rem solid var(--soft);font-size:.875rem;color:var(--soft)}
    .bubble .details,.bubble .folded,.bubble .item{font-size:.875rem}
    .bubble .item{padding:.3rem .6rem;border:1px dashed var(--soft);border-radius:.5rem;font-family:ui-monospace,monospace}
    .bubble .time{font-size:.8125rem;color:var(--soft)}
    .reactions>*{display:inline-block;padding:.1rem .5rem;border-radius:.75rem;background:var(--card)}
    del,ins,mark{border-radius:.2rem;padding:0 .1rem;color:inherit;text-decoration:none}
    del{background:var(--old-ground);color:var(--old);text-decoration:line-through}
    ins{background:var(--new-ground);color:var(--new);text-decoration:underline;text-underline-offset:.15em}
    mark{background:var(--mark)}
    .reactions>del{background:var(--old-ground)}
    .reactions>ins{background:var(--new-ground)}
    .none{color:var(--soft);font-style:italic}
    .pair .none{padding:.6rem .8rem;border:1px dashed var(--line);border-radius:1rem}
    table{width:100%;margin-top:.75rem;border-collapse:collapse;font-size:.875rem;overflow-wrap:break-word}
    th,td{padding:.25rem .5rem .25rem 0;border-top:1px solid var(--line);text-align:start;vertical-align:top;font-weight:400}
    thead th{border:0;font-size:.75rem;font-weight:600;color:var(--soft)}
    td:last-child,thead th:last-child{padding-inline-end:0;white-space:nowrap;text-align:end;font-variant-numeric:tabular-nums}
    nav{display:flex;gap:1rem;justify-content:center;margin-top:1.5rem}
    a{color:var(--accent)}
    .more{margin-top:1rem;color:var(--soft)}
    @media (min-width:48rem){body{padding:2rem 2rem 4rem}.sides,.pair{grid-template-columns:1fr 1fr}}
    @media (forced-colors:active){del,ins,mark{outline:1px solid}}

    """
}

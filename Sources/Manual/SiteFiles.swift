/// How the pages look, and what searches them.
enum SiteFiles {
  static let style = """
    :root {
      color-scheme: light dark;
      --text: #1d2330; --quiet: #5b6475; --page: #fdfdfb; --side: #f3f3ee; --line: #dcdcd4; --code: #f1f1ea;
      --link: #1f56a8; --mark: #8a4a00;
      font: 16px/1.6 system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --text: #d9dce4; --quiet: #98a0b0; --page: #15181f; --side: #1b1f28; --line: #313744; --code: #1f242e;
        --link: #8ab6ff; --mark: #f0b86a;
      }
    }
    * { box-sizing: border-box; }
    body { margin: 0; display: flex; color: var(--text); background: var(--page); }
    a { color: var(--link); text-decoration: none; }
    a:hover { text-decoration: underline; }
    nav {
      flex: 0 0 17rem; height: 100vh; position: sticky; top: 0; overflow-y: auto; padding: 1rem;
      background: var(--side); border-right: 1px solid var(--line); font-size: .9rem;
    }
    nav .name { margin: 0 0 .6rem; font-size: 1.15rem; font-weight: 600; }
    nav h2 { margin: 1.1rem 0 .2rem; font-size: .75rem; text-transform: uppercase; letter-spacing: .05em; color: var(--quiet); }
    nav ul, nav ol { list-style: none; margin: 0; padding: 0; }
    nav li a { display: block; padding: .1rem .4rem; border-radius: 4px; }
    nav a[aria-current] { background: var(--line); color: var(--text); }
    input {
      width: 100%; padding: .4rem .6rem; font: inherit; color: inherit; background: var(--page);
      border: 1px solid var(--line); border-radius: 6px;
    }
    #site-found li { border-bottom: 1px solid var(--line); }
    #site-found a { padding: .35rem .4rem; }
    #site-found small { display: block; color: var(--quiet); }
    #site-found a.chosen { background: var(--line); }
    main { flex: 1; min-width: 0; max-width: 56rem; padding: 1.5rem 2.5rem 6rem; }
    h1 { font-size: 2rem; line-height: 1.2; }
    h2 { margin-top: 2.2rem; padding-bottom: .2rem; border-bottom: 1px solid var(--line); }
    h2, h3 { line-height: 1.3; scroll-margin-top: 1rem; }
    .here { color: inherit; }
    code, pre { font: .875em/1.4 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
    code { background: var(--code); padding: .1em .3em; border-radius: 4px; }
    .word code { text-decoration: underline dotted; text-underline-offset: 3px; }
    h2 code, h3 code { background: none; padding: 0; }
    pre { overflow-x: auto; padding: .8rem 1rem; background: var(--code); border: 1px solid var(--line); border-radius: 6px; line-height: 1.25; }
    pre code { background: none; padding: 0; font-size: .85rem; line-height: inherit; }
    .prompt { color: var(--quiet); user-select: none; }
    .typed { color: var(--link); }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); }
    figure { margin: 1.5rem 0; overflow-x: auto; }
    figure svg { max-width: 100%; height: auto; }
    @media (max-width: 50rem) {
      body { display: block; }
      nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
      nav #site-pages { display: none; }
      main { padding: 1rem; }
    }
    @media print {
      :root { --text: #000; --quiet: #444; --page: #fff; --code: #f6f6f6; --line: #bbb; --link: #000; font-size: 10.5pt; }
      nav { display: none; }
      main { max-width: none; padding: 0; }
      pre { white-space: pre-wrap; }
      pre, table, figure { break-inside: avoid; }
      h1, h2, h3 { break-after: avoid; }
    }

    """

  static let script = #"""
    const box = document.getElementById("site-search"), list = document.getElementById("site-found");
    const pages = document.getElementById("site-pages");
    let chosen = 0;

    // Names come before what mentions them, and the beginning of a name before its middle.
    function rank(row, words) {
      const name = row[0].toLowerCase(), bare = name.replace(/^(is)?[.:\-]+/, "");
      const all = (row.join(" ")).toLowerCase();
      if (!words.every(word => all.includes(word))) return 0;
      const whole = words.join(" ");
      if (name === whole || bare === whole) return 5;
      if (name.startsWith(whole) || bare.startsWith(whole)) return 4;
      if (words.every(word => name.includes(word))) return 3;
      return words.every(word => (row[0] + row[1]).toLowerCase().includes(word)) ? 2 : 1;
    }

    function excerpt(text, words) {
      const plain = text.replace(/[`*]/g, ""), place = plain.toLowerCase().indexOf(words[0]);
      const start = Math.max(0, place - 30);
      return (start > 0 ? "… " : "") + plain.slice(start, start + 90);
    }

    function search() {
      const words = box.value.toLowerCase().split(/\s+/).filter(word => word);
      list.hidden = !words.length;
      pages.hidden = !!words.length;
      const hits = manual.map(row => [rank(row, words), row]).filter(hit => hit[0] > 0);
      hits.sort((a, b) => b[0] - a[0] || a[1][0].length - b[1][0].length);
      list.replaceChildren(...hits.slice(0, 40).map(([, row]) => {
        const item = document.createElement("li"), link = document.createElement("a");
        const name = document.createElement("strong"), more = document.createElement("small");
        link.href = row[2];
        name.textContent = row[0];
        more.textContent = row[1] + " · " + excerpt(row[3], words);
        link.append(name, more);
        item.append(link);
        return item;
      }));
      if (words.length && !hits.length) list.textContent = "nothing";
      choose(0);
    }

    function choose(place) {
      const links = list.querySelectorAll("a");
      chosen = Math.max(0, Math.min(place, links.length - 1));
      links.forEach((link, index) => link.classList.toggle("chosen", index === chosen));
      if (links[chosen]) links[chosen].scrollIntoView({ block: "nearest" });
    }

    box.addEventListener("input", search);
    box.addEventListener("keydown", event => {
      const links = list.querySelectorAll("a");
      if (event.key === "ArrowDown") choose(chosen + 1);
      else if (event.key === "ArrowUp") choose(chosen - 1);
      else if (event.key === "Enter" && links[chosen]) location.href = links[chosen].href;
      else if (event.key === "Escape") { box.value = ""; search(); }
      else return;
      event.preventDefault();
    });
    document.addEventListener("keydown", event => {
      if (event.key === "/" && document.activeElement !== box) { box.focus(); event.preventDefault(); }
    });

    """#
}

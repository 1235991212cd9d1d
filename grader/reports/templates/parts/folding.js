"use strict";
// What a link leads to is opened. Paper has all that is said of answers that lost points.
{
  const open = (hash) => {
    for (let at = hash && document.getElementById(decodeURIComponent(hash.slice(1))); at; at = at.parentElement) {
      if (at.localName === "details") at.open = true;
    }
  };
  addEventListener("click", ({ target }) => open(target.closest('a[href^="#"]')?.hash));
  addEventListener("hashchange", () => open(location.hash));
  open(location.hash);
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll(".question:not([open], :has(> summary .badge-right))")];
    for (const question of opened) question.open = true;
  });
  addEventListener("afterprint", () => { for (const question of opened) question.open = false; });
}

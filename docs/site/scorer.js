// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The order of search results (Sphinx's html_search_scorer): pages for users come before those about the code, and pages
// whose title contains more of the searched words come first. Sphinx alone scores only the best matching word.
const searched = (new URLSearchParams(window.location.search).get("q") || "").toLowerCase().split(/\W+/).filter(Boolean);
var Scorer = {
  score: ([page, title, , , score]) =>
    score + (/^(tutorial|how-to|reference|explanation)\//.test(page) ? 30 : 0)
    + 5 * searched.filter(word => title.toLowerCase().includes(word)).length,
  objNameMatch: 11, objPartialMatch: 6, objPrio: {0: 15, 1: 5, 2: -5}, objPrioDefault: 0,
  title: 40, partialTitle: 30, term: 5, partialTerm: 2,
};

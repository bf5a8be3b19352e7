// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What the search puts first: pages for users, before those about the code (Sphinx's html_search_scorer).
var Scorer = {
  score: ([page, , , , score]) => score + (/^(tutorial|how-to|reference|explanation)\//.test(page) ? 30 : 0),
  objNameMatch: 11, objPartialMatch: 6, objPrio: {0: 15, 1: 5, 2: -5}, objPrioDefault: 0,
  title: 40, partialTitle: 30, term: 5, partialTerm: 2,
};

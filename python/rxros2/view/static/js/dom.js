// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Functions for the DOM that the other files share; h makes an element.

/** h('a', {href: '/', class: 'x', onclick: f}, 'text', child): null and false are left out. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Makes an SVG element like h. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Sets a text only if it differs, because setting it causes a new layout. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Returns a colour of style.css, for canvas. */
export function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Calls f once, `delay` ms after the last of many calls. */
export function debounced(f, delay) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(f, delay);
  };
}

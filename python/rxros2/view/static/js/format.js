// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Formats figures for humans.

function scaled(value, units, base) {
  let index = 0;
  while (Math.abs(value) >= base && index < units.length - 1) {
    value /= base;
    ++index;
  }
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${units[index]}`;
}

export const bytes = (value) => scaled(value, ['B', 'kB', 'MB', 'GB'], 1000);
export const bandwidth = (value) => `${bytes(value)}/s`;

export function rate(value) {
  if (value >= 1000) return scaled(value, ['Hz', 'kHz', 'MHz'], 1000);
  return `${value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(value ? 2 : 0)} Hz`;
}

export function seconds(value) {
  const size = Math.abs(value);
  if (size < 1e-6) return `${(value * 1e9).toFixed(0)} ns`;
  if (size < 1e-3) return `${(value * 1e6).toFixed(0)} µs`;
  if (size < 1) return `${(value * 1e3).toFixed(size < 0.01 ? 2 : 0)} ms`;
  if (size < 90) return `${value.toFixed(1)} s`;
  if (size < 5400) return `${(value / 60).toFixed(0)} min`;
  return `${(value / 3600).toFixed(1)} h`;
}

/** Formats a number of a message: short, but never rounded to another integer. */
export function number(value) {
  if (typeof value !== 'number') return String(value);
  if (Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(6)));
}

export function clock(time) {
  const date = new Date(time * 1000);
  return `${date.toLocaleTimeString([], { hour12: false })}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** Shortens a long name in the middle, because its end says most. */
export function short(name, most = 34) {
  if (name.length <= most) return name;
  const tail = Math.ceil((most - 1) * 0.65);
  return `${name.slice(0, most - 1 - tail)}…${name.slice(-tail)}`;
}

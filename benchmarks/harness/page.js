// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The report's plots: dots over a parameter or beside each other in places, strokes to an upper percentile, dashed limits.
'use strict';
(() => {
  const plots = JSON.parse(document.getElementById('plots').textContent);
  const charts = [];
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const colour = (i) => css(i % 9 === 8 ? '--muted' : `--series-${(i % 9) + 1}`);

  function number(value) {
    if (value === 0) return '0';
    if (value == null) return '–';
    const size = Math.abs(value);
    if (size >= 1e6) return `${+(value / 1e6).toPrecision(3)} M`;
    if (size >= 1e4) return `${+(value / 1e3).toPrecision(3)} k`;
    return size < 1e-3 ? value.toExponential(1) : `${+value.toPrecision(3)}`;
  }

  class Chart {
    constructor(figure) {
      this.plot = plots[figure.dataset.plot];
      this.box = figure.querySelector('.chart');
      this.readout = figure.querySelector('.readout');
      this.shown = this.plot.series.map(() => true);
      this.lines = this.plot.lines.map(() => true);
      this.at = null; // the point that is pointed at: [series, index]
      this.xs = [...new Set(this.plot.series.flatMap((s) => s.points.map((p) => p.x)))].sort((a, b) => a - b);
      this.data = [this.xs, ...this.plot.series.map((s) => {
        const found = new Map(s.points.map((p) => [p.x, p.y]));
        return this.xs.map((x) => found.get(x) ?? null);
      })];
      this.buttons(figure.querySelector('.series'));
      this.draw();
      this.box.addEventListener('keydown', (event) => this.key(event));
      this.box.addEventListener('focus', () => this.at ?? this.point(0, 0));
    }

    // The lowest and highest value that is shown, with some room.
    range() {
      const values = [];
      this.plot.series.forEach((s, i) => this.shown[i] && s.points.forEach((p) => values.push(p.y, p.upper ?? p.y)));
      this.plot.lines.forEach((l, i) => this.lines[i] && values.push(l.y));
      if (!values.length) return this.plot.log_y ? [1, 10] : [0, 1];
      const low = Math.min(...values);
      const high = Math.max(...values);
      if (this.plot.log_y) return [low / 1.4, high * 1.4];
      return [Math.min(low, 0), high + 0.06 * (high - Math.min(low, 0) || 1)];
    }

    // 1, 2, 5, 10 … between two bounds; powers of ten only if those are enough.
    decades(low, high) {
      const ends = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
      const steps = ends[1] - ends[0] > 3 ? [1] : [1, 2, 5];
      const found = [];
      for (let e = ends[0]; e <= ends[1]; e++) found.push(...steps.map((k) => +(k * 10 ** e).toPrecision(1)));
      return found.filter((v) => v >= low && v <= high);
    }

    all() {
      const { places, log_x } = this.plot;
      if (places) return [-0.5, places.length - 0.5];
      const low = this.xs[0];
      const high = this.xs[this.xs.length - 1];
      return log_x ? [low / 1.3, high * 1.3] : [low - 0.04 * (high - low || 1), high + 0.04 * (high - low || 1)];
    }

    draw() {
      this.chart?.destroy();
      const { plot } = this;
      const width = this.box.clientWidth;
      const narrow = width < 560;
      const axis = { stroke: css('--muted'), grid: { stroke: css('--line'), width: 1 }, ticks: { stroke: css('--line') } };
      const longest = plot.places ? Math.max(...plot.places.map((p) => p.length)) : 0;
      const tilt = plot.places && (narrow || plot.places.length > 4);
      const font = '12px system-ui, sans-serif';
      const x = { ...axis, font, labelFont: font, label: plot.x_label || undefined, labelSize: 22 };
      if (plot.places) {
        Object.assign(x, {
          splits: () => plot.places.map((_, i) => i),
          values: (_, at) => at.map((i) => plot.places[i] ?? ''),
          rotate: tilt ? (narrow ? 60 : 30) : 0,
          size: tilt ? 22 + longest * (narrow ? 5.4 : 3.4) : 34,
          grid: { show: false },
        });
      } else {
        x.splits = (u) => {
          let last = -Infinity; // labels do not touch
          return this.xs.filter((v) => {
            const at = u.valToPos(v, 'x');
            return at - last >= 44 && (last = at) > -Infinity;
          });
        };
        x.values = (_, at) => at.map(number);
        x.filter = (_, at) => at;
      }
      this.chart = new uPlot({
        width,
        height: (narrow ? 300 : 360) + (tilt ? 60 : 0),
        padding: [12, 12, 4, tilt && narrow ? 10 : tilt ? 40 : 4],
        legend: { show: false },
        scales: {
          x: { time: false, distr: plot.log_x ? 3 : 1, range: (u, low, high) => (this.zoomed ? [low, high] : this.all()) },
          y: { distr: plot.log_y ? 3 : 1, range: () => this.range() },
        },
        axes: [x, { ...axis, font, labelFont: font, label: plot.y_label, labelSize: 20, size: 56, ...(plot.log_y ? { splits: (u) => this.decades(u.scales.y.min, u.scales.y.max), filter: (_, at) => at } : {}), values: (_, at) => at.map((v) => (v == null ? '' : number(v))) }],
        series: [{}, ...plot.series.map((s, i) => ({
          show: this.shown[i],
          stroke: colour(i),
          width: 1.5,
          spanGaps: true,
          paths: plot.places ? () => null : undefined,
          points: { show: true, size: 8, fill: colour(i), stroke: colour(i) },
        }))],
        cursor: { drag: { x: true, y: false }, points: { show: false }, y: false },
        hooks: {
          draw: [(u) => this.overlay(u)],
          setCursor: [(u) => this.hover(u)],
          setScale: [(u, key) => {
            if (key !== 'x') return;
            const [low, high] = this.all();
            this.zoomed = u.scales.x.min > low || u.scales.x.max < high;
            this.box.dataset.zoomed = this.zoomed;
          }],
          setSelect: [() => { this.zoomed = true; }],
        },
      }, this.data, this.box);
      this.chart.over.addEventListener('dblclick', () => this.reset());
    }

    reset() {
      this.zoomed = false;
      this.zoom(...this.all());
    }

    zoom(min, max) {
      const [low, high] = this.all();
      this.zoomed = min > low || max < high;
      this.chart.setScale('x', { min: Math.max(min, low), max: Math.min(max, high) });
    }

    overlay(u) {
      const c = u.ctx;
      const { left, top, width, height } = u.bbox;
      const pixel = devicePixelRatio;
      c.save();
      c.beginPath();
      c.rect(left, top, width, height);
      c.clip();
      c.lineWidth = 1.5 * pixel;
      this.plot.series.forEach((s, i) => {
        if (!this.shown[i]) return;
        c.strokeStyle = colour(i);
        c.globalAlpha = 0.55;
        s.points.forEach((p) => {
          if (!(p.upper > 0)) return;
          const at = u.valToPos(p.x, 'x', true);
          c.beginPath();
          c.moveTo(at, u.valToPos(p.y, 'y', true));
          c.lineTo(at, u.valToPos(p.upper, 'y', true));
          c.stroke();
        });
      });
      c.globalAlpha = 1;
      c.strokeStyle = c.fillStyle = css('--muted');
      c.lineWidth = pixel;
      c.font = `${11 * pixel}px system-ui, sans-serif`;
      c.textAlign = 'right';
      this.plot.lines.forEach((line, i) => {
        if (!this.lines[i]) return;
        const at = u.valToPos(line.y, 'y', true);
        c.setLineDash([5 * pixel, 4 * pixel]);
        c.beginPath();
        c.moveTo(left, at);
        c.lineTo(left + width, at);
        c.stroke();
        c.fillText(line.label, left + width - 4 * pixel, at - 4 * pixel);
      });
      if (this.at) {
        const p = this.plot.series[this.at[0]].points[this.at[1]];
        c.setLineDash([]);
        c.lineWidth = 2 * pixel;
        c.strokeStyle = css('--text');
        c.beginPath();
        c.arc(u.valToPos(p.x, 'x', true), u.valToPos(p.y, 'y', true), 8 * pixel, 0, 7);
        c.stroke();
      }
      c.restore();
    }

    hover(u) {
      const { left, top } = u.cursor;
      if (left == null || left < 0) return;
      let best = null;
      let least = 60 ** 2;
      this.plot.series.forEach((s, i) => this.shown[i] && s.points.forEach((p, k) => {
        const distance = (u.valToPos(p.x, 'x') - left) ** 2 + (u.valToPos(p.y, 'y') - top) ** 2;
        if (distance < least) [best, least] = [[i, k], distance];
      }));
      if (best && String(best) !== String(this.at)) this.point(...best);
    }

    // Points at a point: marks it and says all about it.
    point(series, index) {
      const s = this.plot.series[series];
      const p = s?.points[index];
      if (!p) return;
      this.at = [series, index];
      const parts = [`${s.name}, ${p.place}: ${number(p.y)} (${this.plot.y_label})`];
      if (p.upper != null) parts.push(`${this.plot.upper} ${number(p.upper)}`);
      parts.push(p.rounds > 1 ? `${p.rounds} rounds: ${number(p.least)} to ${number(p.most)}` : 'one round');
      if (p.count) parts.push(`${number(p.count)} samples`);
      if (s.slope != null) parts.push(`slope ${s.slope}`);
      this.readout.textContent = parts.join('; ');
      this.chart.redraw(false);
    }

    key(event) {
      const [series, index] = this.at ?? [0, 0];
      const { min, max } = this.chart.scales.x;
      const log = this.plot.log_x;
      const change = (by) => {
        const [a, b] = log ? [Math.log(min), Math.log(max)] : [min, max];
        const p = this.plot.series[series].points[index].x;
        const middle = Math.min(Math.max(log ? Math.log(p) : p, a), b);
        const ends = [middle - (middle - a) * by, middle + (b - middle) * by];
        this.zoom(...(log ? ends.map(Math.exp) : ends));
      };
      const step = (by) => {
        for (let i = series + by; this.plot.series[i]; i += by) {
          if (this.shown[i]) return this.point(i, Math.min(index, this.plot.series[i].points.length - 1));
        }
      };
      const keys = {
        ArrowRight: () => this.point(series, index + 1), ArrowLeft: () => this.point(series, index - 1),
        ArrowDown: () => step(1), ArrowUp: () => step(-1), '+': () => change(0.6), '=': () => change(0.6), '-': () => change(1 / 0.6),
        0: () => this.reset(), Escape: () => this.reset(),
      };
      if (keys[event.key] && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        keys[event.key]();
      }
    }

    buttons(where) {
      const add = (states, i, text, mark) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.ariaPressed = 'true';
        button.append(mark, text);
        button.addEventListener('click', () => {
          states[i] = !states[i];
          button.ariaPressed = String(states[i]);
          this.at = null;
          this.readout.textContent = '';
          this.draw();
        });
        where.append(button);
      };
      this.marks = this.plot.series.map((s, i) => {
        const mark = document.createElement('i');
        add(this.shown, i, s.name + (s.slope == null ? '' : ` (slope ${s.slope})`), mark);
        return mark;
      });
      this.plot.lines.forEach((line, i) => {
        const mark = document.createElement('i');
        mark.className = 'line';
        add(this.lines, i, `${line.label}: ${number(line.y)}`, mark);
      });
    }

    paint() {
      this.marks.forEach((mark, i) => { mark.style.background = colour(i); });
      this.draw();
    }
  }

  document.querySelectorAll('.plot').forEach((figure) => charts.push(new Chart(figure)));
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const theme = document.getElementById('theme');
  const root = document.documentElement;
  const paint = () => {
    theme.textContent = (root.dataset.theme ?? (dark.matches ? 'dark' : 'light')) === 'dark' ? 'light' : 'dark';
    charts.forEach((chart) => chart.paint());
  };
  theme.addEventListener('click', () => {
    root.dataset.theme = theme.textContent;
    paint();
  });
  dark.addEventListener('change', paint);
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth === width) return;
    width = innerWidth;
    charts.forEach((chart) => chart.draw());
  });
  paint();
})();

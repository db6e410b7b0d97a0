/** Colours that all pictures share, so that they look like one person's work. */
export const palette = {
  ink: '#1d2340',
  cream: '#f7ead3',
  brick: '#b0432f',
  ochre: '#e2a54c',
  teal: '#2c6a70',
  sage: '#8fae8b',
  rose: '#d98b84',
  plum: '#573a63',
  white: '#ffffff',
};
export const { ink, cream, brick, ochre, teal, sage, rose, plum } = palette;

/** Returns a source of numbers that are the same for the same seed. */
export function createRandom(seed) {
  let state = (seed * 2654435761) >>> 0;
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (from, to) => from + unit() * (to - from);
  return { unit, between, pick: (list) => list[Math.floor(unit() * list.length)] };
}

export const times = (count, draw) => Array.from({ length: count }, (_, index) => draw(index)).join('');
const round = (value) => Math.round(value * 10) / 10;
const written = (points) => points.map((point) => point.map(round).join(' ')).join(' ');
/** Returns points of a text such as `0,10 20,30`. */
const read = (text) => text.split(' ').map((point) => point.split(',').map(Number));

/** Returns a path through the points, by Catmull and Rom's curves. */
export function curve(given, isClosed = false) {
  const points = typeof given === 'string' ? read(given) : given;
  const count = points.length;
  const point = (at) => points[isClosed ? (at + count) % count : Math.max(0, Math.min(count - 1, at))];
  const steps = times(isClosed ? count : count - 1, (index) => {
    const [before, from, to, after] = [-1, 0, 1, 2].map((step) => point(index + step));
    const first = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const second = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    return `C${written([first, second, to])}`;
  });
  return `M${written([points[0]])}${steps}${isClosed ? 'Z' : ''}`;
}

export const disc = (x, y, radius, colour, opacity = 1) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${colour}" opacity="${opacity}"/>`;
export const oval = (x, y, rx, ry, colour, opacity = 1) =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${colour}" opacity="${opacity}"/>`;
export const box = (x, y, width, height, colour, more = '') =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${colour}" ${more}/>`;
export const line = (points, colour, width, opacity = 1) =>
  `<path d="${curve(points)}" fill="none" stroke="${colour}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`;
export const group = (x, y, scale, content) =>
  `<g transform="translate(${round(x)} ${round(y)}) scale(${scale})">${content}</g>`;
/** Returns a hill or a wave: all that is below the points, down to `bottom`. */
export const hill = (points, bottom, colour) =>
  `<path d="${curve(points)}L${points.at(-1)[0]} ${bottom}L${points[0][0]} ${bottom}Z" fill="${colour}"/>`;

/** Returns the definition of a gradient from top to bottom. */
export const fade = (id, ...colours) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${colours.map((colour, index) => `<stop offset="${index / (colours.length - 1)}" stop-color="${colour}"/>`).join('')}</linearGradient>`;
/** Returns the definition of a light that fades to its edge. */
export const glow = (id, colour, strength) =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;

/** Returns the colour between two. */
export function mix(one, other, share) {
  const parts = [one, other].map((colour) =>
    [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16)),
  );
  const mixed = parts[0].map((part, index) => Math.round(part + (parts[1][index] - part) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
export const darker = (colour, share = 0.3) => mix(colour, ink, share);
export const lighter = (colour, share = 0.3) => mix(colour, cream, share);
/** Returns the colour in the shadow of something alive, which is warm. */
export const shaded = (colour, share) => mix(colour, '#6a2c3c', share);

const forms = {
  fill: (points, colour) => `<path d="${curve(points, true)}" fill="${colour}"/>`,
  /** The points of one half, and their mirror images. */
  whole: (half, colour) => forms.fill([...half, ...half.map(([x, y]) => [-x, y]).reverse()], colour),
  line: (points, colour, width) => line(points, colour, width),
  oval: (ovals, colour) => ovals.map(([x, y, rx, ry = rx]) => oval(x, y, rx, ry, colour)).join(''),
};
const tones = { '-': shaded, '+': lighter, _: darker };

/**
 * Draws the rows of a text: `[pair] form colour[tone] [width] [@opacity] : points`. A tone such as `-30` is 30 % of shadow,
 * `+30` of light, `_30` of darkness. A pair is drawn once more, mirrored.
 */
export function layers(text, own = {}) {
  const colours = { ...palette, ...own };
  return text
    .trim()
    .split('\n')
    .map((row) => {
      const [head, points] = row.split(' : ');
      const words = head.trim().split(' ');
      const isPair = words[0] === 'pair';
      const [form, paint, ...rest] = isPair ? words.slice(1) : words;
      const [, name, tone, share] = /^([a-z]+)([-+_]?)(\d*)$/i.exec(paint);
      const colour = tone === '' ? colours[name] : tones[tone](colours[name], share / 100);
      const opacity = rest.find((word) => word.startsWith('@'))?.slice(1) ?? 1;
      const drawn = `<g opacity="${opacity}">${forms[form](read(points.trim()), colour, rest[0])}</g>`;
      return isPair ? `${drawn}<g transform="scale(-1 1)">${drawn}</g>` : drawn;
    })
    .join('');
}

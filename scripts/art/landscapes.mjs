import {
  box,
  brick,
  cream,
  createRandom,
  darker,
  disc,
  fade,
  glow,
  group,
  hill,
  ink,
  layers,
  lighter,
  line,
  mix,
  ochre,
  oval,
  plum,
  rose,
  sage,
  teal,
  times,
} from './shapes.mjs';

const moods = [
  { sky: ['#2b3a67', '#a8667a', '#f0a96b', '#f8dba4'], sun: '#fff1c9', far: '#8d6f92', near: '#23304a', hasLake: true },
  { sky: ['#4f93a8', '#a9d0c8', '#f3ead2'], sun: '#fff7dd', far: '#9fc0bd', near: '#23524f', hasLake: true },
  {
    sky: ['#10182f', '#26365e', '#5a6f93'],
    sun: '#f4ecd0',
    far: '#46597f',
    near: '#0e1528',
    hasLake: true,
    isNight: true,
  },
  { sky: ['#d9744f', '#efae6b', '#f9e2b4'], sun: '#fff3cf', far: '#c78a72', near: '#4a2c3c' },
  { sky: ['#7fa7c4', '#c9dbe0', '#f5efe2'], sun: '#ffffff', far: '#a9bccb', near: '#3c5266' },
];

/** A wide view: sky, ridges that fade with distance, a lake or meadows, and trees in front. */
export function landscape(seed, width, height) {
  const random = createRandom(seed);
  const mood = moods[seed % moods.length];
  const h = (1000 * height) / width;
  const horizon = h * random.between(0.56, 0.64);
  const [x, y] = [random.between(240, 760), horizon * random.between(0.2, 0.42)];
  const stars = times(mood.isNight ? 90 : 0, () =>
    disc(
      random.between(0, 1000),
      random.between(0, horizon * 0.8),
      random.between(0.6, 2),
      cream,
      random.between(0.3, 1),
    ),
  );
  const crescent = `<path d="M${x - 10} ${y - 42}A44 44 0 1 0 ${x + 40} ${y + 18}A36 36 0 0 1 ${x - 10} ${y - 42}Z" fill="${mood.sun}"/>`;
  const birds = times(3, (index) => bird(x + 90 + index * 34, y - 30 + random.between(-16, 16), 9 - index, mood.near));
  const ground = mood.hasLake ? lake : meadows;
  return `<defs>${fade('sky', ...mood.sky)}${glow('sun', mood.sun, 0.9)}${fade('lake', mood.sky.at(-1), mood.sky.at(-2), mix(mood.sky[0], mood.near, 0.4))}</defs>
    ${box(0, 0, 1000, h, 'url(#sky)')}${stars}${disc(x, y, 300, 'url(#sun)')}${mood.isNight ? crescent : disc(x, y, 38, mood.sun)}${times(7, () => cloud(random, mood, horizon))}
    ${times(5, (index) => ridge(random, mood, index, horizon, h))}${ground(random, mood, horizon, h, x)}${birds}${shore(random, mood, h)}`;
}

function cloud(random, { sky }, horizon) {
  const [x, y] = [random.between(-60, 1000), random.between(0.08, 0.8) * horizon];
  const wide = random.between(90, 260) * (0.4 + y / horizon);
  const puffs = times(6, (index) =>
    oval(
      x + (index / 5) * wide,
      y + random.between(-7, 4),
      wide * random.between(0.12, 0.24),
      random.between(4, 13),
      lighter(sky.at(-1), 0.4),
    ),
  );
  return `<g opacity="${random.between(0.25, 0.6)}">${puffs}</g>`;
}

const bird = (x, y, size, near) =>
  group(x, y, size / 10, layers('line near 2 : -10,-5 -4,-6 0,0 4,-6 10,-5', { near }));

/** One ridge of mountains. A lower index is farther away. */
function ridge(random, mood, index, horizon, h) {
  const share = index / 4;
  const base = horizon - (1 - share) * h * 0.06;
  const tall = h * (0.34 - share * 0.24);
  let heights = [random.between(0.2, 0.5), random.between(0.4, 1), random.between(0.2, 0.6)];
  for (let rough = 0.42; heights.length < 120; rough *= 0.52) {
    const between = (at) => (heights[at] + heights[at + 1]) / 2 + random.between(-rough, rough) * (1 - share * 0.4);
    heights = heights.flatMap((height, at) => (at === heights.length - 1 ? [height] : [height, between(at)]));
  }
  const points = heights.map((height, at) => [
    (at / (heights.length - 1)) * 1000,
    base - Math.max(0.02, height) * tall,
  ]);
  const colour = mix(mood.far, mood.near, share * 0.72);
  const mist = `<linearGradient id="mist${index}" gradientUnits="userSpaceOnUse" x1="0" y1="${base - tall}" x2="0" y2="${base + 10}"><stop offset="0" stop-color="${colour}"/><stop offset="1" stop-color="${mix(colour, mood.sky.at(-1), 0.5)}"/></linearGradient>`;
  const snow = index < 2 ? snowOn(random, points, base, tall, lighter(mood.sun, 0.4)) : '';
  const woods = times(index > 2 ? 60 : 0, () => {
    const [x, y] = random.pick(points);
    return fir(
      x + random.between(-5, 5),
      y + random.between(2, 20),
      random.between(12, 24),
      mix(colour, mood.near, 0.35),
    );
  });
  return `<defs>${mist}</defs><path d="M${points.map((point) => point.join(' ')).join('L')}L1000 ${h}L0 ${h}Z" fill="url(#mist${index})"/>${snow}${woods}`;
}

/** Caps of snow along the highest parts of a ridge, with ragged lower edges. */
function snowOn(random, points, base, tall, colour) {
  const caps = [[]];
  for (const [x, y] of points) {
    const depth = base - y - tall * 0.52;
    if (depth > 0) caps.at(-1).push([x, y, depth]);
    else if (caps.at(-1).length > 0) caps.push([]);
  }
  const drawn = caps
    .filter((cap) => cap.length > 3)
    .map((cap) => {
      const edge = cap
        .map(([x, y, depth]) => `${x + random.between(-3, 3)} ${y + depth * random.between(0.3, 0.95)}`)
        .reverse();
      return `<path d="M${cap.map(([x, y]) => `${x} ${y}`).join('L')}L${edge.join('L')}Z" fill="${colour}" opacity="0.66"/>`;
    });
  return drawn.join('');
}

/** A fir with more rows of branches the larger it is. */
function fir(x, y, size, colour) {
  const rows = size > 60 ? 6 : 3;
  const tips = Array.from({ length: rows * 2 }, (_, index) => {
    const row = Math.floor(index / 2) + 1;
    const wide = size * (0.1 + (0.28 * row) / rows) * (index % 2 === 0 ? 1 : 0.52);
    return [wide, y - size + (size * row) / rows - size * 0.03];
  });
  const half = (side) => tips.map(([wide, down]) => `${x + side * wide} ${down}`);
  return `<path d="M${x} ${y - size}L${half(1).join('L')}L${x} ${y}L${half(-1).reverse().join('L')}Z" fill="${colour}"/>`;
}

function lake(random, mood, horizon, h, sunX) {
  const top = horizon + 6;
  const deep = h - top;
  const glints = times(46, (index) => {
    const near = ((index + 0.5) / 46) ** 1.4;
    const wide = random.between(10, 44) * (0.5 + near * 1.6);
    return box(
      sunX + random.between(-1, 1) * (16 + near * 70) - wide / 2,
      top + near * deep,
      wide,
      1.6 + near * 3,
      mood.sun,
      `opacity="${random.between(0.25, 0.85)}" rx="2"`,
    );
  });
  const ripples = times(70, () => {
    const y = random.between(top + 4, h);
    return box(
      random.between(-50, 1000),
      y,
      random.between(30, 150),
      1 + ((y - top) / deep) * 2.4,
      random.pick([mood.near, cream]),
      `opacity="${random.between(0.06, 0.2)}" rx="1"`,
    );
  });
  const mirrored = [0.05, 0.03, 0.06, 0.025, 0.05, 0.03].map((share, index) => [index * 200, top + h * share]);
  return `${box(0, top, 1000, deep, 'url(#lake)')}<g opacity="0.42">${hill(mirrored, top, mix(mood.far, mood.near, 0.72))}</g>${ripples}${glints}${house(random, mood, random.between(120, 860), top + 3)}`;
}

function meadows(random, mood, horizon, h) {
  const colours = [sage, mix(sage, ochre, 0.45), mix(teal, sage, 0.4), darker(teal, 0.2)];
  return times(4, (index) => {
    const y = horizon + ((h - horizon) * index) / 4.4;
    const points = Array.from({ length: 9 }, (_, at) => [
      at * 125,
      y + Math.sin(at * 1.1 + index * 2 + random.between(0, 0.7)) * h * 0.028,
    ]);
    const colour = mix(colours[index], mood.sky.at(-1), 0.42 - index * 0.12);
    const strokes = times(34, () => {
      const [x, top] = [random.between(0, 1000), y + random.between(8, h * 0.14)];
      return line(
        `${x},${top} ${x + random.between(20, 60)},${top + random.between(-4, 4)}`,
        random.pick([lighter(colour), darker(colour, 0.2)]),
        2,
        0.5,
      );
    });
    return `${hill(points, h, colour)}${strokes}${index === 1 ? house(random, mood, random.between(200, 800), y + h * 0.02) : ''}`;
  });
}

const house = (random, mood, x, y) =>
  group(
    x,
    y,
    random.between(0.9, 1.3),
    `<path d="M-22 0V-18L-8 -32L24 -32V0Z" fill="${darker(brick, 0.35)}"/><path d="M-22 -18L-8 -34L26 -34L38 -18Z" fill="${darker(plum, 0.5)}"/><path d="M-22 0V-18L-8 -32L4 -18V0Z" fill="${brick}"/>
    ${box(-14, -14, 7, 8, '#ffd98a')}${box(12, -13, 6, 6, '#ffd98a')}${box(22, -42, 5, 12, ink)}${layers('line far+50 4 @0.5 : 25,-44 30,-56 24,-66 32,-80', mood)}`,
  );

/** Dark trees and reeds at the near edge. */
function shore(random, mood, h) {
  const dark = darker(mood.near, 0.35);
  const bank = [0.88, 0.9, 0.955, 0.985, 0.96, 0.93].map((share, index) => [index * 200, h * share]);
  const trees = times(9, (index) => {
    const [from, to, foot, tallest] = index < 6 ? [0, 230, 0.93, 0.5] : [800, 1000, 0.97, 0.3];
    return fir(
      random.between(from, to),
      h * foot,
      random.between(h * 0.14, h * tallest),
      mix(dark, mood.near, random.unit() * 0.6),
    );
  });
  const reeds = times(70, () => {
    const [x, tall] = [random.between(0, 1000), random.between(14, 52)];
    return line(
      `${x},${h} ${x + random.between(-4, 4)},${h - tall * 0.6} ${x + random.between(-14, 14)},${h - tall}`,
      mix(dark, mood.near, random.unit()),
      2.4,
    );
  });
  const flowers = times(mood.isNight ? 0 : 40, () =>
    disc(
      random.between(0, 1000),
      random.between(h * 0.955, h),
      random.between(1.6, 4),
      random.pick([rose, ochre, cream, brick]),
    ),
  );
  const drawn = `${trees}${hill(bank, h, dark)}${reeds}${flowers}`;
  return random.unit() < 0.5 ? drawn : `<g transform="translate(1000 0) scale(-1 1)">${drawn}</g>`;
}

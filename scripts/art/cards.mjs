import { lettering } from './lettering.mjs';
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

const nights = [
  ['#141a36', '#2f3f74', '#7d6796'],
  ['#10262e', '#1f565c', '#86a98b'],
  ['#2a1430', '#6d2f45', '#d08a5c'],
];

/** The front of a book: a moth at a light. */
export function cover(seed, width, height) {
  const random = createRandom(seed);
  const h = (1000 * height) / width;
  const night = nights[seed % nights.length];
  const wing = random.pick([ochre, rose, sage, lighter(teal, 0.3)]);
  const stars = times(70, () =>
    disc(random.between(40, 960), random.between(40, h * 0.8), random.between(1, 3.4), cream, random.between(0.3, 1)),
  );
  const hills = times(4, (index) =>
    hill(
      Array.from({ length: 9 }, (_, at) => [at * 130 - 20, h * (0.76 + index * 0.055) + random.between(-26, 26)]),
      h,
      mix(night[1], ink, 0.2 + index * 0.24),
    ),
  );
  const stalks = times(46, () => {
    const [x, top, colour] = [random.between(60, 940), h * random.between(0.7, 0.86), mix(night[1], ink, 0.7)];
    return `${line(
      `${x},${h * 0.97} ${x + random.between(-14, 14)},${(top + h) / 2} ${x + random.between(-26, 26)},${top}`,
      colour,
      5,
    )}${oval(x, top, 6, 17, colour)}`;
  });
  return `<defs>${fade('night', ...night)}${glow('lamp', '#ffe0a0', 0.95)}</defs>${box(0, 0, 1000, h, 'url(#night)')}${stars}
    ${disc(500, h * 0.47, 430, 'url(#lamp)', 0.8)}${disc(500, h * 0.47 - 40, 250, lighter(ochre, 0.72))}${hills}${stalks}${group(500, h * 0.47, Math.min(1.05, h / 1450), moth(wing, random))}
    ${box(34, 34, 932, h - 68, 'none', `stroke="${ochre}" stroke-width="6" rx="26"`)}${box(50, 50, 900, h - 100, 'none', `stroke="${ochre}" stroke-width="2" rx="16"`)}
    ${star(76, 76, 17, ochre)}${star(924, 76, 17, ochre)}${star(76, h - 76, 17, ochre)}${star(924, h - 76, 17, ochre)}
    ${lettering('MOTH', 500, h * 0.085, h * 0.068, cream)}${line(
      `400,${h * 0.183} 600,${h * 0.183}`,
      ochre,
      5,
    )}${lettering('LANTERN', 500, h * 0.203, h * 0.04, cream)}${lettering('N O A  L I N', 500, h * 0.9, h * 0.02, ochre)}`;
}

function moth(wing, random) {
  const colours = { wing, dark: darker(wing, 0.62) };
  const hairs = times(26, () =>
    line(
      `${random.between(-24, 24)},${random.between(-70, 30)} ${random.between(-30, 30)},${random.between(-40, 70)}`,
      random.pick([cream, ochre, colours.dark]),
      3,
      0.7,
    ),
  );
  const veins = times(7, (index) =>
    layers(
      `pair line dark 3.4 @0.55 : 24,${-30 + index * 6} 110,${-90 + index * 26} ${230 + index * 8},${-230 + index * 44}`,
      colours,
    ),
  );
  const edge = times(12, (index) => layers(`pair oval cream @0.9 : ${334 - index * 4},${-196 + index * 12},4`));
  const bands = times(6, (index) =>
    layers(
      `line wing 6 : ${-22 + index},${60 + index * 22} 0,${68 + index * 22} ${22 - index},${60 + index * 22}`,
      colours,
    ),
  );
  const feelers = times(8, (index) =>
    layers(`pair line ink 3.4 : ${20 + index * 11},${-132 - index * 13} ${34 + index * 11},${-122 - index * 14}`),
  );
  return `${layers(
    `pair fill wing_24 : 14,10 150,20 250,110 226,220 120,250 40,150
    pair fill wing : 10,-60 120,-210 270,-270 350,-210 320,-60 180,20 30,20
    pair fill dark @0.75 : 250,-250 350,-210 320,-60 250,-34 286,-150
    pair fill dark @0.6 : 150,220 226,220 250,110 206,140
    pair oval cream : 206,-140,44 150,132,30
    pair oval brick : 206,-140,30
    pair oval teal : 150,132,19
    pair oval ink : 206,-140,15 150,132,9
    pair oval cream : 200,-147,5
    pair line ink 6 : 8,-104 46,-190 110,-236`,
    colours,
  )}${veins}${edge}${feelers}${layers('fill dark : 0,-110 34,-60 30,40 18,170 0,210 -18,170 -30,40 -34,-60', colours)}${bands}${hairs}${layers('pair oval ochre : 13,-92,9')}`;
}

const star = (x, y, size, colour) => {
  const [inner, outer] = [size * 0.16, size];
  return `<path transform="translate(${x} ${y})" d="M0 ${-outer}Q${inner} ${-inner} ${outer} 0Q${inner} ${inner} 0 ${outer}Q${-inner} ${inner} ${-outer} 0Q${-inner} ${-inner} 0 ${-outer}Z" fill="${colour}"/>`;
};

/** A tarot card: the moon over two towers, a wolf and a dog. */
export function tarot(seed, width, height) {
  const random = createRandom(seed);
  const h = (1000 * height) / width;
  const night = nights[seed % nights.length];
  const [top, tall] = [h * 0.115, h * 0.765];
  const y = (share) => top + tall * share;
  const stars = times(44, () =>
    star(
      random.between(100, 900),
      random.between(top + 14, y(0.55)),
      random.between(3, 12),
      random.pick([cream, ochre]),
    ),
  );
  const rays = times(
    24,
    (index) =>
      `<path transform="translate(500 ${y(0.24)}) rotate(${index * 15})" d="M-14 -150L0 ${index % 2 === 0 ? -234 : -196}L14 -150Z" fill="${ochre}"/>`,
  );
  const drops = times(
    9,
    () =>
      `<path d="M${random.between(240, 760)} ${y(0.44) + random.between(-20, 90)}q9 -17 0 -30q-9 13 0 30Z" fill="${ochre}"/>`,
  );
  const hills = times(3, (index) =>
    hill(
      Array.from({ length: 7 }, (_, at) => [84 + at * 140, y(0.7 + index * 0.06) + Math.sin(at * 1.7 + index) * 18]),
      y(1),
      mix(teal, ink, 0.15 + index * 0.26),
    ),
  );
  const waves = times(9, (index) =>
    line(
      `${420 - index * 9},${y(0.83 + index * 0.018)} 500,${y(0.838 + index * 0.018)} ${590 + index * 9},${y(0.83 + index * 0.018)}`,
      teal,
      4,
      0.55,
    ),
  );
  const water = layers(
    `fill teal+50 : 440,${y(0.7)} 560,${y(0.7)} 520,${y(0.78)} 640,${y(0.9)} 700,${y(1.03)} 300,${y(1.03)} 400,${y(0.88)} 470,${y(0.78)}`,
  );
  const frame = (edge, colour, wide, round) =>
    box(edge, edge, 1000 - edge * 2, h - edge * 2, 'none', `stroke="${colour}" stroke-width="${wide}" rx="${round}"`);
  return `<defs>${fade('night', ...night)}<clipPath id="inside"><rect x="84" y="${top}" width="832" height="${tall}" rx="18"/></clipPath></defs>${box(0, 0, 1000, h, mix(cream, ochre, 0.12))}
    <g clip-path="url(#inside)">${box(84, top, 832, tall, 'url(#night)')}${stars}${rays}${group(500, y(0.24), 1, moon)}${drops}${tower(206, y(0.36), tall)}${tower(794, y(0.36), tall)}${hills}${water}${waves}
    ${group(316, y(0.83), 1.25, howler(mix(ochre, brick, 0.3)))}${group(684, y(0.83), '-1.25 1.25', howler(lighter(plum, 0.45)))}</g>
    ${box(84, top, 832, tall, 'none', `stroke="${ink}" stroke-width="6" rx="18"`)}${frame(38, brick, 7, 34)}${frame(56, ink, 2.4, 22)}
    ${lettering('XVIII', 500, h * 0.062, h * 0.03, ink)}${lettering('THE MOON', 500, h * 0.908, h * 0.032, ink)}${star(330, h * 0.078, 15, brick)}${star(670, h * 0.078, 15, brick)}${star(180, h * 0.924, 15, brick)}${star(820, h * 0.924, 15, brick)}`;
}

function tower(x, y, tall) {
  const [stone, head] = [mix(plum, rose, 0.35), mix(plum, rose, 0.5)];
  const teeth = times(4, (index) => box(x - 78 + index * 43, y, 27, tall * 0.03, head));
  return `${box(x - 62, y + tall * 0.06, 124, tall * 0.4, stone)}${box(x + 8, y + tall * 0.06, 54, tall * 0.4, plum, 'opacity="0.5"')}${box(x - 78, y + tall * 0.025, 156, tall * 0.05, head)}${teeth}${box(x - 16, y + tall * 0.14, 32, 56, '#ffd98a', 'rx="16"')}`;
}

const moon = layers(
  `oval moon : 0,0,150
  fill moon_20 @0.5 : 20,-146 96,-112 146,0 96,112 20,146 60,70 74,0 60,-70
  line ink 6 : -84,-26 -58,-40 -30,-28
  line ink 6 : 28,-28 56,-40 80,-26
  line ink 5 : -80,-8 -58,2 -34,-8
  line ink 5 : 32,-8 56,2 78,-8
  line ochre_50 5 : -4,-14 -16,36 2,44
  fill brick : -34,78 -8,70 0,74 10,70 36,78 4,94
  pair oval rose @0.6 : 65,40,26,17`,
  { moon: lighter(ochre, 0.75) },
);

/** Returns an animal that sits and looks up. */
const howler = (coat) =>
  layers(
    `fill coat : -50,90 -64,20 -36,-50 -8,-84 2,-128 26,-150 58,-196 64,-166 46,-118 44,-70 40,0 46,90
    fill coat_20 : -2,-126 -20,-168 16,-150
    line coat 20 : -52,84 -92,60 -104,10
    line coat_40 5 @0.6 : 10,90 14,10
    oval ink : 30,-146,4 61,-192,6
    line coat+50 10 @0.6 : 20,-60 28,-10 24,40`,
    { coat },
  );

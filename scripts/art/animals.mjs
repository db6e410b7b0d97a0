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
  layers,
  lighter,
  line,
  mix,
  ochre,
  oval,
  plum,
  rose,
  sage,
  shaded,
  teal,
  times,
} from './shapes.mjs';

const coats = [
  '#c98746 #8a4f24 #f6e3c4',
  '#7c8390 #454b5a #e8e6e0',
  '#3a3440 #241f2c #efe9df',
  '#e9d3b0 #a97b52 #fff6e6',
  '#9a6240 #5d3822 #f2dfc6',
];
const walls = ['#dfeae2 #9cc0b0', '#f6dcc6 #d99f86', '#dcd8ec #8f86b4', '#f4e6b8 #d8b25f', '#cfe3ea #7faabf'];
const animals = [cat, dog, rabbit];

/** The portrait of a pet. */
export function animal(seed, width, height) {
  const random = createRandom(seed);
  const h = (1000 * height) / width;
  const [light, deep] = walls[seed % walls.length].split(' ');
  const [coat, mark, bright] = random.pick(coats).split(' ');
  const [size, top] = seed % 3 === 2 ? [0.84, 0.56] : [1, 0.46];
  const scale = Math.min(1.3, h / 1000) * size;
  const side = random.unit() < 0.5 ? 1 : -1;
  const drawn = animals[seed % 3]({ coat, mark, bright, band: random.pick([brick, teal, plum]) }, random);
  return `<defs>${fade('wall', light, deep)}${glow('light', cream, 0.9)}</defs>${box(0, 0, 1000, h, 'url(#wall)')}${oval(430, h * 0.38, 480, h * 0.44, 'url(#light)')}
    ${times(46, () => sprig(random, h, deep))}${group(500, h * top, `${scale * side} ${scale}`, drawn)}${times(34, () => flower(random, h, deep))}`;
}

function sprig(random, h, deep) {
  const x = random.unit() < 0.5 ? random.between(-20, 260) : random.between(740, 1020);
  const size = random.between(30, 74);
  const leaf = `d="M0 0q${size * 0.22} ${-size * 0.2} ${size * 0.46} 0q${-size * 0.22} ${size * 0.2} ${-size * 0.46} 0Z"`;
  const leaves = times(
    5,
    (index) => `<path transform="translate(${index * size * 0.2} 0) rotate(${index % 2 === 0 ? 38 : -38})" ${leaf}/>`,
  );
  const colour = mix(random.pick([sage, teal, deep]), deep, random.between(0, 0.6));
  return `<g transform="translate(${x} ${random.between(0, h)}) rotate(${random.between(-140, -40)})" fill="${colour}" opacity="${random.between(0.45, 0.95)}">${leaves}</g>`;
}

function flower(random, h, deep) {
  const x = random.between(0, 1000);
  const tip = [x + random.between(-40, 40), h - random.between(50, 190)];
  const stalk = line(
    [[x, h + 10], [x + random.between(-10, 10), h - 40], tip],
    darker(mix(sage, teal, random.unit()), random.between(0, 0.3)),
    6,
  );
  const bloom = disc(...tip, random.between(7, 15), random.pick([rose, cream, ochre, brick, mix(plum, deep, 0.4)]));
  return random.unit() < 0.4 ? `${stalk}${bloom}` : stalk;
}

/** Short strokes of a coat between two heights. */
const fur = (random, count, wide, from, to, colours) =>
  times(count, () => {
    const [x, y] = [random.between(-wide, wide), random.between(from, to)];
    return line(
      `${x},${y} ${x * 1.03},${y + random.between(12, 30)}`,
      random.pick(colours),
      random.between(2, 4.5),
      random.between(0.25, 0.7),
    );
  });
const coatFur = (random, { coat }) => fur(random, 75, 178, -130, 115, [lighter(coat), shaded(coat, 0.25)]);
const chestFur = (random, { bright }) => fur(random, 75, 100, 270, 600, [cream, shaded(bright, 0.2)]);

const eyes = (x, y, size, iris, slit) =>
  layers(
    `pair oval ink : ${x},${y},${size * 1.08},${size}
    pair oval iris : ${x},${y},${size * 0.94},${size * 0.86}
    pair oval ink : ${x},${y},${slit},${size * 0.72}
    oval white : ${x - size * 0.3},${y - size * 0.34},${size * 0.24} ${-x - size * 0.3},${y - size * 0.34},${size * 0.24}`,
    { iris },
  );
const whiskers = (x, y, end) =>
  times(3, (index) =>
    layers(
      `pair line cream 3 : ${x},${y + index * 12} ${(x + end) / 2},${y - 14 + index * 22} ${end},${y - 26 + index * 38}`,
    ),
  );

function cat(colours, random) {
  const stripes = times(5, (index) =>
    layers(
      `pair line mark 20 : ${214 - index * 4},${420 + index * 110} 150,${440 + index * 110} 104,${430 + index * 110}`,
      colours,
    ),
  );
  return `${layers('whole coat : 0,150 150,190 232,400 260,1000', colours)}${stripes}${layers('whole bright : 0,190 92,230 118,420 70,620', colours)}${chestFur(random, colours)}
    ${layers(
      `pair fill coat : 70,-160 118,-262 178,-330 206,-210 206,-60 130,-120
      pair fill rose @0.8 : 110,-170 146,-250 172,-286 184,-200 180,-116
      whole coat : 0,-190 120,-170 206,-60 222,60 170,150 80,196
      line mark 17 : 0,-176 0,-128 0,-80
      pair line mark 17 : -46,-176 -40,-128 -34,-104
      pair line mark 14 : 216,-22 168,-6 146,4
      pair line mark 14 : 216,26 168,32 146,34
      pair line mark 14 : 214,74 168,70 146,64
      whole bright : 0,20 76,66 106,120 70,184 20,192`,
      colours,
    )}${coatFur(random, colours)}${eyes(94, 4, 46, random.pick(['#a9c25d', '#e0b64a', '#7fb8c4']), 15)}
    ${layers(
      `fill coat-50 @0.28 : 150,-140 222,60 170,150 80,196 150,90 166,-40
      fill rose-20 : -26,76 26,76 0,104
      line mark-40 6 : 0,104 0,124
      pair line mark-40 6 : 0,124 34,146 62,134
      line band 26 : -150,228 0,268 150,228
      oval ochre : 0,292,24
      oval cream : -7,284,7`,
      colours,
    )}${whiskers(76, 112, 292)}`;
}

function dog(colours, random) {
  const isPointed = random.unit() < 0.5;
  const ears = isPointed
    ? `pair fill mark : 60,-190 110,-330 176,-372 206,-220 176,-70
      pair fill rose @0.65 : 104,-206 140,-296 172,-318 180,-210`
    : `pair fill mark : 96,-190 190,-200 262,-90 272,90 210,150 168,40 150,-90
      pair line mark+25 9 @0.6 : 196,-150 236,-40 222,90`;
  const drawnEars = layers(ears, colours);
  return `${layers(
    `whole coat : 0,120 160,190 250,420 280,1000
    whole bright : 0,230 130,270 160,470 100,720`,
    colours,
  )}${chestFur(random, colours)}${isPointed ? drawnEars : ''}${layers(
    `whole coat : 0,-214 110,-200 180,-110 188,10 130,120 96,210 50,256
    pair fill mark @0.85 : 40,-190 150,-150 176,-30 120,40 56,-30
    whole bright : 0,-214 26,-190 20,-60 56,20
    whole bright : 0,-60 44,-20 70,60 106,120 92,210 44,252`,
    colours,
  )}${coatFur(random, colours)}${layers('fill coat-50 @0.28 : 120,-190 188,10 130,120 96,210 50,256 110,90 132,-60', colours)}${isPointed ? '' : drawnEars}${eyes(82, -52, 33, '#6b4226', 15)}
    ${layers(
      `pair line mark-30 9 : 116,-110 82,-122 50,-108
      fill ink : -50,84 0,70 50,84 36,122 0,140 -36,122
      oval white @0.55 : -16,92,14,7
      line mark-50 7 : 0,140 0,168
      pair line mark-50 7 : 0,168 44,192 86,168
      fill tongue : -30,186 0,180 30,186 28,242 0,262 -28,242
      line tongue-40 4 : 0,190 0,232
      pair oval bright-60 : 54,134,2.6 68,144,2.6 61,156,2.6 76,160,2.6
      line band 26 : -150,298 0,338 150,298
      oval ochre : 0,362,24
      oval cream : -7,354,7`,
      { ...colours, tongue: '#d96f6a' },
    )}`;
}

function rabbit(colours, random) {
  const upright = layers(
    `fill coat : -30,-110 -66,-300 -48,-460 10,-500 44,-420 50,-250 40,-110
    fill rose @0.75 : -8,-150 -30,-300 -18,-420 10,-446 24,-380 24,-240`,
    colours,
  );
  const hanging = layers(
    `fill coat : -40,-100 -10,-250 90,-310 176,-240 210,-90 200,50 140,80 120,-60 90,-160 40,-110
    fill rose @0.6 : 110,-210 160,-190 186,-80 176,30 148,20 140,-90`,
    colours,
  );
  return `${layers(
    `whole coat : 0,130 170,210 258,420 280,1000
    whole bright : 0,200 120,260 140,470 80,680`,
    colours,
  )}${chestFur(random, colours)}${group(-80, 0, 1, upright)}${random.unit() < 0.6 ? group(84, 0, 1, hanging) : group(80, 0, '-1 1', upright)}
    ${layers(
      `whole coat : 0,-150 112,-134 176,-40 190,70 130,160 60,190
      whole bright : 0,-150 22,-120 26,10 82,70 84,150 30,184`,
      colours,
    )}${coatFur(random, colours)}${eyes(106, -6, 38, '#5d3822', 22)}${layers(
      `fill coat-50 @0.25 : 120,-130 190,70 130,160 60,190 130,80 146,-40
      fill rose-20 : -20,76 20,76 0,98
      line coat-55 5 : 0,98 0,118
      pair line coat-55 5 : 0,118 30,132
      pair oval rose @0.4 : 122,62,32,19
      pair fill coat+20 : 60,330 110,320 130,420 90,470 50,440`,
      colours,
    )}${whiskers(66, 100, 246)}`;
}

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
  shaded,
  teal,
  times,
} from './shapes.mjs';

const skins = ['#f3cfae', '#e2b088', '#c98f64', '#9a6242', '#6d4430'];
const hairs = ['#2b2233', '#5d3526', '#a8552e', '#d9a650', '#e8e0d2', '#3e4a6d', '#7d2f3c'];
const cloths = [brick, teal, plum, '#3d4f7c', '#5d6b3f', '#7b4a2d'];
const irises = [teal, '#5b7a3c', '#6b4226', '#4a67a8'];
const grounds = [forest, night, city];
const parts = [backHair, clothes, ears, face, features, frontHair, wear];

/** Head and shoulders of somebody who exists nowhere. */
export function portrait(seed, width, height) {
  const random = createRandom(seed);
  const h = (1000 * height) / width;
  const [worn, style] = [seed % 6, Math.floor(random.unit() * 4)];
  const colours = {
    skin: random.pick(skins),
    hair: random.pick(hairs),
    cloth: random.pick(cloths),
    accent: random.pick([ochre, rose, cream, sage]),
    iris: random.pick(irises),
  };
  const look = {
    ...colours,
    colours,
    worn,
    style,
    hasBeard: worn !== 1 && random.unit() < 0.24,
    isElf: random.unit() < 0.4,
  };
  const side = random.unit() < 0.5 ? 1 : -1;
  const [size, top] = worn === 1 ? [0.86, 0.52] : [1, 0.43];
  const scale = Math.min(1.28, (h / 1150) * 1.15) * size;
  const figure = parts.map((part) => part(look, random)).join('');
  return `<defs>${glow('halo', cream, 0.75)}</defs>${grounds[seed % grounds.length](random, h, look)}
    ${disc(500, h * 0.42, 420 * scale, 'url(#halo)', 0.55)}${group(500 + side * 24, h * top, `${scale * side} ${scale}`, figure)}
    ${times(26, () => disc(random.between(0, 1000), random.between(0, h), random.between(1.5, 4), cream, random.between(0.15, 0.6)))}`;
}

function forest(random, h, { accent }) {
  const base = mix(teal, sage, 0.4);
  const trunks = times(9, (index) => {
    const [x, wide] = [index * 125 + random.between(-30, 30), random.between(22, 58)];
    return `<path d="M${x} 0h${wide}l${wide * 0.2} ${h}h${-wide * 1.5}Z" fill="${mix(darker(base, 0.5), lighter(base), random.unit() * 0.6)}" opacity="0.75"/>`;
  });
  const leaves = times(80, () => {
    const [x, size] = [
      random.unit() < 0.5 ? random.between(0, 230) : random.between(770, 1000),
      random.between(16, 44),
    ];
    const colour = darker(random.pick([sage, teal, ochre, accent]), random.between(0, 0.4));
    return `<path transform="translate(${x} ${random.between(0, h)}) rotate(${random.between(0, 360)})" d="M0 0Q${size * 0.5} ${-size * 0.5} ${size} 0Q${size * 0.5} ${size * 0.5} 0 0Z" fill="${colour}"/>`;
  });
  return `<defs>${fade('ground', lighter(base, 0.65), base, darker(base, 0.6))}</defs>${box(0, 0, 1000, h, 'url(#ground)')}${trunks}${leaves}`;
}

function night(random, h) {
  const stars = times(80, () =>
    disc(random.between(0, 1000), random.between(0, h * 0.8), random.between(0.8, 3), cream, random.between(0.4, 1)),
  );
  const moon = `${disc(500, h * 0.36, 330, lighter(ochre, 0.7))}${disc(430, h * 0.3, 46, ochre, 0.18)}${disc(610, h * 0.44, 66, ochre, 0.16)}${disc(690, h * 0.26, 30, ochre, 0.2)}`;
  const hills = times(3, (index) =>
    hill(
      Array.from({ length: 7 }, (_, at) => [at * 170 - 10, h * (0.68 + index * 0.09) + random.between(-30, 30)]),
      h,
      mix('#46578a', ink, index / 2),
    ),
  );
  return `<defs>${fade('ground', '#141a36', '#2f3f74', '#8a6f9c')}</defs>${box(0, 0, 1000, h, 'url(#ground)')}${stars}${moon}${hills}`;
}

function city(random, h) {
  const foot = h * 0.78;
  const house = (layer, index) => {
    const [x, tall] = [index * 72 - 30 + layer * 20, random.between(0.14, 0.4) * h * (1 - layer * 0.18)];
    const colour = mix('#d79a83', '#4b3656', layer / 2);
    const gable = `<path d="M${x - 5} ${foot - tall}l40 -48l40 48Z" fill="${darker(colour, 0.25)}"/>`;
    const roof = random.unit() < 0.5 ? gable : disc(x + 34, foot - tall, 34, darker(colour, 0.15));
    const lit = times(5, () =>
      box(x + random.pick([12, 30, 48]), foot - random.between(0.1, 0.95) * tall, 8, 13, '#ffe3a3', 'opacity="0.8"'),
    );
    return `${roof}${box(x, foot - tall, 70, h, colour)}${lit}`;
  };
  return `<defs>${fade('ground', '#6f87a8', '#e6a98b', '#f6dcae')}</defs>${box(0, 0, 1000, h, 'url(#ground)')}${disc(700, h * 0.26, 90, '#fff0cf')}${times(3, (layer) => times(15, (index) => house(layer, index)))}`;
}

const hairWide = [178, 196, 158, 186];
const hairLong = [120, 420, 40, 230];

function backHair({ hair, style, worn, colours }) {
  const [wide, long] = [hairWide[style], hairLong[style]];
  const knot = style === 2 && worn !== 1 ? disc(10, -214, 62, shaded(hair, 0.15)) : '';
  return `${knot}${layers(`whole hair-34 : 0,-208 110,-190 ${wide},-80 ${wide * 1.04},${long * 0.4} ${wide * 0.96},${long * 0.9} 60,${long + 22}`, colours)}`;
}

function clothes({ cloth, worn, colours }, random) {
  const folds = times(7, (index) =>
    line(
      `${-220 + index * 72},${400 + random.between(-20, 40)} ${-236 + index * 76},640 ${-226 + index * 74},1300`,
      darker(cloth, 0.3),
      7,
      0.55,
    ),
  );
  const plates = `pair fill metal : 160,370 192,284 282,266 344,330 356,446 252,420
    pair fill metal+70 @0.8 : 192,310 272,280 312,320 252,330
    pair line metal_50 7 : 168,374 252,402 352,438`;
  const scarf = `fill scarf : -128,214 0,268 128,214 158,270 70,342 0,352 -70,342 -158,270
    line scarf-40 6 @0.5 : -120,250 -20,306 110,262
    line scarf-40 5 @0.4 : -96,284 0,330 104,286
    fill scarf-18 : 24,336 60,320 96,440 128,556 84,548 56,586 34,450`;
  const collar = `fill cloth_40 : -96,236 -40,300 0,372 40,300 96,236 150,258 60,390 0,470 -60,390 -150,258
    oval accent : 0,400,20
    oval cream : -5,395,7`;
  const rim = 'line cloth+70 8 @0.7 : -186,272 -278,344 -324,520 -338,900';
  const rows = [worn === 3 ? plates : '', worn % 4 === 0 ? scarf : collar, rim].filter(Boolean).join('\n');
  return `${layers(
    `fill skin-12 : -52,90 -54,190 -104,246 0,300 104,246 54,190 52,90
    fill skin-34 @0.75 : -52,120 -50,180 0,214 52,172 52,120 0,160
    whole cloth : 0,262 78,228 190,268 282,340 330,520 350,1300
    fill cloth_35 @0.6 : 60,300 180,280 282,344 330,520 350,1300 90,1300 120,700`,
    colours,
  )}${folds}${layers(rows, { ...colours, metal: '#93a0b4', scarf: worn === 0 ? brick : colours.accent })}`;
}

function ears({ isElf, colours }) {
  const pointed = `pair fill skin : 116,30 122,-24 164,-62 208,-96 182,-24 146,36
    pair line skin-35 6 @0.7 : 130,14 146,-28 188,-70`;
  const round = `pair oval skin : 126,0,24,40
    pair line skin-35 5 @0.6 : 126,-20 138,-4 128,18`;
  return layers(isElf ? pointed : round, colours);
}

function face({ skin, hair, hasBeard, colours }, random) {
  const freckles =
    random.unit() < 0.5
      ? times(16, () =>
          disc(random.between(-84, 84), random.between(26, 64), random.between(1.6, 3.2), shaded(skin, 0.4), 0.55),
        )
      : '';
  const beard = layers(
    'fill hair-10 : -126,10 -112,110 -66,186 0,236 66,186 112,110 126,10 92,64 52,74 0,66 -52,74 -92,64',
    colours,
  );
  const strokes = times(15, (index) =>
    line(
      `${-98 + index * 14},${92 - Math.abs(7 - index) * 5} ${-84 + index * 12},${150 - Math.abs(7 - index) * 4}`,
      lighter(hair, 0.2),
      4,
      0.5,
    ),
  );
  return `${layers(
    `fill skin : 0,-176 88,-152 128,-66 126,20 104,92 58,146 0,172 -58,146 -104,92 -126,20 -128,-66 -88,-152
    fill skin-30 @0.42 : 40,-170 128,-70 128,20 104,94 58,146 0,172 46,110 78,30 70,-60
    pair oval rose @0.45 : 73,48,32,19`,
    colours,
  )}${freckles}${hasBeard ? `${beard}${strokes}` : ''}`;
}

function features({ hasBeard, colours }, random) {
  const smile = random.between(89, 98);
  return layers(
    `pair fill eye : 28,6 50,-17 78,-18 98,0 74,15 48,15
    pair oval iris-30 : 65,0,17
    pair oval iris : 65,2,14
    pair oval ink : 65,1,9
    pair fill skin-16 : 24,10 26,-12 50,-28 80,-29 104,-12 102,-2 78,-9 50,-8
    pair line hair-45 7 : 25,9 49,-9 78,-10 101,-1 110,-9
    pair line skin-40 3 @0.7 : 48,17 72,18 89,11
    pair line hair-45 9 : 24,-42 56,-54 102,-42
    oval white : 59,-3,4.6 -59,-3,4.6
    line skin-42 5 : 12,6 20,44 8,56 -8,54
    oval skin+60 @0.6 : -4,46,9,6
    fill lip : -34,${smile} -12,92 0,96 12,92 36,${smile} 12,114 -12,114
    line lip_40 4.5 : -40,${smile} -14,103 14,103 42,${smile}
    ${hasBeard ? 'line hair 0 @0 : 0,0 0,1' : 'line skin-35 4 @0.6 : -14,128 0,131 14,128'}`,
    { ...colours, eye: '#fbf3e6', lip: mix(colours.skin, brick, 0.62) },
  );
}

const fringes = [
  '-146,40 -176,-80 -118,-190 0,-222 122,-186 168,-80 150,40 128,-36 96,-96 34,-112 -44,-84 -98,-48 -128,0',
  '-150,90 -186,-60 -118,-186 0,-216 120,-186 184,-60 152,90 134,0 104,-72 34,-134 0,-150 -34,-134 -104,-72 -134,0',
  '-140,10 -160,-90 -104,-182 0,-206 104,-182 160,-90 140,10 126,-70 80,-112 0,-128 -80,-112 -126,-70',
  '-150,60 -184,-70 -120,-196 10,-226 130,-186 180,-70 150,60 132,-20 112,-76 80,-60 44,-92 4,-62 -40,-94 -82,-58 -116,-82 -134,-10',
];

function frontHair({ hair, style, colours }, random) {
  const strands = times(9, (index) => {
    const x = -126 + index * 31;
    const points = [
      [x * 0.3, -208],
      [x * 0.8, -168 + Math.abs(x) * 0.12],
      [x * 1.12, -104 + Math.abs(x) * 0.4],
    ];
    return line(points, index % 3 === 0 ? lighter(hair, 0.32) : shaded(hair, 0.28), random.between(3, 7), 0.7);
  });
  const wide = hairWide[style];
  return `${layers(`fill hair : ${fringes[style]}`, colours)}${strands}${layers(
    `line hair+60 11 @0.5 : -112,-132 -40,-172 40,-176
    line hair+75 7 @0.75 : -34,-206 -112,-182 ${-wide * 0.97},-84 ${-wide * 0.99},20`,
    colours,
  )}`;
}

const worn = [
  `line ochre 4 : 120,36 122,76
  oval teal : 122,84,11
  oval cream : 119,81,4`,
  `fill hat : -150,-150 -96,-330 -30,-470 60,-520 40,-440 92,-320 150,-150 0,-118
  fill hat_45 @0.7 : 30,-160 60,-330 40,-440 92,-320 150,-150
  fill hat_15 : -330,-112 -180,-172 0,-190 190,-172 336,-122 180,-98 0,-88 -180,-92
  fill accent : -148,-166 0,-186 148,-166 142,-206 0,-228 -140,-206
  line ochre+40 9 : -28,-226 28,-226 30,-178 -26,-178 -28,-226
  line hat+30 5 @0.6 : -318,-114 -180,-162 0,-178`,
  '',
  `line ochre 13 : -150,-96 -80,-134 0,-146 80,-134 150,-96
  line ochre+60 4 : -148,-100 -80,-138 0,-150 80,-138 148,-100
  fill teal : -16,-146 0,-182 16,-146 0,-112
  oval cream : -4,-152,4`,
  `fill cloth_12 : -168,30 -196,-90 -128,-232 0,-272 128,-232 196,-90 168,30 150,-70 104,-164 0,-190 -104,-164 -150,-70
  line accent 7 : -158,10 -148,-80 -100,-168 0,-196 100,-168 148,-80 158,10`,
  `line hair+10 30 : 120,-20 148,120 128,260
  line hair-30 6 : 122,40 150,50
  line hair-30 6 : 130,90 160,100
  line hair-30 6 : 130,140 160,148
  line hair-30 6 : 126,190 154,196
  oval accent : 130,268,13`,
];

function wear(look, random) {
  if (look.worn !== 2) return layers(worn[look.worn], { ...look.colours, hat: darker(plum, 0.25) });
  return times(9, (index) => {
    const [x, y, size] = [-128 + index * 32, -150 - Math.sin((index / 8) * Math.PI) * 52, random.between(14, 23)];
    const colour = random.pick([rose, cream, ochre, brick]);
    const petals = times(5, (at) =>
      disc(x + Math.cos(at * 1.257) * size * 0.62, y + Math.sin(at * 1.257) * size * 0.62, size * 0.5, colour),
    );
    return `${petals}${oval(x, y, size * 0.36, size * 0.36, darker(ochre, 0.1))}`;
  });
}

import { box, cream, createRandom, disc, group, layers, lighter, times } from './shapes.mjs';

const characters = [
  '#d9702f #fdf1dd #1d2340',
  '#6f7a93 #f1efe9 #d98b84',
  '#e9dfcc #ffffff #d98b84',
  '#d9a45b #fff6e4 #8a5a2e',
  '#4a4356 #d9cfe0 #d98b84',
];
const tiles = ['#f6d9c4', '#cfe3dc', '#e4d7ee', '#f5e7b6', '#d3e2ee', '#f3cdcb'];

const open = `pair oval ink : 50,4,17,21
  oval white : 45,-4,6.5 -55,-4,6.5 55,12,3 -45,12,3`;
const laughing = `fill brick_30 : -28,50 0,56 28,50 20,82 0,90 -20,82
  oval rose : 0,78,14,9`;
const muzzle = 'pair line ink 6 : 0,42 6,56 26,58';
const heart = (x, y, size) =>
  `<path transform="translate(${x} ${y}) scale(${size})" d="M0 14C-28 -6 -16 -26 0 -12C16 -26 28 -6 0 14Z" fill="#c8434f" stroke="#fff" stroke-width="3"/>`;
const tear = (x) => `<path d="M${x} 26q17 26 0 40q-17 -14 0 -40Z" fill="#7fb8d8" stroke="#fff" stroke-width="3"/>`;
const snore = (x, y, size) =>
  `<path transform="translate(${x} ${y}) scale(${size})" d="M0 0H16L0 20H16" fill="none" stroke="#4a5468" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/>`;
const ray = (angle) =>
  `<path transform="rotate(${angle})" d="M0 -158V-184" stroke="#e2a54c" stroke-width="11" stroke-linecap="round"/>`;

const moods = [
  layers(`pair line ink 8 : 30,6 50,-10 70,6\n${laughing}`),
  `${heart(-50, 6, 1.5)}${heart(50, 6, 1.5)}${layers(muzzle)}${heart(136, -96, 1.6)}${heart(-138, -60, 1.1)}`,
  `${layers(`${open}\npair line ink 7 : 74,-30 36,-40\nline ink 6 : -20,66 0,56 20,66`)}${tear(-62)}${tear(62)}`,
  layers(
    `${open}\npair line ink 10 : 80,-36 30,-14\nline ink 7 : -26,64 -8,56 8,64 26,56\nline brick 8 : 124,-104 142,-96 144,-76\nline brick 8 : 150,-112 152,-98 166,-94`,
  ),
  `${layers('pair line ink 8 : 30,4 50,18 70,4\noval brick_40 : 0,60,9,11')}${snore(100, -150, 1.5)}${snore(136, -104, 1)}`,
  `${layers(`${open}\n${laughing}`)}${[-66, -33, 0, 33, 66].map(ray).join('')}`,
];

/** Six moods of one small animal, as stickers. */
export function emotes(seed, width, height) {
  const random = createRandom(seed);
  const h = (1000 * height) / width;
  const [coat, bright, ear] = characters[seed % characters.length].split(' ');
  const head = animalHead({ coat, bright, ear }, seed % characters.length > 2);
  const cells = times(6, (index) => {
    const [left, top] = [(index % 3) * 333.3, Math.floor(index / 3) * (h / 2)];
    const tile = tiles[(index + seed) % tiles.length];
    const dots = times(7, () =>
      disc(
        left + random.between(30, 300),
        top + random.between(0.08, 0.42) * h,
        random.between(3, 9),
        lighter(tile, 0.6),
      ),
    );
    return `${box(left + 12, top + 12, 309, h / 2 - 24, tile, 'rx="34"')}${dots}${group(left + 166.6, top + h / 4 + 22, Math.min(0.98, h / 1020), `${head}${moods[index]}`)}`;
  });
  return `${box(0, 0, 1000, h, cream)}${cells}`;
}

function animalHead(colours, isRound) {
  const ear = isRound ? '50,-78 70,-138 118,-140 132,-84 112,-30' : '40,-82 84,-168 116,-178 130,-90 116,-26';
  const inner = isRound ? '80,-84 90,-118 112,-116 112,-74' : '76,-94 100,-146 112,-88 104,-64';
  const head = '0,-92 66,-88 116,-26 124,34 84,88 30,108';
  return `<g stroke="#fff" stroke-width="26" stroke-linejoin="round">${layers(`pair fill white : ${ear}\nwhole white : ${head}`)}</g>${layers(
    `pair fill coat : ${ear}
    pair fill ear @0.9 : ${inner}
    whole coat : ${head}
    whole bright : 0,12 40,-6 100,10 116,44 82,88 30,106
    fill coat-50 @0.2 : 70,-88 116,-26 124,34 84,88 100,20
    pair oval rose @0.8 : 78,40,20,12
    fill ink : -13,26 13,26 0,42`,
    colours,
  )}`;
}

/** Letters as strokes in a field of 4 by 6, so that pictures need no font. */
const strokes = {
  A: '0,6 2,0 4,6|0.8,3.8 3.2,3.8',
  E: '3.4,0 0,0 0,6 3.4,6|0,3 2.8,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  I: '0.6,0 0.6,6',
  L: '0,0 0,6 3.4,6',
  M: '0,6 0,0 2.2,4 4.4,0 4.4,6',
  N: '0,6 0,0 4,6 4,0',
  O: '2,0 0.5,0.9 0,3 0.5,5.1 2,6 3.5,5.1 4,3 3.5,0.9 2,0',
  R: '0,6 0,0 2.6,0 3.6,1 3.4,2.6 2.4,3.2 0,3.2|2,3.2 3.8,6',
  T: '0,0 4,0|2,0 2,6',
  V: '0,0 2,6 4,0',
  X: '0,0 4,6|4,0 0,6',
};
const widths = { I: 1.2, M: 4.4, E: 3.4, L: 3.4, ' ': 0.9 };
const widthOf = (letter) => (widths[letter] ?? 4) + 1.5;

/** Returns a line of text around a centre. */
export function lettering(text, x, y, height, colour) {
  const unit = height / 6;
  let left = -([...text].reduce((sum, letter) => sum + widthOf(letter), 0) - 1.5) / 2;
  const drawn = [...text].map((letter) => {
    const paths = (strokes[letter] ?? '').split('|').filter(Boolean);
    const moved = paths.map((path) => `M${path.replaceAll(' ', 'L')}`).join('');
    const made = `<path transform="translate(${x + left * unit} ${y}) scale(${unit})" d="${moved}"/>`;
    left += widthOf(letter);
    return made;
  });
  return `<g fill="none" stroke="${colour}" stroke-width="0.85" stroke-linecap="square">${drawn.join('')}</g>`;
}

/**
 * Returns how many characters must be added, removed, replaced or swapped with their neighbour to turn one text into
 * the other (optimal string alignment). Returns Infinity above the limit, for most texts after their first characters.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Number.POSITIVE_INFINITY;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
    // A swap continues from the row before the last, so both rows must be above the limit.
    if (Math.min(...last) > limit && Math.min(...beforeLast) > limit) return Number.POSITIVE_INFINITY;
  }
  const distance = at(last, b.length);
  return distance > limit ? Number.POSITIVE_INFINITY : distance;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

/** Names of providers whose addresses end in `.com`. Shorter names are too close to other names. */
const providers = ['gmail', 'googlemail', 'hotmail', 'icloud', 'outlook', 'protonmail', 'yahoo'];
/** Names of providers that are a letter away from another one. */
const others = new Set(['cloud', 'email', 'fmail', 'mail', 'qmail', 'ymail', 'zmail']);
/** Mistyped forms of `com`. */
const misspelt = new Set(['cloud', 'c0m', 'cim', 'cm', 'co', 'comm', 'con', 'coom', 'cpm', 'ocm', 'om', 'vom', 'xom']);
/** From this length on a name with two wrong letters is still that name. */
const longName = 6;

/** Returns the address of a large provider that is probably meant, or null for a plausible address. */
export function likelyEmail(address: string): string | null {
  const [, local, name = '', end = ''] = /^(.+)@([a-z0-9]+)\.([a-z0-9]+)$/i.exec(address)?.map(lowerEnd) ?? [];
  if (!local || (end !== 'com' && !misspelt.has(end))) return null;
  const provider = others.has(name) ? undefined : providers.find((one) => isMeant(one, name));
  if (provider === undefined || (provider === name && end === 'com')) return null;
  return `${local}@${provider}.com`;
}

/** The local part keeps its case. */
function lowerEnd(part: string, index: number): string {
  return index > 1 ? part.toLowerCase() : part;
}

function isMeant(provider: string, name: string): boolean {
  return distance(provider, name) <= (provider.length >= longName ? 2 : 1);
}

/** Counts letters that are missing, added, wrong or exchanged with their neighbour. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const at = (up: number, left: number) => (up === 0 ? line : rows[row - up])?.[column - left] ?? 0;
      const isSame = one[row - 1] === other[column - 1];
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const costs = [at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + (isSame ? 0 : 1)];
      if (row > 1 && column > 1 && isExchanged) costs.push(at(2, 2) + 1);
      line.push(Math.min(...costs));
    }
    rows.push(line);
  }
  return rows[one.length]?.[other.length] ?? 0;
}

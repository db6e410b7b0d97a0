/** Returns the id of the request whose card has the focus, or null. */
export function focusedCard(): string | null {
  const card = document.activeElement?.closest('[data-request]');
  return card?.getAttribute('data-request') ?? null;
}

export function focusCard(board: HTMLElement, id: string): void {
  const link = board.querySelector<HTMLElement>(`[data-request="${id}"] a`);
  link?.focus({ preventScroll: true });
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Returns the next card in a direction: in the same column, or at the same index of the next column that has cards. */
export function cardBeside(
  board: HTMLElement,
  id: string | null,
  direction: 'up' | 'down' | 'left' | 'right',
): string | null {
  const columns = [...board.querySelectorAll('[data-status]')].map((column) => cardsOf(column));
  const at = columns.findIndex((cards) => id !== null && cards.includes(id));
  const column = columns[at];
  if (!column || id === null) return columns.flat()[0] ?? null;
  const row = column.indexOf(id);
  if (direction === 'up') return column[row - 1] ?? null;
  if (direction === 'down') return column[row + 1] ?? null;
  const others = direction === 'left' ? columns.slice(0, at).reverse() : columns.slice(at + 1);
  const next = others.find((cards) => cards.length > 0);
  return next?.[Math.min(row, next.length - 1)] ?? null;
}

function cardsOf(column: Element): readonly string[] {
  return [...column.querySelectorAll('[data-request]')].map((card) => card.getAttribute('data-request') ?? '');
}

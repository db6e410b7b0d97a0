/** The page needs a moment to draw what was typed, and a busy one more than a moment. */
const pauseMs = 120;
const mostPauses = 50;

let timer: ReturnType<typeof setInterval> | undefined;

/** Scrolls to an entry of the form as soon as the page has drawn it. Null leaves the page where it is. */
export function keepInSight(id: string | null): void {
  clearInterval(timer);
  if (id === null) return;
  let pauses = 0;
  timer = setInterval(() => {
    pauses += 1;
    if (showEntry(id) || pauses === mostPauses) clearInterval(timer);
  }, pauseMs);
}

/** An entry in the middle of the window stays where it is. Returns false while the page has not drawn the entry. */
function showEntry(id: string): boolean {
  const page = document.querySelector('commission-form')?.shadowRoot;
  const control = page?.querySelector(`input[value="${CSS.escape(id)}"]`);
  if (!control) return false;
  const { top } = control.getBoundingClientRect();
  const isInSight = top > innerHeight * 0.2 && top < innerHeight * 0.7;
  if (!isInSight) window.scrollBy({ top: top - innerHeight / 2, behavior: 'instant' });
  return true;
}

import type { PreviewFocus } from './preview-message.ts';

/** The page draws typed text after a delay, which is longer on a busy page. */
const pauseMs = 120;
const mostPauses = 50;
/** The page may draw the outlined element anew, so the outline is checked after it was drawn. */
const pausesAfterwards = 5;

/** The names of the controls by the key of their list. */
const controlNames: Readonly<Record<string, string>> = {
  types: 'typeId',
  extras: 'extraIds',
  customCards: 'customCardId',
};
/** The elements of parts that are no list. */
const wholes: Readonly<Record<string, string>> = {
  title: 'header',
  logo: 'header',
  introduction: '.introduction',
  questions: 'section[aria-labelledby="questions"]',
  terms: 'section[aria-labelledby="terms"]',
  legal: 'footer',
  theme: 'header',
};

let timer: ReturnType<typeof setInterval> | undefined;
let outlined: HTMLElement | null = null;
/** The part that was scrolled to: a letter in it does not scroll again. */
let scrolledTo = '';

/** Outlines the edited part of the page and scrolls to it as soon as the page has drawn it. */
export function followFocus(focus: PreviewFocus): void {
  clearInterval(timer);
  const wanted = JSON.stringify(focus);
  let pauses = 0;
  let pausesSince = 0;
  const follow = () => {
    pauses += 1;
    const found = elementOf(focus);
    outline(found);
    if (found !== null) pausesSince += 1;
    if (found !== null && (wanted !== scrolledTo || pausesSince === 1)) scrollTo(found);
    if (found !== null) scrolledTo = wanted;
    if (pauses === mostPauses || pausesSince > pausesAfterwards || focus.key === null) clearInterval(timer);
  };
  timer = setInterval(follow, pauseMs);
}

function elementOf(focus: PreviewFocus): HTMLElement | null {
  const page = document.querySelector('commission-form')?.shadowRoot;
  if (!page || focus.key === null) return null;
  return entryIn(page, focus.key, focus) ?? wholeIn(page, focus.key);
}

function wholeIn(page: ShadowRoot, key: string): HTMLElement | null {
  const name = controlNames[key];
  if (name !== undefined) return page.querySelector(`input[name="${name}"]`)?.closest('fieldset') ?? null;
  return wholes[key] === undefined ? null : page.querySelector(wholes[key]);
}

function entryIn(page: ShadowRoot, key: string, { position, option }: PreviewFocus): HTMLElement | null {
  if (position === null) return null;
  const named = (name: string) => [...page.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)];
  if (key === 'questions') {
    const [control] = page.querySelectorAll(`[name="question-${position}"]`);
    return control?.closest('fieldset, .field') ?? null;
  }
  if (key === 'terms') return page.querySelector(`[id="terms-${position}"]`)?.closest<HTMLElement>('.terms') ?? null;
  const control = named(controlNames[key] ?? '')[position];
  if (option === null) return control?.closest('label') ?? null;
  if (control && !control.checked) control.click();
  return named('optionId')[option]?.closest('label') ?? null;
}

function outline(element: HTMLElement | null): void {
  if (outlined === element) return;
  outlined?.style.removeProperty('outline');
  outlined?.style.removeProperty('outline-offset');
  outlined = element;
  // A colour of its own, because the accent of the studio is all around.
  element?.style.setProperty('outline', '3px solid #d6439a');
  element?.style.setProperty('outline-offset', '4px');
}

/** An element that is seen whole stays where it is. */
function scrollTo(element: HTMLElement): void {
  const { top, bottom } = element.getBoundingClientRect();
  if (top > innerHeight * 0.08 && bottom < innerHeight * 0.75) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollBy({ top: top - innerHeight * 0.16, behavior: isCalm ? 'instant' : 'smooth' });
}

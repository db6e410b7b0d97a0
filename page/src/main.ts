import { setAttribute } from '../../page-kit/set-attribute.ts';
import { defineCommissionForm } from './commission-form-element.tsx';
import { languageEvent } from './language/language-event.ts';
import { startWorkersBy } from './workers/start-worker.ts';

document.addEventListener(languageEvent, ({ detail }) => {
  document.querySelector('.too-old')?.remove();
  setAttribute(document.documentElement, 'lang', detail.language);
  setAttribute(document.documentElement, 'dir', detail.direction);
  document.title = detail.title;
});

// A file dropped next to the form would navigate away from the page and its content.
for (const type of ['dragover', 'drop'] as const) {
  window.addEventListener(type, (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
}

startWorkersBy({
  solver: () => new Worker(new URL('./sending/solver-worker.ts', import.meta.url), { type: 'module', name: 'solver' }),
  locations: () =>
    new Worker(new URL('../../page-kit/locations/location-worker.ts', import.meta.url), {
      type: 'module',
      name: 'locations',
    }),
});

// A link may lead to a form that is partly filled in.
document.querySelector('commission-form')?.setAttribute('prefill', location.search);

// The listeners must exist before this line: the form fires the language event as soon as it is defined.
defineCommissionForm();

import { defineCommissionForm } from './define-element.ts';
import { languageEvent } from './language/language-event.ts';

document.addEventListener(languageEvent, ({ detail }) => {
  document.documentElement.lang = detail.language;
  document.documentElement.dir = detail.direction;
  document.title = detail.title;
});

// A file dropped beside the form would replace the page, and with it what was written.
for (const type of ['dragover', 'drop'] as const) {
  window.addEventListener(type, (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
}

// Last: the form fires its language as soon as it is there.
defineCommissionForm();

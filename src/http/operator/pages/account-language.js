import { texts } from './account-texts.js';

/** The key in the browser's local storage. The inbox uses the same key for its language. */
const key = 'inbox-language';
let language = 'en';

/** Shows a text of the catalogue in the element, and translates it when the reader chooses another language. */
export function showText(element, name, values = {}) {
  element.dataset.text = name;
  element.dataset.values = JSON.stringify(values);
  write(element);
}

/** Translates the page into the language that the reader chose before, else into the browser's. Fills the language menu. */
export function translatePage() {
  const choice = document.getElementById('language');
  choice?.append(...Object.entries(texts).map(([tag, { ownName }]) => optionOf(tag, ownName)));
  show(chosenLanguage());
  choice?.addEventListener('change', () => {
    keep(choice.value);
    show(choice.value);
  });
}

function optionOf(tag, ownName) {
  const option = new Option(ownName, tag);
  option.lang = tag;
  return option;
}

function show(chosen) {
  language = chosen;
  document.documentElement.lang = chosen;
  document.documentElement.dataset.translated = '';
  for (const element of document.querySelectorAll('[data-text]')) write(element);
  document.title = `${document.querySelector('h1').textContent} – ${texts[chosen].product}`;
  const choice = document.getElementById('language');
  if (choice) choice.value = chosen;
}

/** A text that the catalogue lacks stays in English. */
function write(element) {
  const values = JSON.parse(element.dataset.values ?? '{}');
  const sentences = element.dataset.text.split(' ').map((name) => texts[language][name]);
  if (sentences.includes(undefined)) return;
  element.textContent = sentences.join(' ').replace('{wait}', waitText(values.seconds ?? 0));
}

function waitText(seconds) {
  const isLong = seconds > 90;
  const format = { style: 'unit', unit: isLong ? 'minute' : 'second', unitDisplay: 'long' };
  return new Intl.NumberFormat(language, format).format(isLong ? Math.ceil(seconds / 60) : seconds);
}

function chosenLanguage() {
  const wanted = [readKept(), ...navigator.languages].map((tag) => tag?.toLowerCase().split('-', 1)[0]);
  return wanted.find((tag) => tag !== undefined && Object.hasOwn(texts, tag)) ?? 'en';
}

function readKept() {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(chosen) {
  try {
    localStorage.setItem(key, chosen);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

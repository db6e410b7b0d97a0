import { setAttribute } from '../../../page-kit/set-attribute.ts';
import { isFrom, isPreviewMessage, type PreviewEvent, type PreviewMessage } from './preview-message.ts';

/**
 * Runs before the customers' page in a frame of the inbox. The page gets the catalogue of the draft instead of the
 * service's, and sends nothing.
 */
const editor = window.parent === window ? null : window.parent;
const tell = (event: PreviewEvent) => editor?.postMessage(event, location.origin);

let current: PreviewMessage | null = null;
let begin = () => {};
const begun = new Promise<void>((resolve) => {
  begin = resolve;
});

window.addEventListener('message', (event) => {
  if (!isFrom(event, editor) || !isPreviewMessage(event.data)) return;
  current = event.data;
  begin();
  show(current);
});

/** Those that are usual: what is attached here is never sent. */
const limits = { files: { maxCount: 10, maxBytes: 25 * 1024 * 1024 }, request: { maxBytes: 1024 * 1024 * 1024 } };

// Without it the client uses `fetch`, as outside of browsers.
Reflect.deleteProperty(window, 'XMLHttpRequest');

window.fetch = async (input) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, document.baseURI);
  if (pathname.endsWith('/api/v1/limits')) return new Response(JSON.stringify(limits));
  if (!pathname.endsWith('/api/v1/catalogue')) return new Response(null, { status: 404 });
  await begun;
  return new Response(JSON.stringify(current?.catalogue ?? {}));
};

function show({ catalogue, language, scheme }: PreviewMessage): void {
  // Otherwise a language that was chosen in the preview would stay.
  localStorage.removeItem('commission-language');
  setAttribute(document.querySelector('commission-form'), 'lang', language);
  setScheme(scheme ?? '');
  document.dispatchEvent(new CustomEvent('commission-catalogue', { detail: catalogue }));
}

/** The page works out its colours anew when its root changes. */
function setScheme(scheme: string): void {
  const { style } = document.documentElement;
  if (style.colorScheme !== scheme) style.setProperty('color-scheme', scheme, 'important');
}

document.addEventListener(
  'click',
  (event) => {
    const [target] = event.composedPath();
    const button = target instanceof Element ? target.closest('button[type="submit"]') : null;
    if (button === null) return;
    event.preventDefault();
    event.stopPropagation();
    tell({ kind: 'form-preview-send' });
  },
  true,
);

/** What was tried in an earlier preview is no draft of a customer. */
for (const key of Object.keys(localStorage)) {
  if (key.startsWith('commission-') && key.includes('/form-preview/')) localStorage.removeItem(key);
}
tell({ kind: 'form-preview-ready' });

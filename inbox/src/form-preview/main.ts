import { setAttribute } from '../../../page-kit/set-attribute.ts';
import { followFocus } from './follow-focus.ts';
import { isFrom, isPreviewFocus, isPreviewMessage, type PreviewEvent, type PreviewMessage } from './preview-message.ts';

/**
 * Runs before the customers' page in a sandboxed frame of the inbox. The page gets the catalogue of the draft instead of
 * the service's, and sends nothing. Its origin is opaque, so it has neither the inbox's session nor its storage.
 */
const editor = window.parent === window ? null : window.parent;
const report = (event: PreviewEvent) => editor?.postMessage(event, location.origin);

let current: PreviewMessage | null = null;
let begin = () => {};
const begun = new Promise<void>((resolve) => {
  begin = resolve;
});

window.addEventListener('message', (event) => {
  if (!isFrom(event, editor)) return;
  if (isPreviewFocus(event.data)) return followFocus(event.data);
  if (!isPreviewMessage(event.data)) return;
  current = event.data;
  begin();
  show(current);
});

/** The default limits. The preview never sends its attachments. */
const limits = { files: { maxCount: 10, maxBytes: 25 * 1024 * 1024 }, request: { maxBytes: 1024 * 1024 * 1024 } };

// Without it the client uses `fetch`, as outside of browsers.
Reflect.deleteProperty(window, 'XMLHttpRequest');

window.fetch = async (input) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, document.baseURI);
  if (pathname.endsWith('/api/v1/limits')) return new Response(JSON.stringify(limits));
  if (!pathname.endsWith('/api/v1/catalogue')) return new Response(null, { status: 404 });
  await begun;
  return new Response(current === null ? '{}' : drawable(current));
};

// A script of the inbox's address is foreign to the frame, so a worker begins with one of the frame's own.
const { Worker: OwnWorker } = window;
window.Worker = class extends OwnWorker {
  constructor(url: string | URL, options?: WorkerOptions) {
    const script = `import ${JSON.stringify(String(url))}`;
    super(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })), options);
  }
};

const pictureUrls = new WeakMap<Blob, string>();

function urlOf(picture: Blob): string {
  const url = pictureUrls.get(picture) ?? URL.createObjectURL(picture);
  pictureUrls.set(picture, url);
  return url;
}

/** Returns the JSON of the catalogue with URLs of pictures that the frame can load. */
function drawable({ catalogue, pictures }: PreviewMessage): string {
  return JSON.stringify(catalogue, (_, value) => {
    const picture = pictures.get(value);
    return picture === undefined ? value : urlOf(picture);
  });
}

function show(message: PreviewMessage): void {
  setAttribute(document.querySelector('commission-form'), 'lang', message.language);
  setScheme(message.scheme ?? '');
  document.dispatchEvent(new CustomEvent('commission-catalogue', { detail: JSON.parse(drawable(message)) }));
}

/** The page computes its colours again when its root changes. */
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
    report({ kind: 'form-preview-send' });
  },
  true,
);

report({ kind: 'form-preview-ready' });

import type { Exchange, HttpResponse } from './transport.ts';

/** For browsers: `fetch` reports no upload progress there. */
export function sendByXhr({ method, url, headers, body, signal, onSent }: Exchange): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded }) => onSent(loaded);
    xhr.onload = () =>
      resolve({
        status: xhr.status,
        retryAfter: xhr.getResponseHeader('Retry-After'),
        // Of another origin the browser complains in the page's console when a proxy's error does not expose it.
        location: xhr.status === 201 ? xhr.getResponseHeader('Location') : null,
        text: xhr.responseText,
      });
    xhr.onerror = () => reject(new Error('No response'));
    xhr.onabort = () => reject(new Error('Aborted'));
    xhr.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    xhr.send(body);
  });
}

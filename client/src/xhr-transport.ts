import type { Exchange, HttpResponse } from './transport.ts';

/** The transport for browsers, where `fetch` reports no upload progress. */
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
        // Across origins the browser logs an error when a response, such as a proxy's, does not expose the header.
        location: xhr.status === 201 ? xhr.getResponseHeader('Location') : null,
        // The list of all headers leaves out headers that are not exposed, without an error.
        date: /^date: (.*)$/im.exec(xhr.getAllResponseHeaders())?.[1]?.trim() ?? null,
        text: xhr.responseText,
      });
    xhr.onerror = () => reject(new Error('No response'));
    xhr.onabort = () => reject(new Error('Aborted'));
    xhr.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    xhr.send(body);
  });
}

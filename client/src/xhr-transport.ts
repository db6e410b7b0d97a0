import type { Answer, Exchange } from './transport.ts';

/** For browsers: `fetch` tells no upload progress there. */
export function sendByXhr({ method, url, headers, body, signal, onSent }: Exchange): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded }) => onSent(loaded);
    xhr.onload = () =>
      resolve({ status: xhr.status, retryAfter: xhr.getResponseHeader('Retry-After'), text: xhr.responseText });
    xhr.onerror = () => reject(new Error('No answer'));
    xhr.onabort = () => reject(new Error('Aborted'));
    xhr.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    xhr.send(body);
  });
}

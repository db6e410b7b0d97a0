import { createCommissionClient, createIdempotencyKey } from '@commission-submission-service/client';

const form = document.querySelector('form');
const button = form.querySelector('button');
const { endpoint, typeId, maxFiles, maxFileBytes } = form.dataset;
const client = createCommissionClient({ endpoint });

// Sent again unchanged after a failure, the form keeps its key: the service stores it once.
let idempotencyKey = createIdempotencyKey();
form.addEventListener('input', () => {
  idempotencyKey = createIdempotencyKey();
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const data = new FormData(form);
  const files = data.getAll('files').filter(({ name }) => name !== '');
  const fault = faultOf(files);
  if (fault) return say(fault);

  button.disabled = true;
  const result = await client.submit(payloadOf(data), files, {
    idempotencyKey,
    language: document.documentElement.lang,
    onProgress: ({ sentBytes, totalBytes }) => say(`${Math.floor((100 * sentBytes) / totalBytes)} % sent`),
    onRetry: ({ waitMs }) => say(`No luck yet. Trying again in ${Math.ceil(waitMs / 1000)} s`),
  });
  button.disabled = false;
  if (!result.ok) return say(textOf(result.failure));
  form.reset();
  idempotencyKey = createIdempotencyKey();
  say(`Thank you! Your request has the number ${result.value.id}.`);
});
// Before, the browser would send the form itself, as a question to this page.
button.disabled = false;

function payloadOf(data) {
  return {
    typeId,
    optionId: data.get('optionId'),
    extraIds: data.getAll('extraIds'),
    customerName: data.get('customerName'),
    customerEmail: data.get('customerEmail'),
    message: data.get('message'),
  };
}

/** Told before anything is sent; the service checks it again. */
function faultOf(files) {
  if (files.length > Number(maxFiles)) return `Please choose at most ${maxFiles} pictures.`;
  const large = files.find(({ size }) => size > Number(maxFileBytes));
  return large && `${large.name} is too large.`;
}

function textOf(failure) {
  if (failure.code !== 'invalid') return `Your request was not sent (${failure.code}). Please try again.`;
  return failure.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n');
}

function say(text) {
  form.querySelector('[role=status]').textContent = text;
}

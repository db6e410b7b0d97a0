import { showText, translatePage } from './account-language.js';
import { texts } from './account-texts.js';

const api = '/api/operator/v1';

/** Sends JSON. Resolves with the body of a success, or with the problem. */
async function call(method, path, body) {
  const json =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const response = await fetch(api + path, { method, ...json });
    const content = response.status === 204 ? null : await response.json();
    return response.ok ? { content } : { problem: content, retryAfter: response.headers.get('retry-after') };
  } catch {
    return { problem: { type: 'unreachable' } };
  }
}

/** Returns the names of the texts that describe the failure. */
function faultOf({ problem }) {
  const codes = (problem.issues ?? []).map(({ code }) => `issue_${code}`);
  if (codes.length > 0) return [...new Set(codes)].map((name) => known(name)).join(' ');
  return known(problem.type.split(':').at(-1));
}

const known = (name) => (Object.hasOwn(texts.en, name) ? name : 'failed');

const find = (id) => document.getElementById(id);

/** Shows the failure, and focuses the field that caused it. */
function showFault(form, failure) {
  const fault = find('fault');
  showText(fault, faultOf(failure), { seconds: Number(failure.retryAfter ?? 0) });
  fault.hidden = false;
  for (const input of form.elements) input.removeAttribute('aria-invalid');
  const fields = (failure.problem.issues ?? []).map((issue) => form.elements[issue.path.slice(1)]).filter(Boolean);
  for (const field of fields) field.setAttribute('aria-invalid', 'true');
  (fields[0] ?? form.elements.password).focus();
}

/** Runs `submit` with the form's values, one call at a time. `submit` resolves with a failure or with nothing. */
function onSubmit(form, submit) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('[type=submit]');
    if (button.disabled) return;
    button.disabled = true;
    find('fault').hidden = true;
    const failure = await submit(Object.fromEntries(new FormData(form)));
    button.disabled = false;
    if (failure) showFault(form, failure);
  });
}

/** Adds the button that shows the password. */
function offerPassword(input) {
  const button = find('show-password');
  button.addEventListener('click', () => {
    const isShown = input.type === 'password';
    input.type = isShown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(isShown));
  });
}

/** Returns the page that led to the sign-in. Never returns a page of another origin. */
function nextPage() {
  const next = new URLSearchParams(location.search).get('next') ?? '/';
  const url = URL.canParse(next, location.origin) ? new URL(next, location.origin) : new URL('/', location.origin);
  return url.origin === location.origin && next.startsWith('/') ? url.pathname + url.search : '/';
}

async function signInPage(form) {
  form.elements.email.focus();
  onSubmit(form, async ({ email, password }) => {
    const result = await call('POST', '/session', { email, password });
    if (result.problem) return result;
    location.replace(nextPage());
  });
  if (new URLSearchParams(location.search).get('failed') === 'open-id-connect') {
    showText(find('fault'), 'organizationFailed');
    find('fault').hidden = false;
  }
  // Browsers withhold the cookie from a request that a link of another site starts, so a signed-in person gets this page.
  const { content: session } = await call('GET', '/session');
  if (session) location.replace(nextPage());
  const { content: options } = await call('GET', '/sign-in-options');
  find('open-id-connect').hidden = !options?.openIdConnect;
}

async function accountPage(form) {
  const token = location.hash.slice(1);
  const link = await openLink(token, ['set-up', 'invitation']);
  if (!link) return;
  showText(find('purpose'), link.kind === 'set-up' ? 'setUpPurpose' : `invited_${link.role}`);
  if (link.email) {
    form.elements.email.value = link.email;
    form.elements.email.readOnly = true;
  }
  form.hidden = false;
  form.elements.name.focus();
  offerPassword(form.elements.password);
  onSubmit(form, async ({ name, email, password }) => {
    const result = await call('POST', '/links/accept', { token, name, password, ...(link.email ? {} : { email }) });
    if (result.problem) return result;
    location.replace('/');
  });
}

async function passwordPage(form) {
  const token = location.hash.slice(1);
  const link = await openLink(token, ['password']);
  if (!link) return;
  showText(find('purpose'), 'passwordPurpose');
  offerPassword(form.elements.password);
  form.elements.email.value = link.email;
  form.hidden = false;
  form.elements.password.focus();
  onSubmit(form, async ({ password }) => {
    const result = await call('POST', '/links/password', { token, password });
    if (result.problem) return result;
    location.replace('/');
  });
}

/** Resolves with the purpose of the link. Shows an error and resolves with null when the link is invalid. */
async function openLink(token, kinds) {
  const { content: link, ...failure } = await call('POST', '/links/look-up', { token });
  if (link && kinds.includes(link.kind)) return link;
  showText(find('purpose'), failure.problem?.type === 'unreachable' ? 'unreachable' : 'linkInvalid');
  find('way-out').hidden = false;
  return null;
}

translatePage();
if (find('sign-in')) signInPage(find('sign-in'));
if (find('accept')) accountPage(find('accept'));
if (find('new-password')) passwordPage(find('new-password'));

import {
  boundary,
  encodeForm,
  filePart,
  formType,
  payloadPart,
  type RawPart,
  rawPayloadPart,
  validPayload,
} from '../support/form.ts';
import { invalidBodies, validBodies } from '../support/multipart-corpus.ts';
import { rawHead, rawRequest } from '../support/raw-request.ts';
import type { Fault } from '../support/s3-server.ts';

/** The bytes of a client, and the fault that its files meet in the object store. */
export interface Exchange {
  readonly request: Buffer;
  readonly fault?: Fault;
}

const json = JSON.stringify(validPayload);
const small = encodeForm([payloadPart(), filePart('a.png', 'a')]);
const large = filePart('large', Buffer.alloc(10 * 1024 * 1024 + 1, 7));
const eleven = Array.from({ length: 11 }, (_, at) => filePart(`${at}.png`, 'a'));

const formOf = (...parts: readonly RawPart[]) => rawRequest(encodeForm(parts));
const payload = (changed: object) => formOf(payloadPart({ ...validPayload, ...changed }));
const text = (name: string, body: Uint8Array | string): RawPart => ({
  headers: [`Content-Disposition: form-data; name="${name}"`],
  body,
});
const typed = (type: string | null, body: Uint8Array = small) =>
  rawRequest(body, { headers: { 'content-type': type } });
const withHeader = (name: string, value: string, ...parts: readonly RawPart[]) =>
  rawRequest(encodeForm([payloadPart(), ...parts]), { headers: { [name]: value } });
const withForm = (form: string | Uint8Array) => formOf(payloadPart(), text('commission-form', form));

const frames = [
  ...[...validBodies, ...invalidBodies].map((form) =>
    typed(`multipart/form-data; boundary="${form.boundary}"`, form.body),
  ),
  ...['text/plain', 'multipart/mixed', 'multipart/form-data', `${formType}; x=y`, null].map((type) => typed(type)),
  typed(`multipart/form-data; boundary=${'b'.repeat(71)}`),
  ...['gzip', 'identity'].map((encoding) => withHeader('content-encoding', encoding)),
  rawRequest(small.subarray(0, -`--${boundary}--\r\n`.length)),
  rawRequest(encodeForm([])),
];

const forms = [
  formOf(text('note', 'x'), ...eleven.slice(1), payloadPart(), text('files', 'x')),
  formOf(payloadPart(), ...Array.from({ length: 11 }, () => filePart('', '', 'application/octet-stream'))),
  formOf(filePart('empty.png', ''), filePart('', 'nameless'), payloadPart(), payloadPart({})),
  formOf(filePart('payload', json)),
  // Which verdict wins.
  ...[[], [rawPayloadPart('{')], [payloadPart({})], [payloadPart()]].map((parts) => formOf(...parts, ...eleven)),
  ...[[payloadPart({})], [payloadPart()]].map((parts) => formOf(...parts, large)),
  formOf(rawPayloadPart(Buffer.alloc(1024 * 1024 + 1, ' '))),
  ...[Buffer.from(json, 'latin1'), `\ufeff${json}`, `\ufeff\ufeff${json}`, '', 'null', '[]'].map((body) =>
    formOf(rawPayloadPart(body)),
  ),
  // Types, keys and headers of objects.
  ...['image/svg+xml', 'text/plain; charset=utf-8', '', 'png', 'a/../../etc', 'image/ü🐈', 'text/html'].map((type) =>
    formOf(payloadPart(), filePart('ü%22.html', 'bytes', type)),
  ),
];

const texts = ['typeId', 'optionId', 'customCardId', 'customerSocials', 'customerName', 'customerEmail', 'message'];
const values = [undefined, null, '', 7, {}, ' ü🐈\t"\\ ', 'a\u0000b', '\ud83d', '🐈'.repeat(201), 'x'.repeat(20_001)];

const payloads = [
  ...texts.flatMap((name) => values.map((value) => payload({ [name]: value }))),
  payload(Object.fromEntries(texts.map((name) => [name, 3]))),
  ...[
    'A.B+c@Example.ORG',
    '用户@例子.广告',
    'zoe@example',
    ' zoe@example.org',
    'a@b@c.org',
    `${'l'.repeat(309)}@example.org`,
  ].map((customerEmail) => payload({ customerEmail })),
  ...[[], ['rush', 'unknown', 'frame', 'rush'], ['a', ''], 'a', [3]].map((extraIds) => payload({ extraIds })),
  ...['unknown', 'status', 'id', 'arrival', 'ipAddress', 'constructor'].map((key) => payload({ [key]: 'x' })),
  ...['203.0.113.7, 10.0.0.1', ' ,10.0.0.1', ''].map((value) => withHeader('x-forwarded-for', value)),
  ...['Test/1.0', '', ' a, b;\t(c) '].map((value) => withHeader('user-agent', value)),
  ...['de-AT', 'ja', 'nl', 'de, en', "'; --"].map((value) => withHeader('content-language', value)),
];

const wholeForm = {
  v: 1,
  revision: 1,
  language: 'pt-BR',
  answers: { size: 'A4', tags: ['a', 'b'], count: 3, gift: true, none: null },
  terms: [{ id: 'use', sha256: 'a'.repeat(64), language: 'de' }],
  estimate: { amount: 12_500, currency: 'EUR' },
  queueName: '</script>🐈',
};

const commissionForms = [
  ...[wholeForm, {}, { v: 2 }, { v: '1' }, [1], { v: 1, queueName: 'a\u0000' }, { v: 1, answers: { a: { b: 1 } } }].map(
    (form) => withForm(JSON.stringify(form)),
  ),
  ...['{', '', Buffer.from('"\xff"', 'latin1'), `{"v":1${' '.repeat(256 * 1024)}}`].map(withForm),
  formOf(payloadPart(), text('commission-form', '{}'), text('commission-form', '{}')),
  formOf(payloadPart({}), text('commission-form', '{')),
  formOf(text('commission-form', '{}')),
];

const keyed = (key: string, ...parts: readonly RawPart[]) => withHeader('idempotency-key', key, ...parts);
const [a, b] = [filePart('a.png', 'cat'), filePart('b.png', 'dog')];
const refusal: Fault = { operation: 'PUT', call: 2, effect: { kind: 'respond', status: 403 } };

const repeated: readonly Exchange[] = [
  ...['', 'a'.repeat(256), 'a b', '"a", "b"'].map((key) => ({ request: keyed(key) })),
  { request: keyed('a-key', a, b), fault: refusal },
  { request: keyed('a-key', a, b) },
  { request: keyed('"a-key"', a, b) },
  ...[[], [b, a], [a], [a, filePart('b.png', 'dig')], [a, filePart('c.png', 'dog')]].map((files) => ({
    request: keyed('a-key', ...files),
  })),
  { request: rawRequest(encodeForm([payloadPart({})]), { headers: { 'idempotency-key': 'another' } }) },
  { request: keyed('another') },
  { request: keyed('another') },
];

const path = '/api/v1/commissions';
const requests = [
  ...['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'].map((method) => rawRequest(small, { method })),
  ...['?a=b&c', '?%zz', '/', '/1', '%2F', '%00', ';x=y'].map((end) => rawRequest(small, { path: `${path}${end}` })),
  ...['/api/v1/%63ommissions', '/api/v1', '//api/v1/commissions', '/%'].map((other) =>
    rawRequest(small, { path: other }),
  ),
  'hello\r\n\r\n',
  `POST ${path} HTTP/1.1\r\nContent-Length: 0\r\n\r\n`,
  `POST ${path} HTTP/1.1\r\nHost: x\r\nHost: y\r\nContent-Length: 0\r\n\r\n`,
  rawHead({ headers: { 'content-length': '-1' } }),
  rawHead({ headers: { 'content-length': '3', 'transfer-encoding': 'chunked' } }),
  `${rawHead({ headers: { 'transfer-encoding': 'chunked' } })}zz\r\n`,
  rawHead({ headers: { 'x-long': 'x'.repeat(100_000) } }),
].map((request) => Buffer.from(request));

/** The requests of `test/http/`, from a whole form to bytes that are no HTTP request. */
export const endpointCorpus: readonly Exchange[] = [
  ...[...frames, ...forms, ...payloads, ...commissionForms, ...requests].map((request) => ({ request })),
  ...repeated,
  { request: rawRequest(small), fault: { operation: 'PUT', call: 1, effect: { kind: 'respond', status: 503 } } },
  { request: rawRequest(small), fault: { operation: 'PUT', call: 1, times: 2, effect: { kind: 'apply-then-reset' } } },
  { request: rawRequest(small) },
];

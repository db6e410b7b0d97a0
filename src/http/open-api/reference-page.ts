import type { OpenAPIV3_1 } from 'openapi-types';
import { escapeHtml } from '../../studio/catalogue/escape-html.ts';
import { fieldsOf } from './schema-fields.ts';

type Operation = OpenAPIV3_1.OperationObject;
type Parameter = OpenAPIV3_1.ParameterObject;
type Schema = OpenAPIV3_1.SchemaObject;
type MediaType = OpenAPIV3_1.MediaTypeObject;

/** Returns the document as an HTML page for people, without scripts. The page needs `docs.css` next to it. */
export function referencePage({ info, paths = {}, components }: OpenAPIV3_1.Document): string {
  const operations = Object.entries(paths).flatMap(([path, methods = {}]) =>
    Object.entries(methods).map(([method, operation]) => operationSection(method, path, operation as Operation)),
  );
  const schemas = Object.entries(components?.schemas ?? {}).map(([name, schema]) => schemaSection(name, schema));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}: API</title>
<link rel="icon" href="docs.svg" type="image/svg+xml">
<link rel="stylesheet" href="docs.css">
</head>
<body>
<main>
<h1>${escapeHtml(info.title)}: API</h1>
<p>${prose(info.description ?? '')}</p>
<p>The same for programs: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${operations.join('\n')}
<h2>Schemas</h2>
${schemas.join('\n')}
</main>
</body>
</html>
`;
}

function operationSection(method: string, path: string, operation: Operation): string {
  const { operationId = '', summary = '', description = '', parameters = [], requestBody, responses = {} } = operation;
  const headers = (parameters as readonly Parameter[]).map(({ name, description = '' }) => [
    code(name),
    prose(description),
  ]);
  return `<section aria-labelledby="${escapeHtml(operationId)}">
<h2 id="${escapeHtml(operationId)}"><code>${escapeHtml(method.toUpperCase())} ${escapeHtml(path)}</code></h2>
<p>${prose(summary)}. ${prose(description)}</p>
${headers.length > 0 ? `<h3>Request headers</h3>${table(['Header', 'Description'], headers)}` : ''}
${bodySections(requestBody as OpenAPIV3_1.RequestBodyObject | undefined)}
<h3>Responses</h3>
${table(
  ['Status', 'When', 'Body'],
  Object.entries(responses).flatMap(([status, response]) =>
    responseRows(status, response as OpenAPIV3_1.ResponseObject),
  ),
)}
</section>`;
}

function bodySections(body: OpenAPIV3_1.RequestBodyObject | undefined): string {
  return Object.entries(body?.content ?? {})
    .map(([type, { schema = {} }]) => `<h3>Body: ${code(type)}</h3>${bodyOf(schema)}`)
    .join('\n');
}

function bodyOf(schema: Schema | OpenAPIV3_1.ReferenceObject): string {
  const link = linkTo(schema);
  return link === null ? fieldTable(schema as Schema) : `<p>${link}</p>`;
}

/** Returns one row per example, because each example shows another reason for the status. */
function responseRows(status: string, { description, content }: OpenAPIV3_1.ResponseObject): string[][] {
  const body = content?.['application/json'];
  if (!body?.examples) return [[code(status), prose(description), bodyCell(body)]];
  const examples = Object.values(body.examples) as OpenAPIV3_1.ExampleObject[];
  return examples.map(({ summary = '', value }) => [code(status), prose(summary), json(value)]);
}

function bodyCell(body: MediaType | undefined): string {
  if (!body) return '';
  if (body.example !== undefined) return json(body.example);
  return linkTo(body.schema ?? {}) ?? '';
}

/** Returns a link to the section of a named schema, or null for another schema. */
function linkTo(schema: Schema | OpenAPIV3_1.ReferenceObject): string | null {
  if (!('$ref' in schema)) return null;
  const name = escapeHtml(String(schema.$ref).replace('#/components/schemas/', ''));
  return `<a href="#${name}">${name}</a>`;
}

function schemaSection(name: string, schema: Schema): string {
  return `<section aria-labelledby="${escapeHtml(name)}">
<h3 id="${escapeHtml(name)}">${escapeHtml(name)}</h3>
${fieldTable(schema)}
</section>`;
}

function fieldTable(schema: Schema): string {
  const fields = fieldsOf(schema);
  const rows = fields.map(({ path, type, isRequired, description }) => [
    code(path),
    escapeHtml(type),
    isRequired ? 'yes' : 'no',
    prose(description),
  ]);
  const heads = ['Field', 'Type', 'Required', 'Description'];
  if (fields.some(({ description }) => description !== '')) return table(heads, rows);
  return table(
    heads.slice(0, 3),
    rows.map((row) => row.slice(0, 3)),
  );
}

/** Returns a table. In a narrow window each row becomes a list whose cells begin with their heads (docs.css). */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((name) => `<th scope="col">${name}</th>`).join('');
  const body = rows.map(
    (row) => `<tr>${row.map((cell, at) => `<td data-head="${heads[at]}">${cell}</td>`).join('')}</tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>`;
}

function json(value: unknown): string {
  return `<pre><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`;
}

const code = (content: string) => `<code>${escapeHtml(content)}</code>`;

/** Escapes a text and marks code in backticks. */
const prose = (content: string) => escapeHtml(content).replace(/`([^`]+)`/g, '<code>$1</code>');

import { escapeHtml } from './escape-html.ts';
import type { ApiDocument, MediaType, OpenApiObject, Operation, Response } from './open-api.ts';
import { fieldsOf } from './schema-fields.ts';

/** Returns the document as an HTML page for people, without scripts. The page needs `docs.css` next to it. */
export function referencePage({ info, paths, components }: ApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationSection(method, path, operation)),
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema));
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
<p>${prose(info.description)}</p>
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
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const headers = parameters.map(({ name, description }) => [code(name), prose(description)]);
  return `<section aria-labelledby="${escapeHtml(operationId)}">
<h2 id="${escapeHtml(operationId)}"><code>${escapeHtml(method.toUpperCase())} ${escapeHtml(path)}</code></h2>
<p>${prose(summary)}. ${prose(description)}</p>
${headers.length > 0 ? `<h3>Request headers</h3>${table(['Header', 'Description'], headers)}` : ''}
${requestBody ? bodySections(requestBody) : ''}
<h3>Responses</h3>
${table(
  ['Status', 'When', 'Body'],
  Object.entries(responses).flatMap(([status, response]) => responseRows(status, response)),
)}
</section>`;
}

function bodySections({ content }: OpenApiObject): string {
  return Object.entries(content as Readonly<Record<string, MediaType>>)
    .map(([type, { schema }]) => `<h3>Body: ${code(type)}</h3>${fieldTable(schema)}`)
    .join('\n');
}

/** Returns one row per example, because each example shows another reason for the status. */
function responseRows(status: string, { description, content }: Response): string[][] {
  const body = content?.['application/json'];
  if (!body?.examples) return [[code(status), prose(description), bodyCell(body)]];
  return Object.values(body.examples).map(({ summary, value }) => [code(status), prose(summary), json(value)]);
}

function bodyCell(body: MediaType | undefined): string {
  if (!body) return '';
  if (body.example !== undefined) return json(body.example);
  const name = String(body.schema.$ref).replace('#/components/schemas/', '');
  return `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`;
}

function schemaSection(name: string, schema: OpenApiObject): string {
  return `<section aria-labelledby="${escapeHtml(name)}">
<h3 id="${escapeHtml(name)}">${escapeHtml(name)}</h3>
${fieldTable(schema)}
</section>`;
}

function fieldTable(schema: OpenApiObject): string {
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

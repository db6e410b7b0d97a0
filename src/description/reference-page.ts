import type { ApiDocument, MediaType, OpenApiObject, Operation, Response } from './open-api.ts';

/** The document as a page that people read: HTML without script, which asks for `docs.css` beside itself. */
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
<title>${text(info.title)}: API</title>
<link rel="stylesheet" href="docs.css">
</head>
<body>
<main>
<h1>${text(info.title)}: API</h1>
<p>${text(info.description)}</p>
<p>For machines: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
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
  return `<section aria-labelledby="${text(operationId)}">
<h2 id="${text(operationId)}"><code>${text(method.toUpperCase())} ${text(path)}</code></h2>
<p>${text(summary)}. ${text(description ?? '')}</p>
${
  parameters.length > 0
    ? table(
        ['Header', ''],
        parameters.map((header) => [code(header.name), text(header.description)]),
      )
    : ''
}
${requestBody ? `<h3>Body</h3>${json(requestBody)}` : ''}
<h3>Answers</h3>
${table(
  ['Status', 'When', 'Body'],
  Object.entries(responses).flatMap(([status, response]) => answerRows(status, response)),
)}
</section>`;
}

/** One row for each example, for each tells of another reason. */
function answerRows(status: string, { description, content }: Response): string[][] {
  const body = content?.['application/json'];
  if (!body?.examples) return [[code(status), text(description), bodyCell(body)]];
  return Object.values(body.examples).map(({ summary, value }) => [code(status), text(summary), json(value)]);
}

function bodyCell(body: MediaType | undefined): string {
  if (!body) return '';
  if (body.example !== undefined) return json(body.example);
  const name = String(body.schema.$ref).replace('#/components/schemas/', '');
  return `<a href="#${text(name)}">${text(name)}</a>`;
}

function schemaSection(name: string, schema: OpenApiObject): string {
  return `<section aria-labelledby="${text(name)}">
<h3 id="${text(name)}">${text(name)}</h3>
${json(schema)}
</section>`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((cell) => `<th scope="col">${cell}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>`;
}

/** Long texts scroll in their own box, which a keyboard has to reach. */
function json(value: unknown): string {
  return `<pre tabindex="0"><code>${text(JSON.stringify(value, null, 2))}</code></pre>`;
}

const code = (content: string) => `<code>${text(content)}</code>`;

/** Safe in an element and in a quoted attribute. */
function text(content: string): string {
  return content.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

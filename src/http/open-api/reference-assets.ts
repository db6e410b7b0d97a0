/** The style sheet of the reference page. */
export const referenceStyle = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; padding: 1rem; max-inline-size: 60rem; overflow-wrap: break-word; }
h1 { font-size: 1.75rem; line-height: 1.25; }
h2 { margin-block-start: 3rem; font-size: 1.375rem; }
table { inline-size: 100%; border-collapse: collapse; }
th, td { padding: 0.5rem 1rem 0.5rem 0; text-align: start; vertical-align: top; border-block-end: 1px solid #8886; }
th { white-space: nowrap; }
code { font: 0.9em/1.4 ui-monospace, monospace; white-space: nowrap; }
h2 code { white-space: normal; }
pre { margin: 0; overflow-wrap: anywhere; }
pre code { white-space: pre-wrap; }
@media (max-width: 45rem) {
  thead { display: none; }
  table, tbody, tr, td { display: block; }
  tr { padding-block: 0.75rem; border-block-end: 1px solid #8886; }
  td { padding: 0.125rem 0; border: 0; }
  td:empty { display: none; }
  td::before { content: attr(data-head) ": "; font-weight: 600; }
}
`;

/** The icon of `/docs` in browsers. */
export const referenceIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Brush</title><rect width="32" height="32" rx="7" fill="#2b5c77"/><path d="M9 22l2-6L20 7l5 5-9 9-6 2zM18 9l5 5" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round"/></svg>\n';

import { createHash } from 'node:crypto';
import { pairStyle, withPairs } from './colour-pairs.ts';

/** The style sheet of the status page, inlined so that one request loads the page. It has the colours of the form. */
export const statusStyle = withPairs(`
${pairStyle('light dark')}
:root {
  --text: light-dark(#202428, #e7e9eb);
  --muted: light-dark(#596068, #aab2bb);
  --page: light-dark(#f6f5f2, #16181b);
  --surface: light-dark(#ffffff, #1e2125);
  --line: light-dark(#dedcd6, #3a3f46);
  --accent: light-dark(#2b5c77, #8fc3e0);
  --on-accent: light-dark(#ffffff, #10202b);
  --good: light-dark(#256b42, #7fcf9f);
  --warn: light-dark(#7d5200, #f0b95a);
  font: 1rem/1.55 system-ui, sans-serif;
}
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: var(--page); overflow-wrap: anywhere; }
h1, h2, p, ol, ul, dl, dd { margin: 0; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 0.25em; }
header, main, footer { max-inline-size: 42rem; margin-inline: auto; padding-inline: clamp(0.75rem, 4vw, 2rem); }
header { padding-block: clamp(1.25rem, 5vw, 3rem) 1rem; font-size: 1.375rem; font-weight: 650; line-height: 1.25; letter-spacing: -0.01em; }
header a { color: inherit; text-decoration: none; }
header a:hover { text-decoration: underline; }
.panel {
  --tone: var(--accent);
  padding: clamp(1.25rem, 5vw, 2.25rem);
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  box-shadow: 0 0.0625rem 0.1875rem light-dark(rgb(30 28 24 / 12%), rgb(0 0 0 / 40%));
}
.good { --tone: var(--good); }
.waiting { --tone: var(--warn); }
.ended { --tone: var(--muted); }
.greeting { margin-block-end: 1rem; font-size: 1.0625rem; }
.number { color: var(--muted); font-size: 0.9375rem; font-variant-numeric: tabular-nums; }
.state { display: flex; gap: 0.75rem; align-items: center; margin-block: 0.375rem 0.625rem; }
.state svg { flex: none; inline-size: 2.25rem; block-size: 2.25rem; stroke: var(--surface); stroke-width: 2.5; }
.state circle { fill: var(--tone); stroke: none; }
.state path { fill: none; stroke-linecap: round; stroke-linejoin: round; }
h1 { font-size: clamp(1.625rem, 1.3rem + 1.8vw, 2.125rem); font-weight: 650; line-height: 1.2; letter-spacing: -0.01em; }
h2 { margin-block-end: 0.375rem; font-size: 0.9375rem; font-weight: 650; }
h1 + .lead { margin-block-start: 0.625rem; }
.lead { font-size: 1.0625rem; text-wrap: pretty; }
.plain { text-align: center; padding-block: clamp(2rem, 8vw, 4rem); }
.plain .lead { max-inline-size: 32rem; margin-inline: auto; }
.sign { inline-size: 2.75rem; margin-block-end: 0.75rem; fill: none; stroke: var(--muted); stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
.way { margin-block-start: 1.75rem; }
.way a { display: inline-block; padding: 0.625rem 1.25rem; color: var(--on-accent); font-weight: 600; text-decoration: none; background: var(--accent); border-radius: 0.5rem; }
.way a:hover { background: color-mix(in srgb, var(--accent) 88%, var(--text)); }
.steps { display: flex; margin-block-start: 2rem; padding: 0; list-style: none; }
.steps li { position: relative; flex: 1; padding-block-start: 1.625rem; padding-inline-end: 0.75rem; color: var(--muted); font-size: 0.875rem; line-height: 1.35; }
.steps li:last-child { flex: none; padding-inline-end: 0; }
.steps li::before, .steps li::after { content: ""; position: absolute; }
.steps li::before { inset-block-start: 0; inset-inline-start: 0; inline-size: 0.875rem; block-size: 0.875rem; background: var(--surface); border: 2px solid var(--line); border-radius: 50%; }
.steps li:not(:last-child)::after { inset-block-start: 0.375rem; inset-inline: 1.25rem 0.375rem; block-size: 2px; background: var(--line); border-radius: 1px; }
.steps .past { color: var(--text); }
.steps .past::before { background: var(--tone); border-color: var(--tone); }
.steps .past::after { background: var(--tone) !important; }
.steps [aria-current] { color: var(--text); font-weight: 650; }
.steps [aria-current]::before { background: var(--tone); border-color: var(--tone); box-shadow: 0 0 0 4px color-mix(in srgb, var(--tone) 22%, transparent); }
.message { margin-block-start: 2rem; padding: 1rem 1.25rem; background: color-mix(in srgb, var(--accent) 8%, var(--surface)); border-radius: 0.75rem; }
.next { margin-block-start: 1.5rem; }
:is(.message, .next) p { unicode-bidi: plaintext; white-space: pre-line; }
dl { display: grid; grid-template-columns: minmax(6em, max-content) 1fr; gap: 0.375rem 1.5rem; margin-block-start: 2rem; padding-block-start: 1.25rem; border-block-start: 1px solid var(--line); font-size: 0.9375rem; }
dt { color: var(--muted); }
footer { padding-block: 1.25rem 3rem; color: var(--muted); font-size: 0.875rem; }
footer p { max-inline-size: 60ch; margin-block-end: 0.5rem; text-wrap: pretty; }
footer details { max-inline-size: 60ch; margin-block-end: 0.5rem; }
footer summary { cursor: pointer; }
footer ul { display: flex; flex-wrap: wrap; gap: 0 1rem; margin-block-start: 1.5rem; padding: 0; list-style: none; }
footer li a { display: inline-block; padding-block: 0.25rem; color: inherit; text-decoration: none; }
footer li a:hover { text-decoration: underline; }
footer [aria-current] { color: var(--text); font-weight: 600; }
@media (max-width: 34rem) {
  .steps { flex-direction: column; }
  .steps li { padding: 0 0 1rem; padding-inline-start: 1.75rem; font-size: 0.9375rem; }
  .steps li:last-child { padding-block-end: 0; }
  .steps li::before { inset-block-start: 0.1875rem; }
  .steps li:not(:last-child)::after { inset-block: 1.375rem -0.0625rem; inset-inline: 0.375rem auto; inline-size: 2px; block-size: auto; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd + dt { margin-block-start: 0.625rem; }
}
@media (forced-colors: active) {
  .steps .past::before, .steps [aria-current]::before { background: CanvasText; forced-color-adjust: none; }
}
@media print {
  body { background: none; }
  .panel { padding: 0; border: 0; }
  footer ul { display: none; }
}
`);

/** The source that allows the style sheet in a policy (Content Security Policy Level 3, section 2.3.1). */
export const statusStyleSource = `'sha256-${createHash('sha256').update(statusStyle).digest('base64')}'`;

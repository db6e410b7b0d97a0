/** The style sheet of the reference page. */
export const referenceStyle = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; padding: 1rem; max-inline-size: 60rem; }
h2 { margin-block-start: 2.5rem; overflow-wrap: anywhere; }
table { inline-size: 100%; border-collapse: collapse; }
th, td { padding: 0.5rem; text-align: start; vertical-align: top; border-block-end: 1px solid GrayText; }
td:last-child { inline-size: 55%; }
pre { margin: 0; padding: 0.5rem; overflow: auto; max-block-size: 30rem; border: 1px solid GrayText; border-radius: 0.25rem; }
code { font: 0.9em/1.4 ui-monospace, monospace; }
`;

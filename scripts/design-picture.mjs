import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { icons } from 'lucide';
import { root, shoot } from './picture-service.mjs';

const sheets = [
  'tokens',
  'statuses',
  'basics',
  'button',
  'button-group',
  'chip',
  'card',
  'menu',
  'tabs',
  'empty-state',
  'sheet',
  'icon',
];

/** Takes the picture of docs/styles.md: every component in both themes. */
export async function takeDesign(browser, path) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, colorScheme: 'light' });
  const css = sheets.map((name) => readFileSync(join(root, `page-kit/styles/${name}.css`), 'utf8')).join('\n');
  const layout = `
    body { display: grid; grid-template-columns: 1fr 1fr; margin: 0; font: 15px/1.45 system-ui, sans-serif }
    section { display: grid; gap: 18px; align-content: start; padding: 28px; color: var(--text); background: var(--surface-sunken) }
    section > div { display: flex; flex-wrap: wrap; gap: 8px; align-items: center }
    p, h2 { margin: 0 } .menu { position: static; display: block } .card { flex: 1 }
    .swatch { inline-size: 40px; block-size: 40px; border: 1px solid var(--line); border-radius: var(--radius-m) }`;
  const themes = ['light', 'dark'].map((theme) => `<section data-theme="${theme}">${components(theme)}</section>`);
  await page.setContent(`<style>${css}${layout}</style>${themes.join('')}`);
  await shoot(page, path, { fullPage: true });
  await page.close();
}

function components(theme) {
  const statuses = ['new', 'waitlisted', 'accepted', 'in_progress', 'completed', 'declined', 'cancelled', 'spam'];
  const colours = ['surface', 'surface-raised', 'surface-sunken', 'line', 'line-strong', 'text', 'text-soft', 'accent'];
  const drawn = ['Inbox', 'Hourglass', 'Check', 'Search', 'Settings', 'Mail', 'Image', 'Calendar', 'Tag', 'Undo2'];
  return `
    <div>${[...colours, 'good', 'warn', 'bad'].map((name) => `<span class="swatch" style="background: var(--${name})"></span>`).join('')}</div>
    <div><button class="button button-primary">${icon('Check')} Accept…</button><button class="button">Waiting list</button>
      <button class="button button-plain">Cancel</button><button class="button button-bad">Erase…</button>
      <button class="button button-icon" aria-label="More">${icon('Ellipsis')}</button><button class="button" disabled>Sent</button></div>
    <div>${statuses.map((status) => `<span class="chip chip-${status}">${status.replace('_', ' ')}</span>`).join('')}</div>
    <div><button class="chip" aria-pressed="true">Unread</button><button class="chip" aria-pressed="false">Starred</button>
      <span class="chip chip-outlined">portrait</span><span class="chip chip-good">Sent</span><span class="chip chip-warn">Due today</span></div>
    <div class="tabs"><a class="tab" href="#a" aria-current="page">Timeline</a><a class="tab" href="#b">Files</a><a class="tab" href="#c">Notes</a></div>
    <div><div class="card">A part of a page</div><a class="card card-link" href="#d">A card that opens</a><div class="card card-sunken">A well</div></div>
    <div><div class="menu"><p class="menu-title">Move to</p><button class="menu-item">${icon('Play')} In progress</button>
      <button class="menu-item" aria-current="true">${icon('Check')} Accepted</button><hr class="menu-line"><button class="menu-item">${icon('Ban')} Spam</button></div>
      <div class="card"><div class="empty-state">${icon('Inbox')}<p class="empty-state-title">No requests in ${theme}</p><p>Send yourself one to see how it looks.</p></div></div></div>
    <div class="snack"><p>Request accepted.</p><button class="button button-plain">Undo</button></div>
    <div>${drawn.map(icon).join('')}</div>`;
}

function icon(name) {
  const shapes = icons[name].map(([tag, attributes]) => {
    const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
    return `<${tag}${written.join('')}/>`;
  });
  return `<svg class="icon" viewBox="0 0 24 24" width="1.25em" height="1.25em" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shapes.join('')}</svg>`;
}

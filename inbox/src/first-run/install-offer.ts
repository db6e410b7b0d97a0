import { createCell } from '../cells/cell.ts';

/** The event by which Chromium offers to install the page. It is no part of TypeScript's DOM. */
interface InstallOffer extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/** Null without an offer of the browser. */
export const installOffer = createCell<InstallOffer | null>(null);

/** Whether the page runs in a window of its own. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** The browser makes its offer once, soon after the page has loaded. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => installOffer.set(event as InstallOffer));
  window.addEventListener('appinstalled', () => installOffer.set(null));
}

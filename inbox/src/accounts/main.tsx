import { render } from 'preact';
import { AccountPage } from './account-page.tsx';

// Somebody may have signed out.
navigator.clearAppBadge?.().catch(() => {});
const root = document.getElementById('account');
// It contains a sentence for browsers that cannot run this script.
root?.replaceChildren();
if (root) render(<AccountPage path={location.pathname} />, root);

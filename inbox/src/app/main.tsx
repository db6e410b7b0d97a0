import '../../../page-kit/older-browsers.ts';
import { render } from 'preact';
import { keepInstallOffer } from '../first-run/install-offer.ts';
import { App } from './app.tsx';

keepInstallOffer();
const root = document.getElementById('inbox');
// It holds the sentence for browsers that cannot run this.
root?.replaceChildren();
if (root) render(<App />, root);

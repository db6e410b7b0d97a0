import '../../../page-kit/older-browsers.ts';
import { render } from 'preact';
import { keepInstallOffer } from '../first-run/install-offer.ts';
import { App } from './app.tsx';

keepInstallOffer();
const root = document.getElementById('inbox');
// It contains a sentence for browsers that cannot run this script.
root?.replaceChildren();
if (root) render(<App />, root);

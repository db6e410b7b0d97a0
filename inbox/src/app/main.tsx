import '../../../page-kit/older-browsers.ts';
import { render } from 'preact';
import { keepInstallOffer } from '../first-run/install-offer.ts';
import { App } from './app.tsx';

keepInstallOffer();
const root = document.getElementById('inbox');
if (root) render(<App />, root);

import { render } from 'preact';
import { App } from './app.tsx';

const root = document.getElementById('inbox');
if (root) render(<App />, root);

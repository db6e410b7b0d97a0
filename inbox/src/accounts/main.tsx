import '../../../page-kit/older-browsers.ts';
import { render } from 'preact';
import { AccountPage } from './account-page.tsx';

const root = document.getElementById('account');
if (root) render(<AccountPage path={location.pathname} />, root);

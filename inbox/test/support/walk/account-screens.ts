import type { Screen } from './screen.ts';

/** Screens before the sign-in. */
export const accountScreens = (invitation: string, newPassword: string): readonly Screen[] => [
  {
    name: 'a sign-in that failed',
    path: '/sign-in',
    async reach(page) {
      await page.getByLabel('E-mail address').fill('nobody@example.org');
      await page.getByLabel('Password').fill('a wrong guess');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'an invitation with a short password',
    path: invitation,
    async reach(page) {
      await page.getByLabel('Your name').fill('Zoë');
      await page.getByLabel('Password').fill('short');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('alert').getByText('At least 12 characters').waitFor();
    },
  },
  {
    name: 'a link that is not valid',
    path: '/invitation#nonsense',
    reach: (page) => page.getByRole('link', { name: 'Sign in' }).waitFor(),
  },
  { name: 'a new password', path: newPassword, reach: (page) => page.getByLabel('New password').waitFor() },
];

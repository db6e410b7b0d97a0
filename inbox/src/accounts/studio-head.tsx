import { createContext } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SignInOptions } from '../../../src/accounts/account-shapes.ts';
import { callOnce } from '../api/send.ts';
import { useAccountTranslator } from './account-messages.ts';

/** What everybody may know of the service. Null until it is loaded. */
export const StudioContext = createContext<SignInOptions | null>(null);

/** Loads it. A page whose service does not answer works without it. */
export function useSignInOptions(): SignInOptions | null {
  const [options, setOptions] = useState<SignInOptions | null>(null);
  useEffect(() => {
    void callOnce<SignInOptions>('GET', '/sign-in-options')
      .then(setOptions)
      .catch(() => {});
  }, []);
  return options;
}

/** The logo and the name of the studio, as its customers see them. */
export function StudioHead({ title, logo }: Pick<SignInOptions, 'title' | 'logo'>) {
  const { ofCatalogue } = useAccountTranslator();
  if (title === null && logo === null) return null;
  return (
    <p class="studio">
      {logo && <img src={logo.url} width={logo.width} height={logo.height} alt="" />}
      {title && <bdi>{ofCatalogue(title as Parameters<typeof ofCatalogue>[0])}</bdi>}
    </p>
  );
}

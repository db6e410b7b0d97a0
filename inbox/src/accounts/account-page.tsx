import type { ComponentType } from 'preact';
import { useId, useState } from 'preact/hooks';
import { LanguageOptions } from '../../../page-kit/language/language-options.tsx';
import { createTranslator } from '../../../page-kit/language/translator.ts';
import { callOnce } from '../api/send.ts';
import { type Language, languageNames, readLanguage, storeLanguage } from '../language/reader-language.ts';
import { useLoadedWords } from '../language/use-loaded-words.ts';
import { ThemeSelect } from '../theme/theme-select.tsx';
import { AccountForm } from './account-form.tsx';
import {
  type AccountKey,
  type AccountTranslator,
  AccountTranslatorContext,
  englishAccountMessages,
  loadAccountMessages,
  useAccountTranslator,
} from './account-messages.ts';
import { EmailField, NewPasswordField } from './fields.tsx';
import { LinkPage, linkToken } from './link-page.tsx';
import { NewAccountPage } from './new-account-page.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { StudioContext, StudioHead, useSignInOptions } from './studio-head.tsx';

interface Page {
  readonly title: AccountKey;
  readonly Content: ComponentType;
}

const signIn: Page = { title: 'signIn', Content: SignInPage };
const account: Page = { title: 'accountTitle', Content: NewAccountPage };
const pages: Readonly<Record<string, Page>> = {
  '/set-up': account,
  '/invitation': account,
  '/new-password': { title: 'passwordTitle', Content: NewPasswordPage },
};

const source = {
  english: createTranslator('en', englishAccountMessages, navigator.languages) as AccountTranslator,
  load: async (language: Language): Promise<AccountTranslator> =>
    createTranslator(language, await loadAccountMessages(language), navigator.languages),
};

/** Shows the page of this path in the reader's language, with the choice of another one. */
export function AccountPage({ path }: { readonly path: string }) {
  const [language, setLanguage] = useState(readLanguage);
  const translator = useLoadedWords(language, source);
  const options = useSignInOptions();
  const id = useId();
  if (!translator) return null;

  const { text } = translator;
  const { title, Content } = pages[path] ?? signIn;
  document.documentElement.lang = translator.language;
  document.title = `${text(title)} – ${text('product')}`;

  function switchTo(chosen: Language): void {
    storeLanguage(chosen);
    setLanguage(chosen);
  }

  return (
    <AccountTranslatorContext.Provider value={translator}>
      {options && <StudioHead {...options} />}
      <h1>{text(title)}</h1>
      <StudioContext.Provider value={options}>
        <Content />
      </StudioContext.Provider>
      <p class="language">
        <select
          aria-label={text('language')}
          onChange={({ currentTarget }) => switchTo(currentTarget.value as Language)}
        >
          <LanguageOptions names={languageNames} chosen={translator.language} />
        </select>
        <label class="visually-hidden" for={id}>
          {text('theme')}
        </label>
        <ThemeSelect
          id={id}
          names={{ system: text('theme_system'), light: text('theme_light'), dark: text('theme_dark') }}
        />
      </p>
    </AccountTranslatorContext.Provider>
  );
}

/** Sets a new password by a link, and opens the inbox. */
function NewPasswordPage() {
  const { text } = useAccountTranslator();

  async function setPassword({ password }: Readonly<Record<string, string>>): Promise<void> {
    await callOnce('POST', '/links/password', { body: { token: linkToken, password } });
    location.replace('/');
  }

  return (
    <LinkPage kinds={['password']} purposeOf={() => 'passwordPurpose'}>
      {({ email }) => (
        <AccountForm button={text('passwordSet')} focused="password" submit={setPassword}>
          <EmailField input={{ value: email ?? '', readOnly: true }} />
          <NewPasswordField label={text('passwordNew')} />
        </AccountForm>
      )}
    </LinkPage>
  );
}

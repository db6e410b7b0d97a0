import { CircleUser } from 'lucide';
import { useId, useRef } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { LanguageOptions } from '../../../page-kit/language/language-options.tsx';
import { useCell } from '../cells/cell.ts';
import { type Language, languageNames } from '../language/reader-language.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { ThemeSelect } from '../theme/theme-select.tsx';

interface AccountMenuProps {
  onLanguage(language: Language): void;
  onHelp(): void;
}

/** The menu with the account, the language, the keyboard help and signing out. */
export function AccountMenu({ onLanguage, onHelp }: AccountMenuProps) {
  const { sessions } = useInbox();
  const { text, language } = useTranslator();
  const operator = useCell(sessions.session)?.operator;
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  return (
    <>
      <button
        type="button"
        class="quiet account"
        popovertarget={id}
        aria-label={operator ? `${text('account')}: ${operator.name}` : text('account')}
      >
        <Icon of={CircleUser} />
        <bdi title={operator?.name}>{operator?.name ?? text('account')}</bdi>
      </button>
      <div id={id} ref={menu} popover="auto" class="popover account-menu">
        {operator && (
          <p>
            <bdi>{operator.email}</bdi>
            <br />
            <span class="hint">{text(`role_${operator.role}`)}</span>
          </p>
        )}
        <label>
          {text('language')}
          <select value={language} onChange={({ currentTarget }) => onLanguage(currentTarget.value as Language)}>
            <LanguageOptions names={languageNames} chosen={language} />
          </select>
        </label>
        <div>
          <label for={`${id}-theme`}>{text('theme')}</label>
          <ThemeSelect
            id={`${id}-theme`}
            names={{ system: text('theme_system'), light: text('theme_light'), dark: text('theme_dark') }}
          />
        </div>
        <button
          type="button"
          onClick={() => {
            menu.current?.hidePopover();
            onHelp();
          }}
        >
          {text('keysTitle')}
        </button>
        <button type="button" onClick={() => void sessions.signOut()}>
          {text('signOut')}
        </button>
      </div>
    </>
  );
}

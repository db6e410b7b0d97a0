import { ArrowUpDown, Eye, EyeOff, Pencil, Plus, Trash2 } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../../page-kit/icon.tsx';
import { useFormats } from '../language/formats.ts';
import { englishMessages, type FormMessageKey } from '../language/inbox-messages.ts';
import { shownName } from '../language/shown-name.ts';
import { type FormTranslator, useFormWords } from '../language/translator-context.ts';
import { withParts } from '../language/with-parts.ts';
import { changeValue } from './change-value.tsx';
import type { Change, Step } from './draft/describe-changes.ts';
import { pictureUrl } from './fields/studio-picture.ts';

const icons = {
  added: Plus,
  removed: Trash2,
  renamed: Pencil,
  moved: ArrowUpDown,
  hidden: EyeOff,
  shown: Eye,
  text: Pencil,
  value: Pencil,
} as const satisfies Record<Change['kind'], unknown>;

const mostCharacters = 160;
/** Longer texts are shown below each other. */
const mostInline = 60;

/** A change as a sentence, with the picture of the entry or a sign. */
export function ChangeItem({ change }: { readonly change: Change }) {
  const { kind, path, from, to } = change;
  const names = path.filter((step) => 'name' in step);
  const picture = names.at(-1)?.picture;
  const isLong = kind === 'text' && [from, to].some((words) => String(words ?? '').length > mostInline);
  return (
    <li>
      <span class={`form-sign form-sign-${kind}`}>
        {picture ? <img src={pictureUrl(picture)} alt="" /> : <Icon of={icons[kind]} />}
      </span>
      <div>
        {isLong ? <LongText change={change} /> : <Sentence change={change} />}
        <Pictures of={change} />
      </div>
    </li>
  );
}

function LongText({ change: { path, from, to, language } }: { readonly change: Change }) {
  const words = useFormWords();
  const formats = useFormats();
  return (
    <>
      <p>{whereOf(words, path, language === null ? '' : suffixOf(formats, language))}</p>
      {from !== null && <del>{brief(String(from))}</del>}
      {to !== null && <ins>{brief(String(to))}</ins>}
    </>
  );
}

/** The pictures that customers see afterwards. */
function Pictures({ of: { path, to } }: { readonly of: Change }) {
  const key = keyIn(path.at(-1));
  const named = key === 'logo' ? [to] : key === 'pictures' ? to : [];
  const pictures = ((named ?? []) as readonly ({ readonly sha256: string } | null)[]).flatMap(
    (one) => one?.sha256 ?? [],
  );
  if (pictures.length === 0) return null;
  return (
    <span class="form-thumbs">
      {pictures.map((sha256) => (
        <img key={sha256} class="form-thumb" src={pictureUrl(sha256)} alt="" />
      ))}
    </span>
  );
}

function Sentence({ change: { kind, path, from, to, language } }: { readonly change: Change }) {
  const words = useFormWords();
  const formats = useFormats();
  const suffix = language === null ? '' : suffixOf(formats, language);
  const names = path.flatMap((step) => ('name' in step ? [shownName(step.name)] : []));
  const name = <b>{names.at(-1) ?? ''}</b>;
  const say = (key: FormMessageKey, parts: Readonly<Record<string, ComponentChildren>>) => (
    <p>{withParts((values) => words.text(key, values), parts)}</p>
  );
  switch (kind) {
    case 'added':
    case 'removed':
      return say(`says_${kind}`, { where: whereOf(words, path.slice(0, -1), ''), name });
    case 'renamed':
      return say('says_renamed', { from: <b>{brief(String(from))}</b>, to: <b>{brief(String(to)) + suffix}</b> });
    case 'moved':
      return say('says_moved', { where: whereOf(words, path, ''), to: shownName(brief(String(to))) });
    case 'hidden':
    case 'shown':
      return say(`says_${kind}`, { name });
    default: {
      const key = lastKey(path);
      const [before, after] = [from, to].map((value) => changeValue(words, key, value));
      const own = ownSentence(keyIn(path[0]), key, to);
      if (own !== null) return say(own, { name, to: after });
      const verb = after === null ? 'unset' : before === null ? 'set' : 'changed';
      const parts = { from: before, to: after };
      if (names.length === 0) return say(`says_${verb}`, { where: whereOf(words, path, suffix), ...parts });
      return say(`says_of_${verb}`, { name: <b>{names.join(' · ')}</b>, what: keyText(words, key) + suffix, ...parts });
    }
  }
}

/** Returns the sentence that a key has for this value or for every value, or null. */
function ownSentence(part: string, key: string, value: unknown): FormMessageKey | null {
  const named = Array.isArray(value) && value.length === 0 ? 'none' : String(value);
  const found = [`${part}_${key}_${named}`, `${key}_${named}`, `${part}_${key}`, key].find(
    (one) => `says_${one}` in englishMessages.form,
  );
  return found === undefined ? null : (`says_${found}` as FormMessageKey);
}

/** Returns the names of the entries in bold and the words of the last key: "Portrait: price". */
function whereOf(words: FormTranslator, path: readonly Step[], suffix: string): ComponentChildren {
  const names = path.flatMap((step) => ('name' in step ? [shownName(step.name)] : []));
  const key = lastKey(path);
  const what = keyText(words, key) + suffix;
  if (names.length === 0) return <b>{capital(words, what)}</b>;
  return (
    <>
      <b>{names.join(' · ')}</b>, {what}
    </>
  );
}

/** The slots of a type have its name as the last step. */
const lastKey = (path: readonly Step[]): string => keyIn(path.at(-1)) || keyIn(path.at(-2));

const keyIn = (step: Step | undefined): string => (step !== undefined && 'key' in step ? step.key : '');

export function keyText({ text }: FormTranslator, key: string): string {
  const name = `key_${key}`;
  return name in englishMessages.form ? text(name as FormMessageKey) : key;
}

/** English needs no word for its language, because it is where every studio begins. */
function suffixOf({ language: nameOf }: ReturnType<typeof useFormats>, language: string): string {
  return language === 'en' ? '' : ` (${nameOf(language)})`;
}

function capital({ language }: FormTranslator, words: string): string {
  return words.slice(0, 1).toLocaleUpperCase(language) + words.slice(1);
}

function brief(words: string): string {
  const characters = [...words];
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters).join('')}…` : words;
}

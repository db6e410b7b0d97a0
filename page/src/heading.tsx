import type { ComponentChildren } from 'preact';
import { createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';

/** Level of the form's own heading on its page. */
export const HeadingLevel = createContext(1);

export interface HeadingProps {
  readonly id?: string;
  /** 0 for the form's own, 1 for a section in it. */
  readonly depth: 0 | 1;
  readonly children: ComponentChildren;
}

export function Heading({ id, depth, children }: HeadingProps) {
  const Tag = `h${useContext(HeadingLevel) + depth}` as 'h1';
  return (
    <Tag id={id} class={depth === 0 ? 'title' : 'section-title'}>
      {children}
    </Tag>
  );
}

/** For what takes the place of what had the focus, so that a keyboard goes on from there and a screen reader reads it. */
export function useFocusWhenShown<Target extends HTMLElement>() {
  const ref = useRef<Target>(null);
  useEffect(() => {
    ref.current?.focus();
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return ref;
}

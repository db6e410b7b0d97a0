import type { ComponentChildren } from 'preact';
import { createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';

/** Level of the form's own heading on its page. */
export const HeadingLevel = createContext(1);

export interface HeadingProps {
  readonly id?: string;
  /** 0 for the form's own, 1 for a section in it, 2 for a part of a section. */
  readonly depth: 0 | 1 | 2;
  readonly children: ComponentChildren;
}

const classNames = ['title', 'section-title', 'part-title'] as const;

export function Heading({ id, depth, children }: HeadingProps) {
  const Tag = `h${Math.min(useContext(HeadingLevel) + depth, 6)}` as 'h1';
  return (
    <Tag id={id} class={classNames[depth]} part={classNames[depth]}>
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

import type { ComponentChildren } from 'preact';
import { createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';

/** Heading level of the form's title, also if the title is hidden. */
export const HeadingLevel = createContext(1);

interface HeadingProps {
  readonly id?: string;
  /** 0 for the form's title, 1 for a section, 2 for a part of a section. */
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

/** Focuses an element that replaces the focused one, so that keyboard and screen reader continue there. */
export function useFocusWhenShown<Target extends HTMLElement>() {
  const ref = useRef<Target>(null);
  useEffect(() => {
    ref.current?.focus();
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return ref;
}

import type { TargetedKeyboardEvent } from 'preact';
import { describe, expect, it, vi } from 'vitest';
import { pressWhileWriting } from './writing-field.ts';

describe('Control and Enter in a text', () => {
  it.each<[string, Partial<KeyboardEvent>, number]>([
    ['once', {}, 1],
    ['not while somebody composes a letter', { isComposing: true, keyCode: 229 }, 0],
    ['not when it confirms a conversion in Safari', { isComposing: false, keyCode: 229 }, 0],
  ])('sends the text %s', (_, more, count) => {
    const requestSubmit = vi.fn();
    const event = {
      key: 'Enter',
      ctrlKey: true,
      preventDefault() {},
      currentTarget: { form: { requestSubmit } },
      ...more,
    };
    pressWhileWriting(event as unknown as TargetedKeyboardEvent<HTMLTextAreaElement>);
    expect(requestSubmit).toHaveBeenCalledTimes(count);
  });
});

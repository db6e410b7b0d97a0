import { useEffect, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { type AttachmentLimits, acceptFiles, type Rejection } from '../draft/attachment.ts';
import type { DraftState } from '../draft/use-draft.ts';
import type { Translator } from '../language/translator-context.ts';
import { useTranslator } from '../language/translator-context.ts';
import { holdsFiles, readTransfer } from './dropped-files.ts';
import { canShrink } from './picture.ts';

interface FileError {
  readonly text: string;
  /** The file when it is a picture that can be replaced by a smaller copy, else null. */
  readonly picture: File | null;
}

/** Takes files that were chosen, dropped anywhere on the form, or pasted into it. */
export interface FileIntake {
  readonly isDragging: boolean;
  /** The rejections of the last files that were added. */
  readonly errors: readonly FileError[];
  /** The note on the replacement of a rejected file, or empty. */
  readonly note: string;
  add(files: readonly File[], folders?: readonly string[]): void;
  /** Replaces a rejected file by its copy, and announces that. */
  replaceRejected(rejected: File, copy: File, note: string): void;
  /** Removes the errors. */
  reset(): void;
  readonly handlers: {
    onDragOver(event: DragEvent): void;
    onDragLeave(event: DragEvent): void;
    onDrop(event: DragEvent): void;
    onPaste(event: ClipboardEvent): void;
  };
}

export function useFileIntake(form: DraftState, limits: AttachmentLimits): FileIntake {
  const translator = useTranslator();
  const announcer = useAnnouncer();
  const [isDragging, setDragging] = useState(false);
  const [rejections, setRejections] = useState<readonly Rejection[]>([]);
  const [note, setNote] = useState('');
  const textOf = (rejection: Rejection) => rejectionText(translator, rejection, limits);

  function add(files: readonly File[], folders: readonly string[] = []): void {
    const { accepted, rejections: rejected } = acceptFiles(form.attachments, files, limits);
    const all: Rejection[] = folders.length > 0 ? [...rejected, { code: 'folder', names: folders }] : rejected;
    setRejections(all);
    setNote('');
    const warnings = accepted
      .filter(({ size }) => size === 0)
      .map(({ name }) => `${name}: ${translator.text('fileEmpty')}`);
    if (all.length + warnings.length > 0) announcer.alert([...all.map(textOf), ...warnings].join(' '));
    if (accepted.length === 0) return;
    form.attach(accepted);
    const total = form.attachments.length + accepted.length;
    announcer.say(translator.text('added', { count: accepted.length, total }));
  }

  function replaceRejected(file: File, copy: File, outcome: string): void {
    const { accepted, rejections: rejected } = acceptFiles(form.attachments, [copy], limits);
    setRejections((now) => [...now.filter((one) => !(one.code === 'tooLarge' && one.file === file)), ...rejected]);
    if (accepted.length === 0) return;
    form.attach(accepted);
    setNote(outcome);
    announcer.say(outcome);
  }

  function paste(event: ClipboardEvent): void {
    const transfer = event.clipboardData;
    // Office programs copy text together with a picture of the text. In a text field the text is meant.
    if (!holdsFiles(transfer) || (transfer.types.includes('text/plain') && isTextField(event.target))) return;
    event.preventDefault();
    const { files, folders } = readTransfer(transfer);
    add(files, folders);
  }

  // Without a focused element a paste is dispatched on the document. Pastes into the page's own fields are ignored.
  useEffect(() => {
    const pasteOnPage = (event: ClipboardEvent) => {
      if (!event.defaultPrevented && !isEditable(event.composedPath()[0])) paste(event);
    };
    document.addEventListener('paste', pasteOnPage);
    return () => document.removeEventListener('paste', pasteOnPage);
  });

  return {
    isDragging,
    errors: rejections.map((one) => ({
      text: textOf(one),
      picture: one.code === 'tooLarge' && canShrink(one.file) ? one.file : null,
    })),
    note,
    add,
    replaceRejected,
    reset() {
      setRejections([]);
      setNote('');
    },
    handlers: {
      onDragOver(event) {
        if (!holdsFiles(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setDragging(true);
      },
      onDragLeave({ currentTarget, relatedTarget }) {
        if (!(relatedTarget instanceof Node && (currentTarget as Node).contains(relatedTarget))) setDragging(false);
      },
      onDrop(event) {
        if (!holdsFiles(event.dataTransfer)) return;
        event.preventDefault();
        setDragging(false);
        const { files, folders } = readTransfer(event.dataTransfer);
        add(files, folders);
      },
      onPaste: paste,
    },
  };
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}

function isEditable(target: EventTarget | undefined): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
}

function rejectionText({ text, size, list }: Translator, rejection: Rejection, limits: AttachmentLimits): string {
  const namesOf = (files: readonly File[]) => list(files.map(({ name }) => name));
  switch (rejection.code) {
    case 'tooLarge':
      return text('tooLarge', {
        name: rejection.file.name,
        size: size(rejection.file.size),
        max: size(limits.maxBytes),
      });
    case 'tooMany':
      return text('tooMany', { max: limits.maxCount, names: namesOf(rejection.files) });
    case 'totalTooLarge':
      return text('totalTooLarge', { max: size(limits.maxRequestBytes), names: namesOf(rejection.files) });
    case 'folder':
      return text('folder', { names: list(rejection.names) });
  }
}

import { useState } from 'preact/hooks';
import { useAnnouncer } from '../announcer.tsx';
import type { DraftState } from '../draft/use-draft.ts';
import type { Translator } from '../language/translator.ts';
import { useTranslator } from '../language/translator-context.ts';
import { type AttachmentLimits, acceptFiles, type Rejection } from './attachment.ts';
import { holdsFiles, readTransfer } from './dropped-files.ts';

/** Where files come in: chosen, dropped anywhere on the form, or pasted into it. */
export interface FileIntake {
  readonly isDragging: boolean;
  /** What was not attached the last time, in the customer's words. */
  readonly complaints: readonly string[];
  take(files: readonly File[], folders?: readonly string[]): void;
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
  const inWords = (refused: readonly Rejection[]) => refused.map((one) => rejectionText(translator, one, limits));

  function take(files: readonly File[], folders: readonly string[] = []): void {
    const { accepted, rejections: refused } = acceptFiles(form.attachments, files, limits);
    const all: Rejection[] = folders.length > 0 ? [...refused, { code: 'folder', names: folders }] : refused;
    setRejections(all);
    if (all.length > 0) announcer.alert(inWords(all).join(' '));
    if (accepted.length === 0) return;
    form.attach(accepted);
    const total = form.attachments.length + accepted.length;
    announcer.say(translator.text('added', { count: accepted.length, total }));
  }

  return {
    isDragging,
    complaints: inWords(rejections),
    take,
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
        take(files, folders);
      },
      onPaste(event) {
        const transfer = event.clipboardData;
        // Office programs put a picture of copied text beside the text: in a text field the text is meant.
        if (!holdsFiles(transfer) || (transfer.types.includes('text/plain') && isTextField(event.target))) return;
        event.preventDefault();
        const { files, folders } = readTransfer(transfer);
        take(files, folders);
      },
    },
  };
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
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

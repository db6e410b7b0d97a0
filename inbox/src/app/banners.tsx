import { useEffect, useState } from 'preact/hooks';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';

const patienceMs = 4000;

/** Warns that the page may be outdated. Ignores short interruptions. */
export function ConnectionNotice() {
  const { stream, sessions } = useInbox();
  const { text } = useTranslator();
  const isOpen = useCell(stream.isOpen);
  const isAsking = useCell(sessions.isAsking);
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    setIsLong(false);
    if (isOpen) return;
    const timer = setTimeout(() => setIsLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return (
    <div role="status" class="connection">
      {isLong && !isOpen && !isAsking && <p>{text('disconnected')}</p>}
    </div>
  );
}

/** Warns owners that requests with files are rejected, because a disk has too little free space. */
export function DiskBanner() {
  const { text, size } = useTranslator();
  const isOwner = useRole('owner');
  const state = useCell(useInbox().disk);
  if (!isOwner || !state?.isLow) return null;
  return <p>{text('diskLow', { free: size(state.freeBytes ?? 0), floor: size(state.floorBytes ?? 0) })}</p>;
}

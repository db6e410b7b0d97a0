import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';

/** Tells owners that requests with files are rejected, because a disk has too little free space. */
export function DiskBanner() {
  const { text, size } = useTranslator();
  const isOwner = useRole('owner');
  const state = useCell(useInbox().disk);
  if (!isOwner || !state?.isLow) return null;
  return <p>{text('diskLow', { free: size(state.freeBytes ?? 0), floor: size(state.floorBytes ?? 0) })}</p>;
}

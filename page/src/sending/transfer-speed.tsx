import type { Progress } from '../../../client/src/commission-client.ts';
import { useTranslator } from '../language/translator-context.ts';

const minuteS = 60;

/** Shows the sent bytes, the speed and the remaining time. */
export function TransferSpeed({ progress, bytesPerSecond }: { progress: Progress; bytesPerSecond: number | null }) {
  const { text, size } = useTranslator();
  const { sentBytes, totalBytes } = progress;
  const parts = [text('sentOf', { sent: size(sentBytes), total: size(totalBytes) })];
  if (bytesPerSecond !== null && bytesPerSecond > 0) {
    const secondsLeft = Math.ceil((totalBytes - sentBytes) / bytesPerSecond);
    parts.push(
      text('speed', { rate: size(bytesPerSecond) }),
      secondsLeft > minuteS
        ? text('minutesLeft', { count: Math.round(secondsLeft / minuteS) })
        : text('secondsLeft', { count: secondsLeft }),
    );
  }
  return <>{parts.join(' · ')}</>;
}

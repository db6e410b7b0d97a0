import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** Whether the translator has the texts in the group `pageLater`, which load when a part asks for them. */
interface LaterTexts {
  readonly areLoaded: boolean;
  load(): void;
}

export const LaterTextsContext = createContext<LaterTexts>({ areLoaded: false, load() {} });

export function useLaterTexts(): LaterTexts {
  return useContext(LaterTextsContext);
}

import { useFormWords } from '../../language/translator-context.ts';
import { type Path, valueAt } from '../draft/paths.ts';
import { FieldFrame } from './field-frame.tsx';
import { useFields } from './form-context.ts';

/** The studio's time zone, which the form shows beside the customer's. */
export function TimeZoneField({ path }: { readonly path: Path }) {
  const { text } = useFormWords();
  const { model, shown } = useFields();
  const chosen = String(valueAt(shown, path));
  const ownName = ownNameOf(chosen);
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== ownName);
  const zones = [...new Set([chosen, 'UTC', ...others])];
  return (
    <FieldFrame path={path} label={text('timeZone')} hint={text('timeZoneHint')}>
      {(attributes) => (
        <select {...attributes} onChange={({ currentTarget }) => model.change(path, currentTarget.value)}>
          {zones.map((zone) => (
            <option key={zone} value={zone} selected={zone === chosen}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

/** Returns the name that this browser has for a zone: it is Europe/Kyiv in one and Europe/Kiev in another. */
function ownNameOf(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return zone;
  }
}

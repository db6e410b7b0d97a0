import type { InboxRequest } from '../api/shapes.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useOrdered } from './use-ordered.ts';

/** The ordered type with its option and extras. Empty when the form offers no choice. */
export function OrderLine({ request }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  const { type, option, customCard, extras } = useOrdered(request);
  if (type === null && option === null && customCard === null && extras.length === 0) return null;
  return (
    <dl class="order">
      {type !== null && <Choice name={text('type')} value={type} />}
      {option !== null && <Choice name={text('option')} value={option} />}
      {customCard !== null && <Choice name={text('customCard')} value={customCard} />}
      {extras.length > 0 && <Extras extras={extras} count={request.extraIds.length} />}
    </dl>
  );
}

function Choice({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt class="visually-hidden">{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

const mostPointedAt = 20;

/** One extra by its name. Several are counted, and named when a person points at them or opens them. */
function Extras({ extras, count }: { readonly extras: readonly string[]; readonly count: number }) {
  const { text, list } = useTranslator();
  const [only = ''] = extras;
  return (
    <div>
      <dt class="visually-hidden">{text('extras')}</dt>
      <dd>
        {extras.length === 1 ? (
          <>
            + <bdi>{only}</bdi>
          </>
        ) : (
          <details class="order-extras">
            <summary title={list(extras.slice(0, mostPointedAt))}>{text('extrasMore', { count })}</summary>
            <ul>
              {extras.map((extra, index) => (
                <li key={index}>
                  + <bdi>{extra}</bdi>
                </li>
              ))}
            </ul>
          </details>
        )}
      </dd>
    </div>
  );
}

import { Download } from 'lucide';
import { filterQuery } from '../api/api.ts';
import { apiPath } from '../api/send.ts';
import type { RequestFilter } from '../api/shapes.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { Scope } from '../model/scope.ts';
import { DownloadLink } from '../parts/download-link.tsx';
import { BulkMenu } from './bulk-menu.tsx';
import { ZipParts } from './zip-parts.tsx';

const forms = [
  { ending: 'csv', key: 'exportCsv' },
  { ending: 'jsonl', key: 'exportJsonLines' },
] as const;

/** Maximum ids in one URL. */
const maxIds = 200;

interface ExportMenuProps {
  readonly scope: Scope;
  /** True where nothing can be exported. */
  readonly isDisabled?: boolean;
}

/** Exports the chosen requests as files. */
export function ExportMenu({ scope, isDisabled = false }: ExportMenuProps) {
  const { text } = useTranslator();
  const filter: RequestFilter = scope.kind === 'filter' ? scope.filter : { id: scope.ids };
  const query = String(filterQuery(filter));
  const isTooMany = scope.kind === 'selection' && scope.ids.length > maxIds;
  return (
    <BulkMenu icon={Download} label={text('export')} isDisabled={isDisabled}>
      {isTooMany ? (
        <p class="muted">{text('exportTooMany', { count: maxIds })}</p>
      ) : (
        <div class="menu-items">
          {forms.map(({ ending, key }) => (
            <DownloadLink key={ending} href={`${apiPath}/requests.${ending}?${query}`}>
              {text(key)}
            </DownloadLink>
          ))}
          <ZipParts query={query} />
        </div>
      )}
    </BulkMenu>
  );
}

import { freePort } from '../../test/support/free-port.ts';
import { readCountOption } from '../service/count-option.ts';
import { withService } from '../service/service-under-trial.ts';
import { conclude } from '../service/verdict.ts';
import { openInbox } from './inbox.ts';
import { judge, takeTurns } from './previews.ts';
import { zips } from './zips.ts';

const mebibyte = 1024 * 1024;
const largeFileBytes = 10 * mebibyte;
const rounds = 4;

const gibibytes = readCountOption(process.argv.slice(2), 'gibibytes', 4);
const large = {
  type: 'large',
  files: Math.floor((gibibytes * 1024 * mebibyte) / largeFileBytes),
  fileBytes: largeFileBytes,
};
const many = { type: 'many', files: 1000, fileBytes: mebibyte };
const inboxPort = await freePort();
const env = { INBOX: 'on', INBOX_PORT: String(inboxPort), LOG_LEVEL: 'warn' };
await withService({ ...env, LOG_LEVEL: 'info' }, async (service) => {
  const inbox = await openInbox(inboxPort, { ...env, BUCKET_NAME: 'trial', DATA_DIR: service.dataDirectory });
  conclude([
    ...judge(await takeTurns(service, inbox, rounds)),
    ...(await zips(service, inbox, many)),
    ...(await zips(service, inbox, large)),
  ]);
});

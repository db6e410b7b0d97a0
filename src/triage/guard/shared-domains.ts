import { domainForms } from '../../intake/submission/mailbox.ts';

/** Hosts where anybody gets a mailbox, without the ending where they have several. */
const mailHosts = new RegExp(
  `^(?:${[
    '(?:gmail|googlemail|icloud|me|mac|aol|fastmail|hey|mailbox|zoho|gmx|mail|email|protonmail|posteo|tutanota)\\.[a-z]+',
    '(?:yahoo|ymail|rocketmail|hotmail|outlook|live|msn|yandex)\\.[a-z]+(?:\\.[a-z]+)?',
    '(?:proton|pm)\\.me|tuta\\.io|web\\.de|t-online\\.de|freenet\\.de|arcor\\.de|bluewin\\.ch|orange\\.fr|free\\.fr|laposte\\.net|wanadoo\\.fr|sfr\\.fr',
    'libero\\.it|virgilio\\.it|tiscali\\.it|ziggo\\.nl|seznam\\.cz|wp\\.pl|o2\\.pl|onet\\.pl|interia\\.pl|ukr\\.net|(?:list|bk|inbox)\\.ru|ya\\.ru',
    '(?:comcast|verizon|att|cox)\\.net|btinternet\\.com|sky\\.com|rogers\\.com|uol\\.com\\.br|bol\\.com\\.br|rediffmail\\.com',
    '(?:qq|163|126|sina|sohu|foxmail|139)\\.com|naver\\.com|daum\\.net|hanmail\\.net|nate\\.com|docomo\\.ne\\.jp|ezweb\\.ne\\.jp|au\\.com|softbank\\.ne\\.jp',
    // Where a country's domains begin: `co.uk`.
    '(?:com?|org?|net?|ac|edu|gov?|gob|nom|biz|info)\\.[a-z]{2}',
  ].join('|')})$`,
);

/** Returns whether a domain belongs to many unrelated people, so that a block of it holds customers. */
export function isSharedDomain(domain: string): boolean {
  return mailHosts.test(domainForms(`@${domain}`).ascii);
}

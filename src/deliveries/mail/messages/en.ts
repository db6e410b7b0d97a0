import type { MailMessages } from './mail-messages.ts';

export const en: MailMessages = {
  createdSubject: 'We have your request {number}',
  createdText: 'Thank you! Your request has arrived. We will look at it and reply by e-mail.',
  statusSubject: 'Your request {number}: {status}',
  messageSubject: 'A message about your request {number}',
  follow: 'See how your request stands',
  customerFooter:
    'You get this e-mail because a commission request was sent with your address. If that was not you, please ignore it.',
  operatorSubject: 'New request {number}',
  operatorStatusSubject: 'Request {number}: {status}',
  from: 'From: {name}',
  files: 'Attached files: {count}',
  open: 'Open in the inbox',
  digestSubject: { one: '{count} new request', other: '{count} new requests' },
  digestMore: '… and {count} more',
  operatorFooter: 'You get this e-mail because your address is in the channels of this commission inbox.',
  testSubject: 'A test',
  testText: 'A test from your commission inbox. It works.',
  brokenSubject: 'The channel {name} fails',
  brokenText:
    'Nothing could be sent to the channel {name} since {since}. Each delivery is tried for three days; nothing is lost before that.',
  lastTry: 'The last try: {detail}',
  recoveredSubject: 'The channel {name} works again',
  recoveredText:
    'The channel {name} could not be reached from {since} to {until}. It can be now: what waited is being sent.',
  goneSubject: 'The receiver of {name} wants nothing more',
  goneText:
    'The receiver of the channel {name} answered on {since} that it wants nothing more. The channel was disabled, and what waited for it is cancelled. Enable it again, or remove it.',
  seeChannels: 'See the channels',
  ownerFooter: 'You get this e-mail because you are an owner of this commission inbox.',
};

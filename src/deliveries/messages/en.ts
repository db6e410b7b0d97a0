import type { MailMessages } from './mail-messages.ts';

export const en: MailMessages = {
  createdSubject: 'Your request {number} has arrived',
  createdText: 'Thank you! Your request has arrived.',
  statusSubject: 'Your request {number}: {status}',
  messageSubject: 'A message about your request {number}',
  follow: 'See how your request stands',
  customerFooter:
    'You get this e-mail because a commission request was sent with your address. If that was not you, please ignore it.',
  operatorSubject: 'New request {number}',
  operatorStatusSubject: 'Request {number}: {status}',
  from: 'From: {name}',
  files: 'Attached files: {count}',
  yes: 'Yes',
  no: 'No',
  open: 'Open in the inbox',
  digestSubject: { one: '{count} new request', other: '{count} new requests' },
  digestMore: '… and {count} more',
  operatorFooter: 'You get this e-mail because your address is in the channels of this commission inbox.',
  testSubject: 'A test',
  testText: 'A test from your commission inbox. It works.',
  brokenSubject: 'The channel {name} is failing',
  brokenText:
    'Every delivery to the channel {name} has failed since {since}. Each delivery is retried for three days, so nothing is lost before then.',
  lastTry: 'The last attempt: {detail}',
  recoveredSubject: 'The channel {name} works again',
  recoveredText:
    'The channel {name} failed from {since} to {until}. It works again, and the waiting deliveries are being sent.',
  goneSubject: 'The receiver of {name} accepts no more deliveries',
  goneText:
    'On {since} the receiver of the channel {name} responded that it accepts no more deliveries. The channel was disabled, and its waiting deliveries were cancelled. Enable the channel again, or remove it.',
  seeChannels: 'See the channels',
  lowDiskSubject: 'Little disk space: files are rejected',
  lowDiskText:
    'The disk of {folder} on {host} has {free} free, and {floor} have to stay free. Until there is room again, requests with files are rejected. Requests without files still arrive.',
  crowdSubject: 'Many requests came at once',
  crowdText:
    'More than {limit} requests came within a minute. Nobody was told of each of the others. All of them are in the inbox.',
  backupOldSubject: 'The back-up is old',
  backupOldText:
    'The newest back-up was made on {at}, and requests have come or changed since. Make one, and let the machine make one every night.',
  backupMissingText:
    'There is no back-up, and the first request came more than a week ago. Make one, and let the machine make one every night.',
  diskRoomSubject: 'There is room for files again',
  diskRoomText: 'The disk of {folder} on {host} has {free} free. Requests with files are accepted again.',
  formFullSubject: 'The form is full',
  formFullRequests:
    'As many new requests wait as the studio allows. Until some are answered, the form is closed or takes requests for the waiting list only.',
  formFullSlots:
    'All slots are taken. Until one is free, the form is closed or takes requests for the waiting list only.',
  formOpen: 'The form is open',
  formClosed: 'The form is closed',
  formWaitlist: 'The form is full: requests go to the waiting list',
  ownerFooter: 'You get this e-mail because you are an owner of this commission inbox.',
};

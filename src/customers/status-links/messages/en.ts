import type { StatusMessages } from './status-messages.ts';

export const en: StatusMessages = {
  request: 'Request {number}',
  statuses: {
    NEW: { title: 'Received', text: 'Your request is with us. We will look at it and reply by e-mail.' },
    WAITLISTED: { title: 'On the waiting list', text: 'Your request is waiting for its turn.' },
    ACCEPTED: { title: 'Accepted', text: 'We are happy to take on your commission.' },
    IN_PROGRESS: { title: 'In progress', text: 'We are working on your commission.' },
    COMPLETED: { title: 'Completed', text: 'Your commission is finished.' },
    DECLINED: { title: 'Declined', text: 'We are sorry, but we cannot take on this commission.' },
    CANCELLED: { title: 'Cancelled', text: 'This request has been cancelled.' },
  },
  progress: 'Progress',
  message: 'A message for you',
  received: 'Received',
  files: 'Attached files',
  keep: 'This page always shows where your request stands. Keep the link: whoever has it can see this page.',
  contact: 'Questions? Write to {address} and mention the request number.',
  form: 'Request a commission',
  language: 'Language',
  notFound: {
    title: 'This link does not work',
    text: 'It may be incomplete, or a newer link has replaced it. Please check it, or ask us for a new one.',
  },
  noPage: {
    title: 'There is no page here',
    text: 'The address may be mistyped or out of date. Please check it, or go to the form.',
  },
  tooMany: {
    title: 'One moment, please',
    text: 'This page was opened very often from your connection. Please try again in a minute.',
  },
  unavailable: { title: 'The status cannot be shown right now', text: 'Please try again in a few minutes.' },
};

import type { StatusMessages } from './status-messages.ts';

export const en: StatusMessages = {
  request: 'Request {number}',
  statuses: {
    NEW: { title: 'Received', text: 'Your request has arrived.', next: 'We will look at it and reply by e-mail.' },
    WAITLISTED: {
      title: 'On the waiting list',
      text: 'Your request is waiting for its turn.',
      next: 'You will get a message as soon as a slot is free.',
    },
    ACCEPTED: {
      title: 'Accepted',
      text: 'We are happy to take on your commission.',
      next: 'You will get a message when the work begins.',
    },
    IN_PROGRESS: {
      title: 'In progress',
      text: 'We are working on your commission.',
      next: 'You will get a message when it is finished.',
    },
    COMPLETED: { title: 'Completed', text: 'Your commission is finished.', next: null },
    DECLINED: { title: 'Declined', text: 'We are sorry, but we cannot take on this commission.', next: null },
    CANCELLED: { title: 'Cancelled', text: 'This request has been cancelled.', next: null },
  },
  byOne: {
    NEW: { next: 'I will look at it and reply by e-mail.' },
    ACCEPTED: { text: 'I am happy to take on your commission.' },
    IN_PROGRESS: { text: 'I am working on your commission.' },
    DECLINED: { text: 'I am sorry, but I cannot take on this commission.' },
  },
  greeting: 'Hello from {studio}!',
  hello: 'Hello!',
  next: 'What happens next',
  progress: 'Progress',
  message: 'A message for you',
  received: 'Received',
  files: 'Attached files',
  told: { answers: 'Answers', estimate: 'Estimate', agreed: 'Agreed to' },
  keep: 'This page always shows where your request stands. Keep the link: whoever has it can see this page.',
  contact: 'Questions? Write to {address} and mention the request number.',
  form: 'Request a commission',
  language: 'Language',
  legal: { imprint: 'Imprint', privacy: 'Privacy', notice: 'Legal notice' },
  notFound: {
    title: 'This link does not work',
    text: 'It may be incomplete, or a newer link has replaced it. Please check it, or ask for a new one.',
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

import type { StatusMessages } from './status-messages.ts';

export const fr: StatusMessages = {
  request: 'Demande {number}',
  statuses: {
    NEW: {
      title: 'Reçue',
      text: 'Votre demande est bien arrivée.',
      next: 'Nous allons l’étudier et vous répondre par e-mail.',
    },
    WAITLISTED: {
      title: 'Sur liste d’attente',
      text: 'Votre demande attend son tour.',
      next: 'Vous recevrez un message dès qu’une place se libérera.',
    },
    ACCEPTED: {
      title: 'Acceptée',
      text: 'Nous acceptons votre commande avec plaisir.',
      next: 'Vous recevrez un message lorsque le travail commencera.',
    },
    IN_PROGRESS: {
      title: 'En cours',
      text: 'Nous travaillons à votre commande.',
      next: 'Vous recevrez un message lorsqu’elle sera terminée.',
    },
    COMPLETED: { title: 'Terminée', text: 'Votre commande est terminée.', next: null },
    DECLINED: {
      title: 'Refusée',
      text: 'Nous sommes désolés, mais nous ne pouvons pas accepter cette commande.',
      next: null,
    },
    CANCELLED: { title: 'Annulée', text: 'Cette demande a été annulée.', next: null },
  },
  byOne: {
    NEW: { next: 'Je vais l’étudier et vous répondre par e-mail.' },
    ACCEPTED: { text: 'J’accepte votre commande avec plaisir.' },
    IN_PROGRESS: { text: 'Je travaille à votre commande.' },
    DECLINED: { text: 'Malheureusement, je ne peux pas accepter cette commande.' },
  },
  greeting: 'Bonjour de la part de {studio}\u202f!',
  hello: 'Bonjour\u202f!',
  next: 'La suite',
  progress: 'Avancement',
  message: 'Un message pour vous',
  received: 'Reçue le',
  files: 'Fichiers joints',
  told: { answers: 'Réponses', estimate: 'Estimation', agreed: 'Accepté' },
  keep: 'Cette page montre toujours où en est votre demande. Conservez le lien\u00a0: toute personne qui l’a peut voir cette page.',
  contact: 'Une question\u202f? Écrivez à {address} en indiquant le numéro de demande.',
  form: 'Demander une commande',
  language: 'Langue',
  legal: { imprint: 'Mentions légales', privacy: 'Confidentialité', notice: 'Avis juridique' },
  notFound: {
    title: 'Ce lien ne fonctionne pas',
    text: 'Il est peut-être incomplet, ou un lien plus récent l’a remplacé. Vérifiez-le ou demandez-en un nouveau.',
  },
  noPage: {
    title: 'Il n’y a pas de page ici',
    text: 'L’adresse est peut-être mal saisie ou périmée. Vérifiez-la, ou allez au formulaire.',
  },
  tooMany: {
    title: 'Un instant, s’il vous plaît',
    text: 'Cette page a été ouverte très souvent depuis votre connexion. Veuillez réessayer dans une minute.',
  },
  unavailable: {
    title: 'L’état ne peut pas être affiché pour le moment',
    text: 'Veuillez réessayer dans quelques minutes.',
  },
};

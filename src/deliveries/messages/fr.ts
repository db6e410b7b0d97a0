import type { MailMessages } from './mail-messages.ts';

export const fr: MailMessages = {
  createdSubject: 'Votre demande {number} est bien arrivée',
  createdText: 'Merci\u202f! Votre demande est bien arrivée.',
  statusSubject: 'Votre demande {number}\u00a0: {status}',
  messageSubject: 'Un message au sujet de votre demande {number}',
  follow: 'Voir où en est votre demande',
  customerFooter:
    'Vous recevez cet e-mail parce qu’une demande de commande a été envoyée avec votre adresse. Si ce n’était pas vous, ignorez-le.',
  operatorSubject: 'Nouvelle demande {number}',
  operatorStatusSubject: 'Demande {number}\u00a0: {status}',
  from: 'De\u00a0: {name}',
  files: 'Fichiers joints\u00a0: {count}',
  yes: 'Oui',
  no: 'Non',
  open: 'Ouvrir dans la boîte de réception',
  digestSubject: { one: '{count} nouvelle demande', other: '{count} nouvelles demandes' },
  digestMore: '… et {count} de plus',
  operatorFooter: 'Vous recevez cet e-mail parce que votre adresse figure dans les canaux de cette boîte de réception.',
  testSubject: 'Un essai',
  testText: 'Un essai de votre boîte de réception. Tout fonctionne.',
  brokenSubject: 'Le canal {name} est en panne',
  brokenText:
    'Rien n’a pu être envoyé au canal {name} depuis le {since}. Chaque envoi est tenté pendant trois jours\u00a0; d’ici là, rien n’est perdu.',
  lastTry: 'Le dernier essai\u00a0: {detail}',
  recoveredSubject: 'Le canal {name} fonctionne de nouveau',
  recoveredText:
    'Le canal {name} était injoignable du {since} au {until}. Il répond de nouveau\u00a0: ce qui attendait est en cours d’envoi.',
  goneSubject: 'Le destinataire de {name} ne veut plus rien',
  goneText:
    'Le destinataire du canal {name} a répondu le {since} qu’il ne veut plus rien. Le canal a été désactivé, et ce qui attendait est annulé. Réactivez-le ou supprimez-le.',
  seeChannels: 'Voir les canaux',
  lowDiskSubject: 'Peu d’espace disque\u00a0: les fichiers sont refusés',
  lowDiskText:
    'Le disque de {folder} sur {host} a {free} de libre, et {floor} doivent rester libres. Tant qu’il n’y a pas de place, les demandes avec des fichiers sont refusées. Les demandes sans fichiers arrivent toujours.',
  crowdSubject: 'Beaucoup de demandes à la fois',
  crowdText:
    'Plus de {limit} demandes sont arrivées en une minute. Les autres n’ont pas été annoncées une à une. Toutes sont dans la boîte de réception.',
  backupOldSubject: 'La sauvegarde est ancienne',
  backupOldText:
    'La dernière sauvegarde date du {at}, et des demandes sont arrivées ou ont changé depuis. Faites-en une, et laissez la machine en faire une chaque nuit.',
  backupMissingText:
    'Il n’y a pas de sauvegarde, et la première demande est arrivée il y a plus d’une semaine. Faites-en une, et laissez la machine en faire une chaque nuit.',
  diskRoomSubject: 'Il y a de nouveau de la place pour les fichiers',
  diskRoomText:
    'Le disque de {folder} sur {host} a {free} de libre. Les demandes avec des fichiers sont de nouveau acceptées.',
  formFullSubject: 'Le formulaire est complet',
  formFullRequests:
    'Autant de nouvelles demandes attendent que le studio le permet. Tant que certaines n’ont pas reçu de réponse, le formulaire est fermé ou n’accepte que des demandes pour la liste d’attente.',
  formFullSlots:
    'Toutes les places sont prises. Jusqu’à ce qu’une se libère, le formulaire est fermé ou n’accepte que des demandes pour la liste d’attente.',
  formOpen: 'Le formulaire est ouvert',
  formClosed: 'Le formulaire est fermé',
  formWaitlist: 'Le formulaire est complet : les demandes vont sur la liste d’attente',
  ownerFooter: 'Vous recevez cet e-mail parce que vous êtes propriétaire de cette boîte de réception.',
};

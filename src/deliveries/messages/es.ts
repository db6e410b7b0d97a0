import type { MailMessages } from './mail-messages.ts';

export const es: MailMessages = {
  createdSubject: 'Su solicitud {number} ha llegado',
  createdText: '¡Gracias! Su solicitud ha llegado.',
  statusSubject: 'Su solicitud {number}: {status}',
  messageSubject: 'Un mensaje sobre su solicitud {number}',
  follow: 'Ver el estado de la solicitud',
  customerFooter:
    'Recibe este correo porque se envió una solicitud de encargo con su dirección. Si no fue usted, no lo tenga en cuenta.',
  operatorSubject: 'Nueva solicitud {number}',
  operatorStatusSubject: 'Solicitud {number}: {status}',
  from: 'De: {name}',
  files: 'Archivos adjuntos: {count}',
  yes: 'Sí',
  no: 'No',
  open: 'Abrir en la bandeja',
  digestSubject: { one: '{count} solicitud nueva', other: '{count} solicitudes nuevas' },
  digestMore: '… y {count} más',
  operatorFooter: 'Recibe este correo porque su dirección está en los canales de esta bandeja de solicitudes.',
  testSubject: 'Una prueba',
  testText: 'Una prueba de su bandeja de solicitudes. Funciona.',
  brokenSubject: 'El canal {name} falla',
  brokenText:
    'No se ha podido enviar nada al canal {name} desde el {since}. Cada envío se intenta durante tres días; antes no se pierde nada.',
  lastTry: 'El último intento: {detail}',
  recoveredSubject: 'El canal {name} vuelve a funcionar',
  recoveredText:
    'No se pudo enviar nada al canal {name} desde el {since} hasta el {until}. Ya funciona: se está enviando lo que esperaba.',
  goneSubject: 'El receptor de {name} ya no quiere nada',
  goneText:
    'El receptor del canal {name} respondió el {since} que ya no quiere nada. El canal se ha desactivado y lo que esperaba se ha cancelado. Actívelo de nuevo o elimínelo.',
  seeChannels: 'Ver los canales',
  lowDiskSubject: 'Poco espacio en disco: se rechazan los archivos',
  lowDiskText:
    'El disco de {folder} en {host} tiene {free} libres, y {floor} deben quedar libres. Hasta que vuelva a haber espacio, se rechazan las solicitudes con archivos. Las solicitudes sin archivos siguen llegando.',
  crowdSubject: 'Llegaron muchas solicitudes a la vez',
  crowdText:
    'En un minuto llegaron más de {limit} solicitudes. No se avisó de cada una de las demás. Todas están en la bandeja de entrada.',
  backupOldSubject: 'La copia de seguridad es antigua',
  backupOldText:
    'La última copia de seguridad es del {at}, y desde entonces han llegado o cambiado solicitudes. Haga una y deje que la máquina haga una cada noche.',
  backupMissingText:
    'No hay ninguna copia de seguridad, y la primera solicitud llegó hace más de una semana. Haga una y deje que la máquina haga una cada noche.',
  diskRoomSubject: 'Vuelve a haber espacio para archivos',
  diskRoomText: 'El disco de {folder} en {host} tiene {free} libres. Las solicitudes con archivos se aceptan de nuevo.',
  formFullSubject: 'El formulario está completo',
  formFullRequests:
    'Hay tantas solicitudes nuevas en espera como permite el estudio. Hasta que se respondan algunas, el formulario está cerrado o solo admite solicitudes para la lista de espera.',
  formFullSlots:
    'Todas las plazas están ocupadas. Hasta que quede una libre, el formulario está cerrado o solo admite solicitudes para la lista de espera.',
  formOpen: 'El formulario está abierto',
  formClosed: 'El formulario está cerrado',
  formWaitlist: 'El formulario está completo: las solicitudes van a la lista de espera',
  ownerFooter: 'Recibe este correo porque es propietario de esta bandeja de solicitudes.',
};

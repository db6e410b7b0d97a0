import type { StatusMessages } from './status-messages.ts';

export const es: StatusMessages = {
  request: 'Solicitud {number}',
  statuses: {
    NEW: {
      title: 'Recibida',
      text: 'Su solicitud ha llegado.',
      next: 'La revisaremos y le responderemos por correo electrónico.',
    },
    WAITLISTED: {
      title: 'En lista de espera',
      text: 'Su solicitud espera su turno.',
      next: 'Recibirá un mensaje en cuanto haya un lugar libre.',
    },
    ACCEPTED: {
      title: 'Aceptada',
      text: 'Aceptamos su encargo con mucho gusto.',
      next: 'Recibirá un mensaje cuando empiece el trabajo.',
    },
    IN_PROGRESS: {
      title: 'En curso',
      text: 'Estamos trabajando en su encargo.',
      next: 'Recibirá un mensaje cuando esté terminado.',
    },
    COMPLETED: { title: 'Terminada', text: 'Su encargo está terminado.', next: null },
    DECLINED: { title: 'Rechazada', text: 'Lo sentimos, pero no podemos aceptar este encargo.', next: null },
    CANCELLED: { title: 'Cancelada', text: 'Esta solicitud se ha cancelado.', next: null },
  },
  byOne: {
    NEW: { next: 'La revisaré y le responderé por correo electrónico.' },
    ACCEPTED: { text: 'Acepto su encargo con mucho gusto.' },
    IN_PROGRESS: { text: 'Estoy trabajando en su encargo.' },
    DECLINED: { text: 'Lo siento, pero no puedo aceptar este encargo.' },
  },
  greeting: '¡Hola de parte de {studio}!',
  hello: '¡Hola!',
  next: 'Qué pasa ahora',
  progress: 'Progreso',
  message: 'Un mensaje para usted',
  received: 'Recibida',
  files: 'Archivos adjuntos',
  told: { answers: 'Respuestas', estimate: 'Estimación', agreed: 'Aceptado' },
  keep: 'Esta página muestra siempre el estado de su solicitud. Guarde el enlace: quien lo tenga puede ver esta página.',
  contact: '¿Tiene preguntas? Escriba a {address} e indique el número de solicitud.',
  form: 'Solicitar un encargo',
  language: 'Idioma',
  legal: { imprint: 'Aviso legal', privacy: 'Privacidad', notice: 'Nota legal' },
  notFound: {
    title: 'Este enlace no funciona',
    text: 'Puede que esté incompleto o que lo haya sustituido uno más reciente. Compruébelo o pida uno nuevo.',
  },
  noPage: {
    title: 'Aquí no hay ninguna página',
    text: 'Puede que la dirección esté mal escrita o ya no sea válida. Compruébela o vaya al formulario.',
  },
  tooMany: {
    title: 'Un momento, por favor',
    text: 'Esta página se ha abierto muchas veces desde su conexión. Vuelva a intentarlo dentro de un minuto.',
  },
  unavailable: { title: 'Ahora no se puede mostrar el estado', text: 'Vuelva a intentarlo dentro de unos minutos.' },
};

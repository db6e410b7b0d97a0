import type { StatusMessages } from './status-messages.ts';

export const pt: StatusMessages = {
  request: 'Pedido {number}',
  statuses: {
    NEW: { title: 'Recebido', text: 'Seu pedido chegou.', next: 'Vamos analisá-lo e responder por e-mail.' },
    WAITLISTED: {
      title: 'Na lista de espera',
      text: 'Seu pedido está aguardando a vez.',
      next: 'Você receberá uma mensagem assim que houver uma vaga.',
    },
    ACCEPTED: {
      title: 'Aceito',
      text: 'Aceitamos sua encomenda com prazer.',
      next: 'Você receberá uma mensagem quando o trabalho começar.',
    },
    IN_PROGRESS: {
      title: 'Em andamento',
      text: 'Estamos trabalhando na sua encomenda.',
      next: 'Você receberá uma mensagem quando ela estiver pronta.',
    },
    COMPLETED: { title: 'Concluído', text: 'Sua encomenda está pronta.', next: null },
    DECLINED: { title: 'Recusado', text: 'Lamentamos, mas não podemos aceitar esta encomenda.', next: null },
    CANCELLED: { title: 'Cancelado', text: 'Este pedido foi cancelado.', next: null },
  },
  byOne: {
    NEW: { next: 'Vou analisá-lo e responder por e-mail.' },
    ACCEPTED: { text: 'Aceito sua encomenda com prazer.' },
    IN_PROGRESS: { text: 'Estou trabalhando na sua encomenda.' },
    DECLINED: { text: 'Lamento, mas não posso aceitar esta encomenda.' },
  },
  greeting: 'Olá de {studio}!',
  hello: 'Olá!',
  next: 'O que acontece agora',
  progress: 'Andamento',
  message: 'Uma mensagem para você',
  received: 'Recebido em',
  files: 'Arquivos anexados',
  told: { answers: 'Respostas', estimate: 'Estimativa', agreed: 'Aceite' },
  keep: 'Esta página sempre mostra em que ponto está o seu pedido. Guarde o link: quem o tiver pode ver esta página.',
  contact: 'Dúvidas? Escreva para {address} e informe o número do pedido.',
  form: 'Pedir uma encomenda',
  language: 'Idioma',
  legal: { imprint: 'Identificação', privacy: 'Privacidade', notice: 'Aviso legal' },
  notFound: {
    title: 'Este link não funciona',
    text: 'Talvez esteja incompleto ou tenha sido substituído por um mais recente. Verifique-o ou peça um novo.',
  },
  noPage: {
    title: 'Não há nenhuma página aqui',
    text: 'Talvez o endereço tenha sido digitado errado ou não valha mais. Confira-o ou vá para o formulário.',
  },
  tooMany: {
    title: 'Um momento, por favor',
    text: 'Esta página foi aberta muitas vezes a partir da sua conexão. Tente novamente em um minuto.',
  },
  unavailable: { title: 'Não é possível mostrar o andamento agora', text: 'Tente novamente em alguns minutos.' },
};

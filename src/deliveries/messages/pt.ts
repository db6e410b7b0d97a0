import type { MailMessages } from './mail-messages.ts';

export const pt: MailMessages = {
  createdSubject: 'Seu pedido {number} chegou',
  createdText: 'Obrigado! Seu pedido chegou.',
  statusSubject: 'Seu pedido {number}: {status}',
  messageSubject: 'Uma mensagem sobre seu pedido {number}',
  follow: 'Ver o andamento do pedido',
  customerFooter:
    'Você recebe este e-mail porque um pedido de encomenda foi enviado com o seu endereço. Se não foi você, ignore-o.',
  operatorSubject: 'Novo pedido {number}',
  operatorStatusSubject: 'Pedido {number}: {status}',
  from: 'De: {name}',
  files: 'Arquivos anexados: {count}',
  yes: 'Sim',
  no: 'Não',
  open: 'Abrir na caixa de entrada',
  digestSubject: { one: '{count} novo pedido', other: '{count} novos pedidos' },
  digestMore: '… e mais {count}',
  operatorFooter: 'Você recebe este e-mail porque o seu endereço está nos canais desta caixa de entrada.',
  testSubject: 'Um teste',
  testText: 'Um teste da sua caixa de pedidos. Funciona.',
  brokenSubject: 'O canal {name} está com falha',
  brokenText:
    'Nada pôde ser enviado ao canal {name} desde {since}. Cada envio é tentado durante três dias; antes disso nada se perde.',
  lastTry: 'A última tentativa: {detail}',
  recoveredSubject: 'O canal {name} voltou a funcionar',
  recoveredText:
    'O canal {name} esteve inacessível de {since} até {until}. Agora funciona: o que esperava está sendo enviado.',
  goneSubject: 'O recetor de {name} não quer mais nada',
  goneText:
    'O recetor do canal {name} respondeu que não quer mais nada ({since}). O canal foi desativado e o que estava à espera foi cancelado. Ative-o de novo ou remova-o.',
  seeChannels: 'Ver os canais',
  lowDiskSubject: 'Pouco espaço em disco: os arquivos são recusados',
  lowDiskText:
    'O disco de {folder} em {host} tem {free} livres, e {floor} precisam ficar livres. Até haver espaço de novo, os pedidos com arquivos são recusados. Os pedidos sem arquivos continuam chegando.',
  crowdSubject: 'Chegaram muitos pedidos de uma vez',
  crowdText:
    'Num minuto chegaram mais de {limit} pedidos. Os restantes não foram anunciados um a um. Estão todos na caixa de entrada.',
  backupOldSubject: 'A cópia de segurança é antiga',
  backupOldText:
    'A última cópia de segurança é de {at}, e desde então chegaram ou mudaram pedidos. Faça uma, e deixe a máquina fazer uma todas as noites.',
  backupMissingText:
    'Não há nenhuma cópia de segurança, e o primeiro pedido chegou há mais de uma semana. Faça uma, e deixe a máquina fazer uma todas as noites.',
  diskRoomSubject: 'Há espaço para arquivos de novo',
  diskRoomText: 'O disco de {folder} em {host} tem {free} livres. Os pedidos com arquivos são aceitos de novo.',
  formFullSubject: 'O formulário está cheio',
  formFullRequests:
    'Há tantos pedidos novos à espera quantos o estúdio permite. Até alguns terem resposta, o formulário está fechado ou só aceita pedidos para a lista de espera.',
  formFullSlots:
    'Todas as vagas estão ocupadas. Até uma ficar livre, o formulário está fechado ou só aceita pedidos para a lista de espera.',
  formOpen: 'O formulário está aberto',
  formClosed: 'O formulário está fechado',
  formWaitlist: 'O formulário está cheio: os pedidos vão para a lista de espera',
  ownerFooter: 'Você recebe este e-mail porque é proprietário desta caixa de entrada.',
};

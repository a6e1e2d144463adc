import type { TranslationOf } from "@/messages/message";
import type { onboarding as source } from "@/messages/onboarding/en";

export const onboarding: TranslationOf<typeof source> = {
  "onboarding.title": "Convite",
  "onboarding.step": "Passo {step} de {steps}",
  "onboarding.wallet": "A sua carteira",
  "onboarding.noScript":
    "Esta página precisa de JavaScript para ligar uma carteira. O que aceitaria está escrito aqui por inteiro.",

  "onboarding.welcome.title": "{partner} convida-o a receber em stablecoins",
  "onboarding.welcome.text":
    "{partner} quer criar links de pagamento para si. Leia o que isso significa e quanto custa. Nada fica acordado até que o diga no fim.",
  "onboarding.welcome.until": "Este convite serve uma só vez, até {date}.",
  "onboarding.welcome.goOn": "Continuar",
  "onboarding.welcome.note": "Inicia sessão com a sua carteira. Não custa nada e não move dinheiro.",

  "onboarding.connect.title": "Ligue a carteira em que quer receber",
  "onboarding.connect.text":
    "A carteira assina uma mensagem para provar que é sua. Não custa nada e não move dinheiro.",
  "onboarding.connect.sign": "Assine a mensagem na sua carteira.",

  "onboarding.destination.title": "Onde recebe",
  "onboarding.destination.text":
    "Os pagamentos vão diretamente para a sua carteira. Escolha a rede e o token que quer receber.",
  "onboarding.destination.chain": "Rede",
  "onboarding.destination.token": "Token",
  "onboarding.destination.chooseChain": "Escolha uma rede",
  "onboarding.destination.chooseToken": "Escolha um token",
  "onboarding.destination.current": "(atual)",
  "onboarding.destination.paidIn": "{token} em {network}",
  "onboarding.destination.use": "Usar este destino",
  "onboarding.destination.change": "Escolher outro",
  "onboarding.destination.changeNote":
    "A alteração vale para tudo o que é pago a esta carteira: para os links criados a partir de agora, não para os que já existem.",
  "onboarding.destination.create": "Criar destino",
  "onboarding.destination.update": "Alterar destino",

  "onboarding.review.title": "Reveja o que aceita",
  "onboarding.review.text": "Isto é tudo. Fica guardado na sua conta e pode voltar a lê-lo quando quiser.",
  "onboarding.review.paidTo": "Recebe",
  "onboarding.review.agree": "Aceitar e ligar a {partner}",
  "onboarding.review.free": "Aceitar não custa nada e não move dinheiro.",

  "onboarding.access.title": "O que {partner} pode fazer",
  "onboarding.access.text":
    "É criado na sua conta um novo ID de cliente chamado {name}. Com ele, {partner} cria links de pagamento que lhe pagam a si.",
  "onboarding.access.domains": "Sites que o podem usar:",
  "onboarding.access.custody":
    "{partner} não pode guardar nem desviar o seu dinheiro: esses links pagam à sua carteira e a mais ninguém, além das taxas abaixo. {partner} vê o ID de cliente, a sua carteira e o que é pago pelos seus links.",

  "onboarding.fee.title": "Quanto custa",
  "onboarding.fee.none": "{partner} não cobra taxa.",
  "onboarding.fee.incoming.payer": "{percent} além de cada pagamento a si. Suporta-a quem paga.",
  "onboarding.fee.incoming.recipient": "{percent} de cada pagamento a si. É descontada do que recebe.",
  "onboarding.fee.outgoing.payer": "{percent} além de cada pagamento que faz. Suporta-a o próprio.",
  "onboarding.fee.outgoing.recipient":
    "{percent} de cada pagamento que faz. É descontada do que o destinatário recebe.",
  "onboarding.fee.cap": "No máximo {cap} USD por pagamento.",
  "onboarding.fee.changes":
    "{partner} pode mudar a sua taxa para links criados mais tarde; um link que existe mantém a sua. O seu painel mostra a taxa em vigor ao lado da que aceitou, e pode sair quando quiser.",

  "onboarding.example.incoming": "Exemplo: pede {amount}",
  "onboarding.example.outgoing": "Exemplo: paga {amount} a alguém",
  "onboarding.example.payer": "Quem paga paga",
  "onboarding.example.youGet": "Recebe",
  "onboarding.example.youPay": "Paga",
  "onboarding.example.recipient": "O destinatário recebe",
  "onboarding.example.partner": "{partner} recebe",
  "onboarding.example.service": "Este serviço recebe",

  "onboarding.screening.title": "Quem é verificado",
  "onboarding.screening.yours":
    "Escolhe se as carteiras de quem lhe paga são verificadas. {partner} não o decide.",
  "onboarding.screening.none": "Ninguém: as carteiras de quem lhe paga não são verificadas.",
  "onboarding.screening.by":
    "As carteiras de quem lhe paga são verificadas por {provider}. Uma carteira rejeitada não lhe pode pagar.",
  "onboarding.screening.backup":
    "{provider} só é consultado quando o primeiro não consegue responder. Uma rejeição é definitiva.",
  "onboarding.screening.fixed": "{partner} decide isto. Pode vê-lo no seu painel, mas não alterá-lo.",
  "onboarding.screening.choose": "Verificar as carteiras de quem lhe paga",
  "onboarding.screening.later": "Pode alterar isto mais tarde no seu painel.",
  "onboarding.screening.placeholder": "Escolha",
  "onboarding.screening.choiceNone": "Não as verificar",

  "onboarding.look.title": "Qual é o aspeto",
  "onboarding.look.partner": "Quem lhe paga vê uma página de pagamento com o nome e as cores de {partner}.",
  "onboarding.look.plain": "Quem lhe paga vê a página de pagamento nas suas próprias cores, sem outro nome.",

  "onboarding.leave.title": "Como sair",
  "onboarding.leave.text":
    "Pode desligar-se no seu painel quando quiser, sem pedir. {partner} deixa então de poder criar links para si; os que existem ainda podem ser pagos. Um ID de cliente desligado não pode voltar a ser ligado.",

  "onboarding.done.title": "Está ligado",
  "onboarding.done.text": "{partner} já pode criar links de pagamento para si com o ID de cliente {name}.",
  "onboarding.done.clientId": "ID de cliente",
  "onboarding.done.dashboard": "Abrir o painel",
  "onboarding.done.close": "Pode fechar esta página. O que aceitou está no painel, em Partners.",

  "onboarding.used.title": "Este convite já foi usado",
  "onboarding.used.text":
    "Serve uma só vez. Se foi você, está tudo no seu painel. Se não, peça um novo a {partner}.",
  "onboarding.expired.title": "Tarde demais: este convite expirou",
  "onboarding.expired.text": "Nada foi acordado. Peça um novo a {partner}.",
  "onboarding.not_found.title": "Link inválido: nenhum convite encontrado",
  "onboarding.not_found.text":
    "O endereço desta página está incompleto ou o convite não existe. Peça-o de novo a quem o enviou.",

  "onboarding.trouble.session_ended":
    "A sua sessão terminou. Ligue de novo a sua carteira. Até agora nada foi acordado.",
  "onboarding.trouble.terms_changed":
    "As condições mudaram desde que abriu esta página, por isso nada foi acordado. Leia-as de novo.",
  "onboarding.trouble.destination_gone":
    "Esta carteira já não tem um destino ativo, por isso nada foi acordado. Escolha um de novo.",
  "onboarding.trouble.unreachable":
    "Não é possível contactar o serviço. Não é certo que o seu último passo tenha chegado. Tente de novo dentro de momentos.",
  "onboarding.trouble.refused": "O serviço não aceitou isto. Nada foi acordado.",
  "onboarding.trouble.sign_in": "O serviço não aceitou o início de sessão. Tente de novo dentro de momentos.",

  "onboarding.confirm.title": "Confirme esta alteração",
  "onboarding.confirm.text": "Ainda nada foi alterado.",
  "onboarding.confirm.no": "Agora não",
  "onboarding.confirm.yes": "Confirmar",
  "onboarding.confirm.with": "Confirmar com {wallet}",
  "onboarding.confirm.account": "Conta: {account}",
  "onboarding.confirm.signing":
    "A sua carteira mostra as mesmas palavras. Assine lá se é isso que quer; assinar não custa nada e não move dinheiro.",
  "onboarding.confirm.device": "O seu dispositivo pede a impressão digital, o rosto ou o PIN. Nada é pago.",
  "onboarding.confirm.passkey": "Confirmar com uma chave de acesso",
  "onboarding.confirm.any": "Qualquer uma destas carteiras o pode confirmar:",
  "onboarding.confirm.other":
    "{wallet} não é uma carteira com que inicia sessão. Escolha uma das indicadas aqui.",
  "onboarding.confirm.password": "Palavra-passe da conta",
};

import { crosschain } from "@/messages/crosschain/pt";
import type { en } from "@/messages/en";
import { exchange } from "@/messages/exchange/pt";
import type { TranslationOf } from "@/messages/message";
import { onboarding } from "@/messages/onboarding/pt";

export const pt: TranslationOf<typeof en> = {
  "frame.language": "Idioma",
  "frame.notReady": "Os botões desta página ainda não estão prontos.",
  "frame.loadAgain": "Carregar a página de novo",
  "frame.terms": "Termos",
  "frame.privacy": "Privacidade",
  "frame.poweredBy": "Página de pagamento de {name}",

  "away.title": "Voltamos em instantes",
  "away.text":
    "O serviço está indisponível por um instante. Nada do que você enviou se perde, e você não precisa pagar de novo. Esta página recarrega em {seconds} s.",
  "busy.title": "Visitas demais",
  "busy.text":
    "Muitas páginas foram abertas a partir da sua rede. Não há nenhum problema com o seu pagamento. Esta página recarrega em {seconds} s.",

  "common.copy": "Copiar",
  "common.copied": "Copiado",
  "common.copyWhat": "Copiar {what}",
  "common.copiedWhat": "{what}: copiado",
  "common.back": "Voltar",
  "common.tryAgain": "Tentar novamente",
  "common.loading": "Carregando",

  "pay.title": "Pagamento",
  "pay.titleTo": "Pagamento a {name}",
  "pay.to": "para {name}",
  "pay.connect": "Conectar carteira",
  "pay.showDetails": "Mostrar detalhes",
  "pay.hideDetails": "Ocultar detalhes",
  "pay.youPay": "Você paga",
  "pay.youPaid": "Você pagou",
  "pay.paid": "Pago",
  "pay.asked": "Solicitado",
  "pay.on": "na rede {network}",
  "pay.reference": "Referência",
  "pay.approvedBy": "Aprovado por",
  "pay.recipient": "Destinatário",
  "pay.recipients": { one: "{count} destinatário", other: "{count} destinatários" },
  "pay.verifiedWallet": "Carteira verificada",
  "pay.verifiedWalletOf": "Carteira verificada de {name}",
  "pay.verifiedNote":
    "O titular da conta que pede este pagamento provou com uma assinatura que esta carteira é sua. O nome foi escolhido por ele; ninguém o verificou.",
  "pay.recipientMasked":
    "O destinatário mantém o endereço completo em privado. A página o verifica antes de você assinar.",
  "pay.network": "Rede",
  "pay.amount": "Valor",
  "pay.payment": "Pagamento {number}",
  "pay.total": "Total",
  "pay.paymentReference": "Referência na cadeia",
  "pay.expires": "Pode ser pago até",
  "pay.feeIncluded": "{label}, por conta do destinatário",
  "pay.feeAdded": "{label}, à parte",
  "pay.feeWithin": "dos quais {label}",
  "pay.explorer": "Ver no explorador de blocos",
  "pay.hash": "Hash da transação",
  "pay.testnet": "Rede de teste: não é dinheiro real",
  "pay.noScript":
    "Esta página precisa de JavaScript para conectar uma carteira. O que deve ser pago está aqui, para que você possa comparar com a página em outro dispositivo.",
  "pay.noScriptHow":
    "Não envie o valor ao destinatário manualmente: uma transferência assim não leva referência e não se distingue das outras.",
  "pay.device.open": "Não tem carteira neste dispositivo?",
  "pay.device.qr": "Código QR desta página",
  "pay.device.scan": "Escaneie o código com um telefone que tenha uma carteira.",
  "pay.device.walletBrowser":
    "Se a página abrir sem encontrar a carteira, copie o link para o navegador dentro do aplicativo da carteira.",
  "pay.device.goOn": "Conecte e pague por lá. Esta página percebe sozinha.",
  "pay.device.inApp": "Abra esta página no navegador do aplicativo da sua carteira.",
  "pay.device.link": "link para esta página",
  "pay.device.uri": "Escanear o próprio pagamento",
  "pay.device.uriNote":
    "Para carteiras que leem chamadas de contratos (EIP-681). Nem todas leem. Continue somente se a sua mostrar este contrato e exatamente este valor:",
  "pay.device.request": "solicitação",
  "pay.device.uriApprove": "Permita que o contrato retire {amount} e aguarde a confirmação",
  "pay.device.uriPay": "Pague {amount} na rede {network}",
  "pay.safetyNote": "Conectar nos mostra o endereço da sua carteira. Nenhum dinheiro é movido.",
  "pay.offline": "Você está sem conexão. Nada se perde: a página continua assim que você voltar.",
  "pay.silent.title": "Não é possível acessar o serviço",
  "pay.silent":
    "No momento não é possível acessar o serviço. Nada se perde: esta página continua perguntando sozinha e segue assim que houver resposta.",
  "pay.hidden.title": "Uma solicitação de pagamento para você",
  "pay.hidden.text":
    "O destinatário só mostra valor e detalhes a carteiras que passam na verificação dele. Conecte sua carteira para continuar.",
  "pay.connect.title": "Conecte uma carteira",
  "pay.connect.tronOnly": "Este pagamento é na rede Tron, então só carteiras Tron podem pagá-lo.",
  "pay.checking.title": "Verificando sua carteira",
  "pay.checking.text": "Perguntamos se esta carteira pode pagar e o que ela contém. Isso leva um momento.",
  "pay.wallet": "Carteira",
  "pay.changeWallet": "Usar outra carteira",
  "pay.contact.of": "Dúvidas? Fale com {name} em",
  "pay.contact.unnamed": "Dúvidas? Fale com o destinatário em",
  "pay.contact.own":
    "Este contato foi informado por eles mesmos; não é verificado aqui. Ninguém precisa das palavras secretas da sua carteira para ajudar você.",
  "pay.contact.subject": "Pagamento {reference}",
  "pay.choose.title": "Escolha como pagar",
  "pay.choose.label": "Quero pagar com",
  "pay.choose.option": "{symbol} na rede {network}",
  "pay.choose.balance": "Você tem {balance} {symbol}",
  "pay.choose.same": "Mesma rede e mesmo token solicitados: sem troca, sem ponte.",
  "pay.choose.continue": "Continuar",
  "pay.choose.switch": "Sua carteira está em outra rede. Ela pedirá para mudar para {network}.",
  "pay.choose.switchButton": "Continuar na rede {network}",
  "pay.switching.title": "Mude para {network}",
  "pay.switching.text": "Confirme a mudança de rede na sua carteira.",
  "pay.switching.late":
    "Sua carteira ainda não respondeu. Abra-a e procure uma pergunta, ou escolha {network} lá. Nada foi assinado; você pode voltar.",
  "pay.preparing.title": "Preparando o pagamento",
  "pay.preparing.text": "Montamos a transação e a comparamos com o que você vê aqui.",
  "pay.preparing.late":
    "Está demorando mais do que o normal. Nada foi assinado; você pode voltar e tentar de novo.",
  "pay.short.title": "{symbol} insuficiente",
  "pay.short.text":
    "O pagamento exige {needed} {symbol} na rede {network}. Você tem {balance} {symbol}, portanto faltam {missing} {symbol}.",
  "pay.short.how": "Envie {symbol} na rede {network} para sua carteira e verifique de novo.",
  "pay.shortGas.title": "{symbol} insuficiente para a taxa de rede",
  "pay.shortGas.text":
    "A rede cobra cerca de {needed} {symbol} por este pagamento. Sua carteira tem {balance}; faltam cerca de {missing} {symbol}.",
  "pay.yourAddress": "Endereço da sua carteira",
  "pay.lookAgain": "Verificar de novo",
  "pay.review.title": "Revise e pague",
  "pay.review.batchTitle": "Revise e pague em um só passo",
  "pay.review.batchText": "Sua carteira faz tudo isto junto, ou nada:",
  "pay.review.approveTitle": "Primeiro permita o pagamento",
  "pay.review.resetTitle": "Primeiro redefina uma permissão antiga",
  "pay.review.approveText":
    "{symbol} precisa da sua permissão antes do pagamento. Você permite exatamente {amount} {symbol}, somente para este contrato de pagamento.",
  "pay.review.resetText":
    "{symbol} não aceita mudar uma permissão ainda aberta. Ela é zerada primeiro e depois ajustada ao valor exato.",
  "pay.review.networkFee": "Taxa de rede, cerca de",
  "pay.review.networkFeeUnknown": "mostrada pela sua carteira",
  "pay.review.leaves": "Sai da sua carteira",
  "pay.review.later": "Sai da sua carteira no próximo passo",
  "pay.review.checked": "Verificado: sua carteira receberá exatamente este pedido e nada mais.",
  "pay.review.known": "{contract} é um contrato de pagamento conhecido na rede {network}.",
  "pay.review.knownToken": "Vai para o contrato conhecido de {symbol} na rede {network}.",
  "pay.review.step": "Passo {step} de {steps}",
  "pay.reset": "Redefinir permissão de {symbol}",
  "pay.approve": "Permitir {amount} {symbol}",
  "pay.payAmount": "Pagar {amount} na rede {network}",
  "pay.amountAnd": "{amount} {symbol}",
  "pay.lastCheck.title": "Uma última verificação",
  "pay.lastCheck.text": "Verificamos se ninguém pagou isto nesse meio-tempo. Depois a sua carteira pergunta.",
  "pay.inWallet": "Confirme na sua carteira",
  "pay.inWalletText": "Sua carteira mostra a transação. Compare valor e rede e confirme por lá.",
  "pay.inWalletLate":
    "Sua carteira ainda não respondeu. Olhe nela: responda à pergunta se ainda estiver lá. Se ela enviou o pagamento, esta página verá isso sozinha. Recarregue esta página apenas se a carteira não mostrar nem uma coisa nem outra.",
  "pay.inWalletLateAgain":
    "Sua carteira ainda não respondeu. Veja lá: responda se ainda perguntar. Se já enviou o pagamento, esta página o verá sozinha. Se não mostrar nem uma coisa nem outra, pergunte-lhe de novo: antes disso, esta página verifica se algo foi enviado.",
  "pay.inWalletLatePermission":
    "Sua carteira ainda não respondeu. Veja lá: responda se ainda perguntar. Se não mostrar nada, volte e tente de novo. Nada foi pago.",
  "pay.inWalletNo": "Para voltar atrás, recuse lá.",
  "pay.askAgain": "Perguntar de novo à carteira",
  "pay.unanswered":
    "Este pagamento já foi pedido à sua carteira, que ainda pode enviá-lo. Se ainda perguntar, recuse lá. Se já o enviou, espere: esta página o verá sozinha.",
  "pay.unanswered.sent":
    "Se a sua carteira ainda pedir este pagamento, recuse lá. Caso contrário, seria pago duas vezes.",
  "pay.settling.title": "Aguardando a permissão",
  "pay.settling.text": "A rede está confirmando. Você poderá pagar em instantes.",
  "pay.settling.late":
    "Está demorando mais do que o normal. Esta página segue sozinha assim que a permissão estiver pronta.",
  "pay.advanced": "Avançado: o que sua carteira assina",
  "pay.advanced.contract": "Contrato",
  "pay.advanced.function": "Função",
  "pay.advanced.value": "Moeda nativa enviada",
  "pay.advanced.data": "Dados",
  "pay.advanced.hiddenData": "não exibido, porque contém o endereço privado do destinatário",
  "pay.refused.title": "Interrompido para sua segurança",
  "pay.refused.text":
    "A transação não corresponde ao que esta página mostra, por isso não foi entregue à sua carteira. Nada foi assinado nem pago.",
  "pay.refused.what": "Diferença: {field}",
  "pay.refused.how":
    "Avisamos o operador desta página. Tente mais tarde ou peça um novo link ao destinatário.",
  "pay.confirming.title": "Pagamento enviado",
  "pay.confirming.waiting": "Aguardando a rede incluí-lo.",
  "pay.confirming.mined": "A rede já o tem. Aguardando ser contado.",
  "pay.confirming.progress": "Confirmado: {count} de {needed}",
  "pay.confirming.amount": "Um valor como este conta após {needed} confirmações.",
  "pay.confirming.close": "Você pode fechar esta página: o pagamento continua sem ela.",
  "pay.confirming.seen": "Pagamento visto na rede",
  "pay.confirming.late":
    "Está demorando mais que o normal. Veja a atividade na sua carteira: se você cancelou ou substituiu o pagamento lá, nada foi pago aqui e você pode começar de novo.",
  "pay.confirming.again": "Começar de novo",
  "pay.unsent.title": "Ainda não enviado",
  "pay.unsent.text":
    "Ninguém confirmou ainda que aceitou o que sua carteira assinou: a rede ou o serviço podem estar ocupados demais. Não há sinal de que algo tenha sido enviado. Não assine nem pague mais nada por isso: você pode entregar de novo a mesma transação assinada e, por mais vezes que o faça, ela é executada no máximo uma vez.",
  "pay.unsent.until":
    "Isso é possível até {date}; depois ela nunca mais poderá ser executada e você poderá começar de novo.",
  "pay.unsent.over":
    "O prazo dela acabou ({date}). Esta página verifica se ela foi executada mesmo assim; se não, você poderá começar de novo em instantes.",
  "pay.unsent.again": "Enviar de novo",
  "pay.unsent.still": "Ninguém a aceitou ainda. Você pode tentar mais uma vez.",
  "pay.done.title": "Pagamento concluído",
  "pay.done.overpaid":
    "Foi pago mais do que o solicitado: {amount} {symbol} a mais. O destinatário recebeu tudo; peça que devolva o restante.",
  "pay.done.late": "Chegou depois que o link expirou. O destinatário tem o dinheiro e vê o pagamento.",
  "pay.done.already": "Este link de pagamento já foi pago.",
  "pay.done.goBack": "Voltar e fechar",
  "pay.done.receipt": "Ver recibo",
  "pay.done.invoice": "Baixar fatura",
  "pay.done.mail": "Enviar o recibo por e-mail",
  "pay.mail.paid": "Pago: {amount} em {network}",
  "pay.mail.to": "Para: {name}",
  "pay.mail.at": "Quando: {date}",
  "pay.mail.reference": "Referência: {reference}",
  "pay.mail.transaction": "Transação: {hash}",
  "pay.done.receipts": "Ver recibo {number}",
  "pay.revoke.text":
    "Sua carteira ainda permite que o contrato de pagamento retire {amount} {symbol}. Você pode revogar essa permissão.",
  "pay.revoke.button": "Revogar permissão",
  "pay.revoke.settling": "Revogando",
  "pay.revoke.done": "A permissão foi revogada.",
  "pay.revoke.failed": "A permissão não foi revogada. Tente novamente.",
  "pay.blocked.title": "Esta carteira não pode pagar",
  "pay.blocked.wallet_not_allowed":
    "Esta carteira não pode pagar segundo a política do destinatário: só algumas carteiras podem. Nada foi assinado nem pago. Use outra carteira ou pergunte ao destinatário qual pode pagar.",
  "pay.blocked.rejected":
    "Esta carteira não pode pagar segundo a política do destinatário: não passou na verificação dele. Nada foi assinado nem pago. Use outra carteira ou pergunte ao destinatário.",
  "pay.blocked.error":
    "Esta carteira não pode pagar agora segundo a política do destinatário, porque a verificação não pôde ser feita. Tente de novo em instantes.",
  "pay.expired.title": "Tarde demais: este link expirou",
  "pay.expired.text": "Não pode mais ser pago e nada foi cobrado de você. Peça um novo link ao destinatário.",
  "pay.expired.partly":
    "Expirou antes de tudo ser pago. O destinatário tem o que foi enviado. Peça um novo link para o restante.",
  "pay.not_found.title": "Link inválido: nada encontrado",
  "pay.not_found.text":
    "O endereço desta página está incompleto ou o link não existe. Peça-o novamente ao destinatário.",
  "pay.invalidated.title": "Este link não é mais válido",
  "pay.invalidated.text":
    "O destinatário colocou o pagamento em outro link. Peça esse. Nada foi cobrado de você.",
  "pay.failed.title": "Este pagamento foi interrompido",
  "pay.failed.text":
    "O destinatário não passou em uma verificação, por isso nada pode ser pago aqui. Nada foi cobrado de você. Pergunte ao destinatário como pode pagar de outra forma.",
  "pay.in_progress.title": "Pagamento em andamento",
  "pay.in_progress.text":
    "Um pagamento aguarda os cossignatários de uma carteira compartilhada. Esta página o acompanha; se falhar, você poderá pagar aqui novamente.",
  "pay.in_progress.deadline": "Eles têm até {date}.",
  "pay.safe.review": "Revise e proponha ao seu Safe",
  "pay.safe.reviewText":
    "Os proprietários do seu Safe assinam isto como uma só transação; são necessários {threshold} de {owners}. Tudo é executado junto, ou nada:",
  "pay.safe.proposed": "Proposto ao seu Safe",
  "pay.safe.proposedText":
    "Os proprietários assinam no Safe. Você pode fechar esta página: o pagamento continua sem ela.",
  "pay.safe.account": "Safe",
  "pay.safe.signatures": "Assinaturas",
  "pay.safe.signaturesNeeded": "{needed} necessárias",
  "pay.safe.signaturesOf": "{count} de {needed}",
  "pay.safe.ownersOf": "{needed} de {owners} proprietários precisam assinar",
  "pay.safe.rejections": "Assinaturas para rejeitar",
  "pay.safe.execute":
    "Quando proprietários suficientes tiverem assinado, um deles executa a transação no Safe. Até lá nada é pago.",
  "pay.safe.hash": "Hash da transação do Safe",
  "pay.safe.holds": "Até {date} ninguém mais pode pagar aqui.",
  "pay.safe.ended.execution_failed":
    "O Safe tentou pagar e sua transação falhou. Nada foi pago; é possível pagar de novo.",
  "pay.safe.ended.rejected":
    "Os proprietários do Safe rejeitaram o pagamento. Nada foi pago; é possível pagar de novo.",
  "pay.safe.ended.replaced":
    "O Safe executou outra coisa no lugar do pagamento. Com isso nada foi pago; é possível pagar de novo.",
  "pay.safe.ended.deadline_passed":
    "O pagamento do Safe não foi executado a tempo. Rejeite-o no Safe antes de pagar de novo: executado mais tarde, pagaria uma segunda vez.",
  "pay.bank.account": "Conta bancária",
  "pay.bank.receives": "Chega à conta bancária",
  "pay.bank.receivesAbout": "Chega à conta bancária, cerca de",
  "pay.bank.estimate": "O prestador troca ao câmbio do momento em que o seu pagamento chegar.",
  "pay.bank.received": "Chegou à conta bancária",
  "pay.bank.later": "{currency}; o valor é conhecido quando o pagamento é preparado",
  "pay.bank.rate": "Câmbio",
  "pay.bank.fees": "Taxas do prestador",
  "pay.bank.noFees": "nenhuma",
  "pay.bank.developer_fee": "Taxa da plataforma",
  "pay.bank.exchange_fee": "Taxa de câmbio",
  "pay.bank.gas_fee": "Taxa de rede do prestador",
  "pay.bank.deposit": "Endereço de depósito",
  "pay.bank.returnsTo": "O dinheiro devolvido vai para esta carteira",
  "pay.bank.toIdentity": "Abrir a verificação de identidade",
  "pay.bank.toAgreement": "Abrir os termos",
  "pay.bank.newTab": "Abre num novo separador do prestador. Depois volte a esta página.",
  "pay.bank.prepare": "Preparar com esta carteira",
  "pay.bank.notPrepared":
    "Não foi possível preparar o pagamento. Nada foi pago. Tente novamente dentro de momentos.",
  "pay.bank.delivered": "O dinheiro está na conta bancária.",
  "pay.bank.stepDone": "feito",
  "pay.bank.step.initiated": "Dinheiro recebido pelo prestador",
  "pay.bank.step.pending_internal_assessment": "Análise do prestador",
  "pay.bank.step.ongoing_checks": "Últimas verificações",
  "pay.bank.step.sending_fiat": "Enviado ao banco",
  "pay.bank.step.fiat_sent": "Na conta bancária",
  "pay.to_bank.erased.title": "Dados pessoais apagados",
  "pay.to_bank.erased.text":
    "Os dados pessoais deste pagamento foram apagados, por isso não pode ser pago aqui. Nada lhe foi cobrado. Peça ao destinatário que crie um novo pedido de pagamento.",
  "pay.to_bank.identity.title": "É precisa uma verificação de identidade",
  "pay.to_bank.identity.text":
    "Para enviar dinheiro para uma conta bancária, o prestador verifica a sua identidade. Nada foi pago. Depois da verificação, esta página continua sozinha.",
  "pay.to_bank.identity_pending.title": "A sua identidade está a ser verificada",
  "pay.to_bank.identity_pending.text":
    "O prestador tem os seus dados e está a verificá-los. Nada foi pago. Pode fechar esta página e voltar mais tarde.",
  "pay.to_bank.identity_rejected.title": "Verificação de identidade não aprovada",
  "pay.to_bank.identity_rejected.text":
    "O prestador não aprovou a verificação, por isso nada pode ser pago. Nada lhe foi cobrado. Abra a verificação para ver o que falta ou pergunte ao destinatário.",
  "pay.to_bank.agreement.title": "Termos do prestador",
  "pay.to_bank.agreement.text":
    "O prestador precisa que aceite os seus termos. Nada foi pago. Depois disso, esta página continua sozinha.",
  "pay.to_bank.agreement_rejected.title": "Termos não aceites",
  "pay.to_bank.agreement_rejected.text":
    "O prestador não tem um acordo consigo, por isso nada pode ser pago. Nada lhe foi cobrado. Abra os termos outra vez ou pergunte ao destinatário.",
  "pay.to_bank.bank_missing.title": "Ainda não há conta bancária",
  "pay.to_bank.bank_missing.text":
    "As suas verificações estão feitas. O destinatário ainda tem de indicar a conta bancária que recebe o dinheiro. Nada foi pago. Esta página continua sozinha.",
  "pay.to_bank.bank_pending.title": "A conta bancária está a ser verificada",
  "pay.to_bank.bank_pending.text":
    "O prestador verifica a conta bancária que recebe o dinheiro, normalmente em menos de um minuto. Nada foi pago. Esta página continua sozinha.",
  "pay.to_bank.bank_failed.title": "A conta bancária foi recusada",
  "pay.to_bank.bank_failed.text":
    "O prestador não pode pagar para esta conta bancária. Nada lhe foi cobrado. Peça ao destinatário que indique outra.",
  "pay.to_bank.open.title": "Preparar o pagamento",
  "pay.to_bank.open.text":
    "O prestador abre um endereço de depósito para a sua carteira. Depois só esta carteira pode pagar. Preparar não paga nada.",
  "pay.to_bank.other_wallet.title": "Preparado para outra carteira",
  "pay.to_bank.other_wallet.text":
    "Este pagamento foi preparado para a carteira abaixo, por isso só ela o pode pagar. Nada foi pago. Ligue essa carteira ou peça ao destinatário que crie um novo pedido de pagamento.",
  "pay.to_bank.partly.title": "Só chegou uma parte",
  "pay.to_bank.partly.text":
    "Só uma parte do valor está no endereço de depósito do prestador. Não pague o resto aqui. Pergunte ao destinatário, que resolve isso com o prestador.",
  "pay.to_bank.earlier_address.title": "Chegou dinheiro a um endereço anterior",
  "pay.to_bank.earlier_address.text":
    "Chegou dinheiro deste pagamento a um endereço de depósito que já tinha sido substituído. Não pague de novo. Pergunte ao destinatário, que resolve isso com o prestador.",
  "pay.to_bank.initiated.title": "O prestador tem o seu pagamento",
  "pay.to_bank.initiated.text":
    "O dinheiro está no endereço de depósito do prestador, que paga a conta bancária a partir daí. Não tem de fazer mais nada e pode fechar esta página.",
  "pay.to_bank.pending_internal_assessment.title": "O prestador analisa o pagamento",
  "pay.to_bank.pending_internal_assessment.text":
    "O prestador tem o dinheiro e analisa o pagamento. Não tem de fazer mais nada e pode fechar esta página.",
  "pay.to_bank.ongoing_checks.title": "A transferência bancária está a ser preparada",
  "pay.to_bank.ongoing_checks.text":
    "O prestador tem o dinheiro e faz as últimas verificações. Não tem de fazer mais nada e pode fechar esta página.",
  "pay.to_bank.sending_fiat.title": "A transferência bancária está a caminho",
  "pay.to_bank.sending_fiat.text":
    "O prestador enviou o dinheiro ao banco, o que pode demorar alguns dias úteis. Não tem de fazer mais nada e pode fechar esta página.",
  "pay.to_bank.delivered.title": "O dinheiro está na conta bancária",
  "pay.to_bank.delivered.text":
    "O dinheiro chegou ao endereço de depósito sem a referência deste pagamento. Não pague de novo. Só o destinatário pode dizer de quem foi o pagamento.",
  "pay.to_bank.bounced.title": "O banco devolveu o dinheiro",
  "pay.to_bank.bounced.text":
    "O banco não aceitou o dinheiro e o prestador tem-no de novo. Não pague outra vez. O destinatário tem de verificar a conta bancária; depois o prestador envia-o de novo ou devolve-o à sua carteira.",
  "pay.to_bank.retry_required.title": "A transferência bancária tem de ser repetida",
  "pay.to_bank.retry_required.text":
    "A transferência não funcionou e o prestador tem o dinheiro. Não pague outra vez. O destinatário pede ao prestador que o envie de novo.",
  "pay.to_bank.failed.title": "A transferência bancária falhou",
  "pay.to_bank.failed.text":
    "O prestador não conseguiu pagar a conta bancária e tem o dinheiro. Não pague outra vez. Pergunte ao destinatário, que resolve isso com o prestador.",
  "pay.to_bank.refunded.title": "O dinheiro foi devolvido",
  "pay.to_bank.refunded.text":
    "A conta bancária não recebeu nada. O prestador devolveu o dinheiro à carteira abaixo. Para pagar de novo, peça ao destinatário que crie um novo pedido de pagamento.",
  "pay.unavailable.title": "Não foi possível acessar a rede",
  "pay.unavailable.text":
    "Não há nada de errado com o link e nada foi cobrado de você. Tente de novo em instantes.",
  "pay.no_rate.title": "Sem cotação no momento",
  "pay.no_rate.text":
    "Não há uma cotação confiável agora, por isso nenhum valor é pedido. Nada foi cobrado de você. A página tenta de novo sozinha.",
  "pay.quote.later":
    "Pago em {symbol}. O valor exato é fixado para a sua carteira assim que ela for conectada.",
  "pay.quote.amount": "Isso é em {symbol}",
  "pay.quote.rate": "Cotação",
  "pay.quote.priced": "Preços de",
  "pay.quote.until": "Cotação válida até",
  "pay.quote.minutesLeft": "faltam {minutes} min",
  "pay.quote.secondsLeft": "faltam {seconds} s",
  "pay.partial.text": "{received} já chegaram. Falta pagar: {left}.",
  "pay.announced":
    "Alguém informou há pouco que enviou este pagamento. Espere que ele apareça aqui antes de pagar uma segunda vez.",
  "pay.someoneElse": "Alguém está pagando este link",
  "pay.trouble.rejected": "Você recusou na sua carteira. Nada foi assinado; você pode tentar de novo.",
  "pay.trouble.pending_request":
    "Sua carteira ainda aguarda uma resposta anterior. Abra-a e responda por lá primeiro.",
  "pay.trouble.wrong_chain": "Sua carteira está em outra rede e não foi alterada.",
  "pay.trouble.wrong_account": "Sua carteira mudou para outra conta. Conecte-a de novo.",
  "pay.trouble.not_installed": "A carteira não está instalada neste navegador.",
  "pay.trouble.insufficient_funds": "Sua carteira não tem o suficiente para o pagamento e a taxa de rede.",
  "pay.trouble.no_typed_data":
    "Sua carteira não consegue assinar este tipo de documento (EIP-712). Use outra carteira.",
  "pay.trouble.no_batch": "Sua carteira não faz tudo isto junto. Continue passo a passo.",
  "pay.trouble.safe_no_batch":
    "Não é possível pedir este pagamento ao seu Safe por esta conexão. Abra o link como aplicativo no seu Safe.",
  "pay.trouble.real_wallet_refused":
    "Esta página roda em cadeias de teste locais. Aqui só funciona a Test wallet.",
  "pay.trouble.disconnected": "Sua carteira não está mais conectada.",
  "pay.trouble.failed":
    "Sua carteira não respondeu como esperado. Veja nela se algo foi enviado; se não, tente de novo.",
  "pay.trouble.wallet_changed":
    "Sua carteira mudou para outra conta, então tudo foi verificado de novo para ela.",
  "pay.trouble.network_changed": "Sua carteira mudou de rede, então tudo foi verificado de novo.",
  "pay.trouble.quote_renewed":
    "A cotação expirou e foi renovada. O valor era {before} e agora é {after}. Verifique e continue.",
  "pay.trouble.payment_changed": "Algo neste pagamento mudou nesse meio tempo. Verifique e continue.",
  "pay.trouble.reverted":
    "A rede recusou a transação e a desfez. O dinheiro continua na sua carteira, exceto a taxa de rede. Você pode tentar de novo.",
  "pay.trouble.approval_reverted": "A rede recusou a permissão. Nada foi pago; você pode tentar de novo.",
  "pay.trouble.replaced":
    "Sua carteira substituiu o pagamento por outra transação, então ele não foi feito. O dinheiro continua na sua carteira. Você pode tentar de novo.",
  "pay.trouble.unpaid":
    "A rede tem a transação, mas seu pagamento não está nela. Nada foi pago. Veja em sua carteira antes de tentar de novo.",
  "pay.trouble.batch_failed":
    "Sua carteira não executou o pagamento. Nada foi pago; você pode tentar de novo.",
  "pay.trouble.batch_partly":
    "Sua carteira executou apenas uma parte. O pagamento não foi feito, mas uma permissão pode ter ficado. Você pode tentar de novo.",
  "pay.trouble.dropped":
    "A rede não incluiu o pagamento a tempo, então ele não foi feito. O dinheiro continua na sua carteira. Você pode tentar de novo.",
  "pay.trouble.not_relayed":
    "O que sua carteira assinou não pôde ser enviado. Nada foi pago; você pode tentar de novo.",
  "pay.trouble.maybe_sent":
    "Sua carteira talvez já tenha enviado este pagamento, por isso não perguntamos de novo. Veja a atividade dela e tente de novo daqui a pouco.",
  "pay.trouble.allowance_short":
    "A permissão é menor que o pagamento. Permita o valor total, que é retirado só uma vez.",
  "pay.trouble.unreachable": "O serviço não está acessível no momento. Nada foi pago; tente de novo.",
  "pay.field.answer": "a resposta como um todo",
  "pay.field.wallet": "a carteira",
  "pay.field.network": "a rede",
  "pay.field.transactions": "o número de transações",
  "pay.field.contract": "o contrato",
  "pay.field.function": "o que o contrato faz",
  "pay.field.token": "o token",
  "pay.field.recipient": "o destinatário",
  "pay.field.amount": "o valor",
  "pay.field.reference": "a referência",
  "pay.field.approval": "o que foi aprovado",
  "pay.field.feeRecipient": "quem recebe a taxa",
  "pay.field.feeAmount": "a taxa",
  "pay.field.spender": "quem pode retirar os tokens",
  "pay.field.allowance": "quanto pode ser retirado",
  "pay.field.quote": "a cotação",
  "pay.field.value": "a moeda nativa enviada",
  "pay.field.dates": "as datas ou o número delas",
  "pay.field.permit": "o documento a assinar",
  "pay.field.calldata": "os dados da chamada",
  "pay.bundle.open": "A pagar",
  "pay.bundle.moving": "A caminho",
  "pay.bundle.paid": "Pago",
  "pay.bundle.blocked": "Deixado de fora",
  "pay.bundle.progress": "{paid} de {total} pagos",
  "pay.bundle.onTheWay": { one: "{count} a caminho", other: "{count} a caminho" },
  "pay.bundle.leftOut": {
    one: "{count} pagamento não pode ser feito aqui e fica de fora. Você paga os outros.",
    other: "{count} pagamentos não podem ser feitos aqui e ficam de fora. Você paga os outros.",
  },
  "pay.bundle.some": "{open} de {total} destinatários",
  "pay.bundle.openNow": "Disso, {amount} {symbol} podem ser pagos agora.",
  "pay.bundle.masked":
    "Os destinatários mantêm seus endereços completos em privado. A página verifica cada um antes de você assinar.",
  "pay.bundle.total": {
    one: "{count} pagamento em {symbol} na rede {network}",
    other: "{count} pagamentos em {symbol} na rede {network}",
  },
  "pay.bundle.showAll": "Mostrar todos os {count} destinatários",
  "pay.bundle.showFewer": "Mostrar menos destinatários",
  "pay.bundle.payAlone": "Pagar só este na rede {network}",
  "pay.bundle.networks": "em várias redes",
  "pay.bundle.why.secure_payment_expired": "O próprio link expirou. Peça um novo a quem enviou esta página.",
  "pay.bundle.why.secure_payment_not_pending":
    "Foi movido para outro link ou retirado. Pergunte a quem enviou esta página.",
  "pay.bundle.why.compliance_failed":
    "O destinatário não passou em uma verificação, por isso nada pode ser pago a ele.",
  "pay.bundle.why.other": "Não pode ser pago como parte desta página. Pergunte a quem enviou esta página.",
  "pay.bundle_blocked.title": "Nada pode ser pago aqui",
  "pay.bundle_blocked.left":
    "O que resta destes pagamentos não pode ser feito. O motivo está ao lado de cada um. Nada foi cobrado de você.",
  "pay.bundle_blocked.networks":
    "Estes pagamentos estão em várias redes, então nenhuma transação única pode fazê-los. Abra cada um pelo próprio link.",

  "embed.wallet": "Pagar com uma carteira do navegador",
  "embed.window":
    "Abre a página de pagamento em uma janela própria, porque carteiras não são usadas dentro de outros sites.",

  "schedule.by": "Configurado por {name}",
  "schedule.title": "Pagamento recorrente",
  "schedule.every.DAILY": "todos os dias",
  "schedule.every.WEEKLY": "a cada 7 dias",
  "schedule.every.MONTHLY": "a cada 30 dias",
  "schedule.every.YEARLY": "a cada 365 dias",
  "schedule.times": { one: "{count} pagamento", other: "{count} pagamentos" },
  "schedule.from": "Pago a partir de",
  "schedule.fee": "Taxa em cada pagamento",
  "schedule.feeTo": "A taxa vai para",
  "schedule.until": "Nada é retirado depois de",
  "schedule.most": "O máximo que pode sair da sua carteira",
  "schedule.mostText": {
    one: "{amount}, {count} vez. O contrato não retira mais, não paga a mais ninguém e não retira nada antes.",
    other:
      "{amount} de cada vez, {count} vezes. O contrato não retira mais, não paga a mais ninguém e não retira nada antes.",
  },
  "schedule.dates": "Datas",
  "schedule.allDates": { one: "{count} data", other: "Todas as {count} datas" },
  "schedule.note.MONTHLY":
    "Aqui um mês tem sempre 30 dias, por isso o dia do mês muda. Estas são as datas reais.",
  "schedule.note.YEARLY": "Aqui um ano tem sempre 365 dias, mesmo os bissextos. Estas são as datas reais.",
  "schedule.instalment.paid": "pago",
  "schedule.permit": "O que você assina, campo por campo",
  "schedule.permitText": "Sua carteira mostra estes campos. Lá eles têm de dizer o mesmo.",
  "schedule.field.name": "Nome do contrato",
  "schedule.field.version": "A versão dele",
  "schedule.field.chainId": "Número da rede: a assinatura não vale em nenhuma outra",
  "schedule.field.verifyingContract":
    "O contrato que retira os pagamentos: a assinatura não vale para nenhum outro",
  "schedule.field.subscriber": "Sua carteira, que paga",
  "schedule.field.token": "O token que é pago",
  "schedule.field.recipient": "Quem recebe os pagamentos",
  "schedule.field.feeAddress": "Quem recebe a taxa; zeros para ninguém",
  "schedule.field.amount": "O que o destinatário recebe de cada vez, na menor unidade",
  "schedule.field.feeAmount": "A taxa de cada vez, na menor unidade",
  "schedule.field.gasFee": "Para taxas de rede: nada",
  "schedule.field.periodSeconds": "Segundos entre dois pagamentos",
  "schedule.field.firstExec": "Momento do primeiro pagamento, em segundos desde 1970",
  "schedule.field.totalExecutions": "Quantos pagamentos",
  "schedule.field.nonce": "Um número aleatório que distingue esta assinatura das outras",
  "schedule.field.deadline": "Depois deste momento nada é retirado, em segundos desde 1970",
  "schedule.noScript":
    "Esta página precisa de JavaScript para pedir a assinatura à sua carteira. Nada é retirado de uma carteira que não assinou.",
  "schedule.noTron": "Carteiras da Tron não conseguem assiná-lo.",
  "schedule.wrongWallet.title": "Esta é outra carteira",
  "schedule.wrongWallet.text": "Só esta carteira pode assinar ou cancelar este pagamento recorrente:",
  "schedule.wrongWallet.yours": "Você conectou:",
  "schedule.preparing.title": "Preparando a assinatura",
  "schedule.preparing.text": "Reunimos o que você assina e comparamos com o que você vê aqui.",
  "schedule.approve.title": "Primeiro, autorize o contrato",
  "schedule.approve.text":
    "O contrato retira cada pagamento no vencimento e por isso precisa de uma permissão de {amount} {symbol}. Só pode usá-la para pagamentos que você assinou.",
  "schedule.approve.others":
    "Deste valor, {amount} são para seus outros pagamentos recorrentes em andamento.",
  "schedule.sign.title": "Revisar e assinar",
  "schedule.sign.text":
    "Assinar não custa nada e não envia nada agora. A partir daí os pagamentos saem sozinhos da sua carteira nas datas acima. Você pode cancelar a qualquer momento.",
  "schedule.sign.keep": "Mantenha pelo menos {amount} na carteira em cada data.",
  "schedule.sign.button": {
    one: "Assinar {count} pagamento de {amount}",
    other: "Assinar {count} pagamentos de {amount}",
  },
  "schedule.handing.title": "Entregando sua assinatura",
  "schedule.handing.text": "O serviço está verificando. Mantenha esta página aberta por um momento.",
  "schedule.refusedSignature":
    "O serviço não aceitou a assinatura, portanto nada será retirado. Tente de novo com a carteira indicada acima.",
  "schedule.progress": "{count} de {needed} pagos",
  "schedule.next": "Próximo pagamento",
  "schedule.status.pending": "Aguarda sua assinatura",
  "schedule.status.active": "Em andamento",
  "schedule.status.paused": "Pausado",
  "schedule.status.completed": "Todos os pagamentos feitos",
  "schedule.status.cancelled": "Cancelado",
  "schedule.status.expired": "Encerrado",
  "schedule.active.text":
    "Os pagamentos saem sozinhos da carteira nas suas datas. Você não precisa fazer mais nada e pode cancelar a qualquer momento.",
  "schedule.failed":
    "A última tentativa de pagamento falhou: {reason} Haverá nova tentativa no horário indicado.",
  "schedule.failure.insufficient_funds": "a carteira tinha menos que o pagamento.",
  "schedule.failure.insufficient_allowance": "a permissão do contrato era menor que o pagamento.",
  "schedule.failure.transfer_refused": "o token recusou a transferência.",
  "schedule.failure.inexact_transfer": "o token teria movido um valor diferente do que você assinou.",
  "schedule.paused.text": "No momento nada é retirado.",
  "schedule.paused.failed": "No momento nada é retirado, porque as tentativas falharam: {reason}",
  "schedule.paused.next":
    "O comerciante pode retomá-lo. Os pagamentos perdidos são então retirados de imediato, um após o outro. Cancele aqui se não quiser isso.",
  "schedule.completed.text": "Nada mais pode ser retirado com esta assinatura.",
  "schedule.cancelled.payer": "Você o cancelou no contrato. Nada mais pode ser retirado com esta assinatura.",
  "schedule.cancelled.platform":
    "O comerciante o cancelou e este serviço não inicia mais nenhum pagamento. Se você assinou, cancele também no contrato: aí ninguém pode retirar nada.",
  "schedule.cancelled.deadline": "O prazo terminou. Nada mais pode ser retirado com esta assinatura.",
  "schedule.notFound.title": "Este link não leva a nenhum pagamento recorrente",
  "schedule.notFound.text": "Peça o link correto a quem o enviou. Nada foi assinado e nada é retirado.",
  "schedule.inWallet": "Sua carteira mostra uma transação para o contrato. Ela não move tokens. Confirme lá.",
  "schedule.settling": "A rede está confirmando. Mantenha esta página aberta por um momento.",
  "schedule.settling.late":
    "Está demorando mais do que o normal. A transação continua sem esta página: abra-a de novo mais tarde para ver se terminou.",
  "schedule.cancel.connect": "Conectar a carteira para cancelar",
  "schedule.cancel.button": "Cancelar este pagamento recorrente",
  "schedule.cancel.title": "Cancelar definitivamente",
  "schedule.cancel.text":
    "Sua carteira envia uma transação ao contrato, pela qual a rede cobra uma taxa. Depois disso ninguém pode retirar nada com esta assinatura, nem este serviço. Os pagamentos feitos continuam feitos.",
  "schedule.cancel.confirm": "Cancelar em {network}",
  "schedule.cancel.sent": "Cancelando",
  "schedule.cancel.done": "Cancelado no contrato",
  "schedule.cancel.doneText":
    "O contrato não retira mais nada com esta assinatura. O comerciante verá isso em instantes.",
  "schedule.cancel.reverted": "A rede não executou. Nada mudou; você pode tentar de novo.",
  "schedule.lower.connect": "Conectar a carteira para reduzir a permissão",
  "schedule.lower.text":
    "O contrato ainda pode retirar {amount} desta carteira. Só poderia usar isso para pagamentos que você assinar; seus outros pagamentos recorrentes precisam de {others}.",
  "schedule.lower.button": "Definir a permissão em {amount}",
  "schedule.lower.sent": "Definindo a permissão",
  "schedule.lower.none":
    "A permissão do contrato não é maior do que seus outros pagamentos recorrentes precisam.",
  "schedule.running.title": "O que sai sozinho da sua carteira",
  "schedule.running.text":
    "Todos os pagamentos recorrentes de uma carteira neste serviço, seja quem for que os criou. Você pode cancelar cada um aqui.",
  "schedule.running.sign": "Assinar para vê-los",
  "schedule.running.signText":
    "Mostre com uma assinatura que esta carteira é sua. Não custa nada e não move dinheiro.",
  "schedule.running.asked": "Sua carteira mostra uma mensagem. Assine-a para ver a lista.",
  "schedule.running.count": { one: "{count} pagamento recorrente", other: "{count} pagamentos recorrentes" },
  "schedule.running.none": "Nada sai sozinho desta carteira.",
  "schedule.running.status": "Situação",
  "schedule.running.paid": "Pago até agora",
  "schedule.running.rest": "Ainda pode sair da carteira",
  "schedule.running.open": "Datas e detalhes",

  "wallet.loading": "Procurando carteiras…",
  "wallet.loadingFailed": "Não foi possível carregar as carteiras. Verifique a conexão e tente de novo.",
  "wallet.empty": "Nenhuma rede deste tipo está configurada.",
  "wallet.family": "Tipo de carteira",
  "wallet.evm": "EVM",
  "wallet.tron": "Tron",
  "wallet.more": "Mais carteiras",
  "wallet.waiting": "Aguardando {name}. Procure a janela da carteira.",
  "wallet.notInstalled": "{name} não está instalada neste navegador.",
  "wallet.install": "Obter {name}",
  "wallet.openApp": "Abrir {name}",
  "wallet.scan": "Escaneie este código com {name}.",
  "wallet.copyLink": "Copiar link",
  "wallet.error.rejected": "Você recusou na carteira. Nada aconteceu.",
  "wallet.error.pending_request":
    "{name} ainda aguarda uma resposta anterior. Abra-a e responda por lá primeiro.",
  "wallet.error.wrong_chain": "{name} está em outra rede.",
  "wallet.error.wrong_account": "{name} mudou para outra conta.",
  "wallet.error.not_installed": "{name} não está instalada neste navegador.",
  "wallet.error.insufficient_funds": "{name} não tem o suficiente para isto.",
  "wallet.error.no_typed_data": "{name} não consegue assinar este tipo de documento.",
  "wallet.error.no_batch": "{name} não envia várias transações juntas.",
  "wallet.error.real_wallet_refused":
    "Esta página roda em cadeias de teste locais. Aqui só funciona a Test wallet.",
  "wallet.error.disconnected": "{name} não está conectada.",
  "wallet.error.failed": "{name} não respondeu como esperado. Tente de novo.",

  ...crosschain,
  ...exchange,
  ...onboarding,

  "receipt.title": "Recibo",
  "receipt.heading": "Pago",
  "receipt.reference": "Referência",
  "receipt.payee": "Destinatário",
  "receipt.payeeMasked": "O destinatário mantém o endereço completo em privado.",
  "receipt.asked": "Solicitado",
  "receipt.refunded": "Devolvido",
  "receipt.requestId": "Solicitação",
  "receipt.transfers": { one: "{count} transferência", other: "{count} transferências" },
  "receipt.from": "De",
  "receipt.transaction": "Transação",
  "receipt.block": "Bloco",
  "receipt.explorer": "Ver no explorador de blocos",
  "receipt.confirmed": "Confirmado",
  "receipt.final": "Definitivo",
  "receipt.confirmedNote":
    "Está fundo o bastante na cadeia para valer. Torna-se definitivo com os próximos blocos.",
  "receipt.finalNote": "A cadeia não voltará atrás.",
  "receipt.quittance": "Recibo assinado",
  "receipt.quittanceNote":
    "Uma quittance é este recibo como arquivo com uma assinatura. Qualquer pessoa pode verificá-la sem nos consultar e compará-la com a cadeia.",
  "receipt.download": "Baixar a quittance",
  "receipt.signer": "Assinado por",
  "receipt.pdf": "Baixar em PDF",
  "receipt.print": "Imprimir",
  "receipt.none": "Não há recibo aqui",
  "receipt.noneNote":
    "Ou este pagamento ainda não foi confirmado, ou o endereço está incompleto. Se você acabou de pagar, olhe de novo em instantes.",

  "quittance.check": "Verificar a quittance",
  "quittance.checking": "Verificando",
  "quittance.verified": "Verificada: esta quittance é autêntica",
  "quittance.verifiedNote":
    "Seu navegador verificou por conta própria: a chave do serviço assinou exatamente isto, e as transferências somam o valor.",
  "quittance.signedBy": "Assinada por",
  "quittance.amount": "Valor",
  "quittance.recipient": "Destinatário",
  "quittance.paidAt": "Pago em",
  "quittance.transaction": "Transação",
  "quittance.download": "Baixar a quittance",
  "quittance.refused": "Não verificada",
  "quittance.refused.unreadable": "O que foi carregado não é uma quittance completa.",
  "quittance.refused.signature":
    "A assinatura não é a do serviço: o documento foi alterado ou outra chave o assinou.",
  "quittance.refused.other": "É de outro pagamento: o pedido ou o destinatário não é o desta página.",
  "quittance.refused.sums": "As transferências dela não somam o valor.",
  "quittance.refusedNote":
    "Não confie neste documento. Mesmo assim, o seu pagamento está na blockchain; a transação está nesta página.",
  "quittance.unreachable": "Não foi possível carregar a quittance. Tente de novo em instantes.",

  "refund.title": "Dinheiro de volta para si",
  "refund.heading": "{merchant} devolve-lhe dinheiro",
  "refund.headingUnnamed": "Recebe dinheiro de volta",
  "refund.upTo": "Até {amount} em {network}",
  "refund.address": "O seu endereço em {network}",
  "refund.hint":
    "Uma carteira sua, ou o seu próprio endereço numa corretora para {symbol} em {network}. Não o endereço de onde o seu pagamento foi enviado: muitas vezes é da corretora, e o dinheiro enviado para lá perde-se.",
  "refund.continue": "Continuar",
  "refund.check": "É este o seu endereço?",
  "refund.checkNote":
    "Compare cada sinal. Depois não pode ser alterado, e o dinheiro enviado para um endereço errado perde-se.",
  "refund.confirm": "Sim, enviar para lá",
  "refund.change": "Alterar o endereço",
  "refund.done": "O seu endereço está indicado",
  "refund.doneNote":
    "O dinheiro ainda não foi enviado. Quem o devolve lê este endereço e pode pedir-lhe que o confirme.",
  "refund.named": "Aqui já foi indicado um endereço",
  "refund.namedNote":
    "Não pode ser alterado. Se não foi você, diga-o de imediato, antes de o dinheiro ser enviado.",
  "refund.none": "Este link não é válido",
  "refund.noneNote":
    "O prazo pode ter acabado, ou outro link tomou o seu lugar. Peça um novo a quem lho enviou.",
  "refund.invalid":
    "Não é possível devolver dinheiro para isto em {network}: não é um endereço, ou é um que não lhe pertence.",
  "refund.rejected": "O dinheiro deste pagamento não pode ser enviado para este endereço.",
  "refund.trouble": "O serviço não respondeu. Tente de novo.",
};
